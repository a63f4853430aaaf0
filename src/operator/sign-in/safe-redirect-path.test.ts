import { expect, it } from 'vitest';
import { safeRedirectPath, withFragment } from './safe-redirect-path.ts';

it.each([
  ['/admin/leads?status=open#top', '/admin/leads?status=open#top'],
  ['/admin/../admin/leads', '/admin/leads'],
  [null, '/admin'],
  ['', '/admin'],
  ['admin/leads', '/admin'],
  ['//evil.example/admin', '/admin'],
  ['/\\evil.example', '/admin'],
  ['/\t/evil.example', '/admin'],
  ['/.//evil.example/admin', '/admin'],
  ['/x/..//evil.example', '/admin'],
  ['/%2e//evil.example', '/admin'],
  ['/./\\evil.example', '/admin'],
  ['/x/..///evil.example?q#h', '/admin'],
  ['https://evil.example/', '/admin'],
  ['javascript:alert(1)', '/admin'],
  ['/sign-in?to=/admin/leads', '/admin'],
  ['http://[', '/admin'],
])('%j leads to %j', (to, path) => {
  expect(safeRedirectPath(to, 'https://www.example.com')).toBe(path);
});

it.each([
  ['/admin/settings/wordpress', '#token=a', '/admin/settings/wordpress#token=a'],
  ['/admin/leads#top', '#token=a', '/admin/leads#top'],
  ['/admin', '', '/admin'],
])('%j keeps the fragment %j', (path, fragment, whole) => {
  expect(withFragment(path, fragment)).toBe(whole);
});
