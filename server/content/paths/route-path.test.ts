import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isValidPostPath, normalisedRequestPath, parseRoutePath, unroutableReason } from './route-path.ts';

test.each([
  ['/', { path: '/', canonical: '/', slug: 'home', parents: [] }],
  ['/home/', { path: '/home', canonical: '/home', slug: 'home' }],
  ['/contact-us', { path: '/contact-us', canonical: '/contact', slug: 'contact' }],
  ['/contact/', { path: '/contact', canonical: '/contact', slug: 'contact' }],
  ['//buy//mortgage-guide/?a=1#b', { path: '/buy/mortgage-guide', slug: 'mortgage-guide', parents: ['buy'] }],
  ['/caf%c3%a9', { path: '/caf%C3%A9', slug: 'café' }],
  ['/wp/about', { path: '/wp/about', canonical: '/about', slug: 'about', contentOnly: true }],
  ['/wp-sell', { path: '/wp-sell', canonical: '/sell', slug: 'sell', contentOnly: true }],
  ['/wp/contact-us', { canonical: '/contact', slug: 'contact', contentOnly: true }],
  ['/wp/home', { canonical: '/', slug: 'home', contentOnly: true }],
])('%s', (given, expected) => expect(parseRoutePath(given)).toMatchObject(expected));

test.each([
  '/../etc',
  '/a/./b',
  '/a,b',
  '/a%2fb',
  '/%',
  '/%00',
  '/a b',
  `/${'a'.repeat(300)}`,
  `/${'a'.repeat(150)}/${'b'.repeat(150)}`,
  '/%F0%9F%8F%A0-for-sale',
  '/a\\b',
  '/wp-login.php',
])('%s is not the path of a page', (given) => expect(parseRoutePath(given)).toBeNull());

test('the length of a path is that of its decoded form', () => {
  const path = `/${'Продажа-домов-'.repeat(10)}/${'и-квартир-'.repeat(10)}`;
  expect(encodeURI(path).length).toBeGreaterThan(1_000);
  expect(parseRoutePath(path)?.slug).toBe('и-квартир-'.repeat(10));
  expect(parseRoutePath(`${encodeURI(path)}?${'q'.repeat(5_000)}`)).toEqual(parseRoutePath(path));
  expect(unroutableReason(path)).toBeNull();
  expect(unroutableReason('/')).toBeNull();
  expect(unroutableReason(`/${'д'.repeat(301)}`)).toBe('is longer than 300 characters');
  for (const bad of ['/🏠-for-sale', '/a//b', '/\ud800', '/blog/', '/a.b']) {
    expect(unroutableReason(bad), bad).toContain('characters other than');
  }
  expect(unroutableReason('/wp-about')).toBe('belongs to the site itself');
});

// Not `fc.webPath()`, which takes a second to prepare.
const anyPath = fc.array(fc.string()).map((parts) => `/${parts.map(encodeURIComponent).join('/')}`);

test('for any request, parsing the path again changes nothing, and the slug has no separator', () => {
  fc.assert(
    fc.property(fc.oneof(anyPath, fc.string()), (given) => {
      const route = parseRoutePath(given);
      if (!route) return;
      expect(parseRoutePath(route.path)).toEqual(route);
      expect(route.slug).not.toMatch(/[\s,/&?#%]/);
    }),
  );
});

test('a path that cannot be a page has a decoded form, unless it is not valid', () => {
  expect(normalisedRequestPath('//2026//caf%c3%a9.html/?a=1')).toBe('/2026/café.html');
  expect(normalisedRequestPath('/')).toBe('/');
  for (const bad of ['/%', '/a%2fb', `/${'a'.repeat(300)}`]) expect(normalisedRequestPath(bad)).toBeNull();
});

test.each([
  ['/2026/11/roofs', true],
  ['/roofs.html', true],
  ['/дом.aspx', true],
  ['/a.b/roofs', false],
  ['/roofs.xml', false],
  ['/🏠', false],
])('a post at %s: %s', (path, expected) => expect(isValidPostPath(path)).toBe(expected));
