import { expect, it } from 'vitest';
import { sitemapFiles } from './sitemap.ts';

const origin = 'https://www.example.com';
const page = (path: string, day: string, isListed = true) => ({
  path,
  modified: `${day}T10:00:00`,
  listed: isListed,
});
const pages = [
  page('/', '2026-11-01'),
  page('/buy', '2026-11-03'),
  page('/thanks', '2026-11-09', false),
  page('/sell', '1970-01-01'),
];
const posts = [{ path: '/news', modified: '2026-11-05T10:00:00', categories: [] }];
const locations = (file = '') =>
  [...file.matchAll(/<loc>https:\/\/www\.example\.com(.*?)<\/loc>/g)].map(([, at]) => at);

it('is one file as long as it is short', () => {
  const files = sitemapFiles({ origin, pages, posts, blogPath: '/blog' }, 4);
  expect([...files.keys()]).toEqual(['/sitemap.xml']);
  expect(locations(files.get('/sitemap.xml'))).toEqual(['/', '/buy', '/sell', '/news']);
  expect(files.get('/sitemap.xml')).toContain('<url><loc>https://www.example.com/sell</loc></url>');
});

it('is an index of files if it is long, and each URL is in one of them', () => {
  const files = sitemapFiles({ origin, pages, posts, blogPath: '/blog' }, 3);
  const index = files.get('/sitemap.xml');
  expect(index).toContain('<sitemapindex ');
  expect(locations(index)).toEqual(['/sitemap-1.xml', '/sitemap-2.xml']);
  expect(index).toContain('/sitemap-1.xml</loc><lastmod>2026-11-03</lastmod>');
  const parts = locations(index).map((at = '') => locations(files.get(at)));
  expect(parts).toEqual([['/', '/buy', '/sell'], ['/news']]);
});

it('dates the page that lists the posts by its newest post', () => {
  const stories = page('/stories', '2026-11-01');
  const files = sitemapFiles({ origin, pages: [...pages, stories], posts, blogPath: '/stories' });
  expect(files.get('/sitemap.xml')).toContain(
    '<url><loc>https://www.example.com/stories</loc><lastmod>2026-11-05',
  );
});

it('dates a category by the latest change of its posts', () => {
  const categories = [{ id: 1, name: 'Tips', slug: 'tips', path: '/blog/category/tips' }];
  const dated = (path: string, day: string) => ({ path, modified: `${day}T10:00:00`, categories });
  // The newest post comes first, but an older one was edited later.
  const edited = [dated('/newest', '2026-11-05'), dated('/older', '2026-11-07')];
  const files = sitemapFiles({ origin, pages, posts: edited, blogPath: '/blog' });
  expect(files.get('/sitemap.xml')).toContain('/blog/category/tips</loc><lastmod>2026-11-07');
});
