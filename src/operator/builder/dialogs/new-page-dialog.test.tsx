import { expect, it } from 'vitest';
import { slugFromTitle } from './new-page-dialog.tsx';

it.each([
  ['First-time buyers’ guide', 'first-time-buyers-guide'],
  ['  Café & Crème 2027! ', 'cafe-creme-2027'],
  ['Über uns', 'uber-uns'],
  ['Новый дом', 'новый-дом'],
  ['!!!', ''],
])('converts %j to a slug', (title, slug) => {
  expect(slugFromTitle(title)).toBe(slug);
});
