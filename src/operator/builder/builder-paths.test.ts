import { expect, it } from 'vitest';
import { builderPath, pageAtOfBuilderPath, stablePageAt } from './builder-paths.ts';

it.each([
  ['/', '/admin/pages/home'],
  ['/home', '/admin/pages/~/home'],
  ['/buy', '/admin/pages/buy'],
  ['/buy/mortgage-guide', '/admin/pages/buy/mortgage-guide'],
  ['/über uns', '/admin/pages/%C3%BCber%20uns'],
  ['~12', '/admin/pages/~12'],
])('converts %s to the path %s and back', (at, path) => {
  expect(builderPath(at)).toBe(path);
  expect(pageAtOfBuilderPath(decodeURIComponent(path.slice('/admin/pages/'.length)))).toBe(at);
});

it('names a stored page by its id, because its path may change', () => {
  expect(stablePageAt({ id: 12, at: '/buy' })).toBe('~12');
  expect(stablePageAt({ id: null, at: '/buy' })).toBe('/buy');
});
