import { expect, test } from 'vitest';
import { documentQueryKey, menuRequestPath, pageRequestPath, postsRequestPath } from './content-paths.ts';

test('pages', () => {
  expect(pageRequestPath('about')).toBe('/wp-json/wp/v2/pages?slug=about&_embed=true');
  expect(pageRequestPath('a&b=c')).toBe('/wp-json/wp/v2/pages?slug=a%26b%3Dc&_embed=true');
});

test('posts', () => {
  expect(postsRequestPath({})).toBe('/wp-json/wp/v2/posts?per_page=10&page=1&_embed=true');
  expect(postsRequestPath({ perPage: 3, page: 2, category: 7 })).toBe(
    '/wp-json/wp/v2/posts?per_page=3&page=2&_embed=true&categories=7',
  );
  expect(postsRequestPath({ category: 7, slug: 'first' })).toBe(
    '/wp-json/wp/v2/posts?per_page=10&page=1&_embed=true&categories=7&slug=first',
  );
});

test('menus', () => {
  expect(menuRequestPath('primary')).toBe('/wp-json/wp/v2/menus/v1/locations/primary');
  expect(menuRequestPath('footer')).toBe('/wp-json/wp/v2/menus/v1/locations/footer');
});

test.each([
  ['/', undefined, 'slug=home&_embed=true&path=/'],
  ['/', 'lead-capture', 'slug=home&_embed=true&path=/&layout=lead-capture'],
  ['/', '', 'slug=home&_embed=true&path=/'],
  ['/buy', undefined, 'slug=buy&_embed=true&path=/buy'],
  ['/buy/', undefined, 'slug=buy&_embed=true&path=/buy'],
  ['/buy/mortgage-guide', undefined, 'slug=mortgage-guide&_embed=true&path=/buy/mortgage-guide'],
  ['/contact', undefined, 'slug=contact&_embed=true&path=/contact'],
  ['/contact-us', undefined, 'slug=contact&_embed=true&path=/contact-us'],
  ['/caf%C3%A9', undefined, 'slug=caf%C3%A9&_embed=true&path=/caf%25C3%25A9'],
  ['/a&b', undefined, 'slug=a%26b&_embed=true&path=/a%26b'],
  ['/%E0%A4%A', undefined, 'slug=%25E0%25A4%25A&_embed=true&path=/%25E0%25A4%25A'],
])('the key of %s, layout %s', (path, layout, query) => {
  expect(documentQueryKey({ path, layout })).toEqual([`/wp-json/wp/v2/pages?${query}`]);
});

test('the key of a page with the query parameters that its blocks read', () => {
  expect(documentQueryKey({ path: '/blog', query: 'page=2' })).toEqual([
    '/wp-json/wp/v2/pages?slug=blog&_embed=true&path=/blog&query=page%3D2',
  ]);
});
