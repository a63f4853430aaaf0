import { expect, test } from 'vitest';
import { menuPath, pagePath, postsPath } from './content-paths.ts';

test('pages', () => {
  expect(pagePath('about')).toBe('/wp-json/wp/v2/pages?slug=about&_embed=true');
  expect(pagePath('about', 'https://wp.test/wp-json/wp/v2')).toBe(
    'https://wp.test/wp-json/wp/v2/pages?slug=about&_embed=true',
  );
  expect(pagePath('a&b=c')).toBe('/wp-json/wp/v2/pages?slug=a%26b%3Dc&_embed=true');
});

test('posts', () => {
  expect(postsPath({})).toBe('/wp-json/wp/v2/posts?per_page=10&page=1&_embed=true');
  expect(postsPath({ perPage: 3, page: 2, category: 7 })).toBe(
    '/wp-json/wp/v2/posts?per_page=3&page=2&_embed=true&categories=7',
  );
  expect(postsPath({ category: 7, slug: 'first' })).toBe(
    '/wp-json/wp/v2/posts?per_page=10&page=1&_embed=true&categories=7&slug=first',
  );
});

test('menus', () => {
  expect(menuPath('primary')).toBe('/wp-json/wp/v2/menus/v1/locations/primary');
  expect(menuPath('footer', '/other')).toBe('/other/menus/v1/locations/footer');
});
