import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { routePath } from './route-path.ts';

// Properties are many runs, and the machine may be busy.
vi.setConfig({ testTimeout: 30_000 });

test.each([
  ['/', { path: '/', canonical: '/', slug: 'home', parents: [] }],
  ['/home/', { path: '/home', canonical: '/', slug: 'home' }],
  ['/contact-us', { path: '/contact-us', canonical: '/contact', slug: 'contact' }],
  ['/contact/', { path: '/contact', canonical: '/contact', slug: 'contact' }],
  ['//buy//mortgage-guide/?a=1#b', { path: '/buy/mortgage-guide', slug: 'mortgage-guide', parents: ['buy'] }],
  ['/caf%c3%a9', { path: '/caf%C3%A9', slug: 'café' }],
  ['/wp/about', { path: '/wp/about', canonical: '/about', slug: 'about', contentOnly: true }],
  ['/wp-sell', { path: '/wp-sell', canonical: '/sell', slug: 'sell', contentOnly: true }],
  ['/wp/contact-us', { canonical: '/contact', slug: 'contact', contentOnly: true }],
  ['/wp/home', { canonical: '/', slug: 'home', contentOnly: true }],
])('%s', (given, expected) => expect(routePath(given)).toMatchObject(expected));

test.each([
  '/../etc',
  '/a/./b',
  '/a,b',
  '/a%2fb',
  '/%',
  '/%00',
  '/a b',
  `/${'a'.repeat(300)}`,
  '/a\\b',
  '/wp-login.php',
])('%s is no page', (given) => expect(routePath(given)).toBeNull());

test('whatever is asked, the path is its own path, and its slug has no separator', () => {
  fc.assert(
    fc.property(fc.webPath(), (given) => {
      const route = routePath(given);
      if (!route) return;
      expect(routePath(route.path)).toEqual(route);
      expect(route.slug).not.toMatch(/[\s,/&?#%]/);
    }),
  );
});
