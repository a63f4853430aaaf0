// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { BuiltInContent } from './built-in-content.ts';
import { mockSource } from './mock-source.ts';
import { restMenu, restPage, restPost } from './testing/rest-examples.ts';

const posts = Array.from({ length: 12 }, (_, index) => ({
  ...restPost,
  id: index + 1,
  slug: `post-${index + 1}`,
  date_gmt: `2026-01-${String(index + 1).padStart(2, '0')}T12:00:00`,
  categories: [index % 2],
}));

const content: BuiltInContent = {
  page: async (slug) => (slug === 'home' ? { ...restPage, _embedded: {}, featured_media: 9 } : null),
  posts: async () => posts,
  menu: async (location) => (location === 'primary' ? restMenu : null),
  media: async () => [{ id: 9, source_url: '/scenes/nine.svg' }],
  settings: async () => ({ site: { name: 'Homes', description: 'Sample', timeZone: 'Asia/Kolkata' } }),
};
const source = mockSource(content);

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** What a load answers, and after how many milliseconds. */
async function timed<T>(loading: Promise<T>): Promise<{ value: T; after: number }> {
  const start = Date.now();
  const done = loading.then((value) => ({ value, after: Date.now() - start }));
  await vi.runAllTimersAsync();
  return done;
}

const ids = async (query: Parameters<typeof source.posts>[0]) =>
  (await timed(source.posts(query))).value.map((post) => post.id);

test('pages and posts take 300 ms, menus and site data 200 ms', async () => {
  expect((await timed(source.page('home'))).after).toBe(300);
  expect((await timed(source.posts({}))).after).toBe(300);
  expect((await timed(source.menu('primary'))).after).toBe(200);
  expect((await timed(source.siteData())).after).toBe(200);
});

test('a page by slug, its image from the media library; null where there is none', async () => {
  expect((await timed(source.page('home'))).value).toMatchObject({
    title: 'Tom & Jerry',
    featuredImage: '/scenes/nine.svg',
  });
  expect((await timed(source.page('nowhere'))).value).toBeNull();
});

test('posts: newest first, ten a page', async () => {
  expect(await ids({})).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3]);
  expect(await ids({ page: 2 })).toEqual([2, 1]);
  expect(await ids({ page: 3 })).toEqual([]);
  expect(await ids({ perPage: 2, page: 2 })).toEqual([10, 9]);
});

test('posts: by category and slug', async () => {
  expect(await ids({ category: 1 })).toEqual([12, 10, 8, 6, 4, 2]);
  expect(await ids({ slug: 'post-3' })).toEqual([3]);
  expect(await ids({ slug: 'post-3', category: 1 })).toEqual([]);
});

test('menus by location', async () => {
  expect((await timed(source.menu('primary'))).value).toMatchObject({ name: 'Primary & more', count: 2 });
  expect((await timed(source.menu('footer'))).value).toBeNull();
});

test('site data from the settings', async () => {
  expect((await timed(source.siteData())).value).toEqual({
    name: 'Homes',
    description: 'Sample',
    url: location.origin,
    home: location.origin,
    gmt_offset: 5.5,
    timezone_string: 'Asia/Kolkata',
    site_logo: null,
    site_icon: null,
  });
});

test.each([
  ['America/Chicago', -6],
  ['America/St_Johns', -3.5],
  ['UTC', 0],
])('the offset of %s in winter', async (timeZone, offset) => {
  vi.setSystemTime('2026-01-15T12:00:00Z');
  const settings = async () => ({ site: { name: 'x', description: 'x', timeZone } });
  const { value } = await timed(mockSource({ ...content, settings }).siteData());
  expect(value.gmt_offset).toBe(offset);
});
