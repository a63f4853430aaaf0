import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { postSlugAt, routePath, routeTemplate, termRouteAt } from './route-path.ts';

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
])('%s is not the path of a page', (given) => expect(routePath(given)).toBeNull());

// Not `fc.webPath()`, which takes a second to prepare.
const anyPath = fc.array(fc.string()).map((parts) => `/${parts.map(encodeURIComponent).join('/')}`);

test('for any request, parsing the path again changes nothing, and the slug has no separator', () => {
  fc.assert(
    fc.property(fc.oneof(anyPath, fc.string()), (given) => {
      const route = routePath(given);
      if (!route) return;
      expect(routePath(route.path)).toEqual(route);
      expect(route.slug).not.toMatch(/[\s,/&?#%]/);
    }),
  );
});

describe('paths without a page of their own', () => {
  it('are shown by a template, with their parts', () => {
    expect(routeTemplate('/blog/radon')).toEqual({ page: '/blog/post', parts: { post: 'radon' } });
    expect(routeTemplate('/blog/category/b%C3%BCro')).toEqual({ page: '/blog', parts: { category: 'büro' } });
    expect(routeTemplate('/blog/tag/brick')).toEqual({ page: '/blog', parts: { tag: 'brick' } });
    for (const path of ['/blog', '/buy/guide', '/blog/a/b', '/']) expect(routeTemplate(path)).toBeNull();
  });
  it('may be WordPress’s own address of a post or term', () => {
    expect(postSlugAt('/hello-world')).toBe('hello-world');
    expect(postSlugAt('/2026/11/21/hello-world')).toBe('hello-world');
    expect(postSlugAt('/buy/hello-world')).toBeNull();
    expect(termRouteAt('/category/news')).toBe('/blog/category/news');
    expect(termRouteAt('/category/news/local')).toBe('/blog/category/local');
    expect(termRouteAt('/tag/brick')).toBe('/blog/tag/brick');
    for (const path of ['/news', '/tag/a/b', '/category']) expect(termRouteAt(path)).toBeNull();
  });
});
