import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import express from 'express';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createContentRoutes } from '../../server/content/content-routes.ts';
import type { AddressRedirect } from '../../server/content/resolve/address-redirects.ts';
import type { PageRequest } from '../../server/content/resolve/resolve-page.ts';
import { openSite, type ContentSite } from './content-site.ts';
import { TEST_LIMIT } from '../setup/time-limits.ts';

const post = (id: number, slug: string, category: number) => ({
  id,
  slug,
  date_gmt: `2026-01-0${id}T00:00:00`,
  modified_gmt: `2026-01-0${id}T00:00:00`,
  categories: [category],
  tags: [],
  title: { rendered: `Post ${id} &#038; more` },
  content: { rendered: '<p>x</p>' },
  excerpt: { rendered: '' },
  featured_media: 1,
  acf: {},
});

let site: ContentSite;
let server: Server;
let base = '';

async function serve(env: Record<string, string> = {}): Promise<void> {
  site = await openSite(env, {
    unread: true,
    files: {
      'posts/one.json': post(1, 'one', 1),
      'posts/two.json': post(2, 'two', 2),
      'posts/three.json': post(3, 'three', 1),
    },
  });
  const app = express();
  app.set('etag', false);
  app.use(createContentRoutes(site.content, () => []));
  server = createServer(app).listen(0, '127.0.0.1');
  server.keepAliveTimeout = TEST_LIMIT;
  await once(server, 'listening');
  const address = server.address();
  base = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/wp-json/wp/v2`;
}
async function stop(): Promise<void> {
  server.closeAllConnections();
  server.close();
  await site.remove();
}
beforeEach(() => serve());
afterEach(stop);

async function get(path: string, headers: Record<string, string> = {}) {
  const response = await fetch(base + path, { headers });
  const body = await response.text();
  const json: unknown = body === '' ? null : JSON.parse(body);
  return { status: response.status, headers: response.headers, json };
}

describe('pages', () => {
  test('by slug, in WordPress’s format plus our document', async () => {
    const { status, json, headers } = await get('/pages?slug=guide&_embed=true');
    expect(status).toBe(200);
    expect(headers.get('cache-control')).toBe('no-cache');
    expect(json).toMatchObject([
      {
        id: 4,
        slug: 'guide',
        title: { rendered: 'Built-in guide' },
        acf: { hero_title: 'The guide' },
        lintel: { path: '/buy/guide', placements: [{ block: 'banner', key: 'hero' }] },
      },
    ]);
  });
  test('by path, and with another layout of home', async () => {
    expect((await get('/pages?slug=home&path=/&layout=lead-capture')).json).toMatchObject([
      { lintel: { path: '/', head: { robots: 'noindex' }, placements: [{ key: 'hero' }, { key: 'form' }] } },
    ]);
    expect((await get('/pages?path=/buy/guide')).json).toMatchObject([{ lintel: { path: '/buy/guide' } }]);
  });
  test('a moved page keeps the query and the layout of the request', async () => {
    const requests: PageRequest[] = [];
    const moved = new Map<string, Pick<AddressRedirect, 'to' | 'rest'>>([
      ['/old', { to: '/about' }],
      ['/old-list', { to: '/buy?page=2', rest: 'x=1' }],
    ]);
    const resolve = site.content.resolve.bind(site.content);
    site.content.resolve = async (request, options) => {
      requests.push(request);
      const resolved = await resolve(request, options);
      const target = moved.get(request.path);
      return resolved && target ? { ...resolved, answer: { status: 301, ...target } } : resolved;
    };
    expect((await get('/pages?path=/old&query=page%3D2&layout=content')).json).toMatchObject([
      { lintel: { path: '/about' } },
    ]);
    expect(requests.at(-1)).toEqual({ path: '/about', query: 'page=2', layout: 'content' });
    expect((await get('/pages?path=/old-list&query=paged%3D2%26x%3D1')).json).toMatchObject([
      { lintel: { path: '/buy' } },
    ]);
    expect(requests.at(-1)).toEqual({ path: '/buy', query: 'page=2&x=1' });
  });
  test.each(['slug=never', 'path=/never', 'slug=a%2Fb', 'slug=..%2Fabout', 'slug=%00', 'path=%25', 'slug='])(
    '%s is an empty list',
    async (query) => {
      expect(await get(`/pages?${query}`)).toMatchObject({ status: 200, json: [] });
    },
  );
  test.each(['', 'slug=a&slug=b', 'path=/&layout=other', 'slug[x]=1', 'path[]=/'])(
    '"%s" is 400 with the reason',
    async (query) => {
      expect(await get(`/pages?${query}`)).toMatchObject({
        status: 400,
        json: { code: 'rest_invalid_param', data: { status: 400 } },
      });
    },
  );
});

describe('posts', () => {
  const slugs = async (query: string) =>
    JSON.stringify((await get(`/posts${query}`)).json)
      .match(/"slug":"(\w+)","modified/g)
      ?.map((s) => s.split('"')[3]);
  test('newest first, by page, category and slug', async () => {
    expect(await slugs('?_embed=true')).toEqual(['three', 'two', 'one']);
    expect(await slugs('?per_page=2&page=2')).toEqual(['one']);
    expect(await slugs('?categories=1')).toEqual(['three', 'one']);
    expect(await slugs('?slug=two')).toEqual(['two']);
    expect((await get('/posts?page=9')).json).toEqual([]);
  });
  test('titles are encoded as in WordPress, and the image is embedded', async () => {
    expect((await get('/posts?slug=one')).json).toMatchObject([
      {
        title: { rendered: 'Post 1 &#038; more' },
        _embedded: { 'wp:featuredmedia': [{ source_url: '/scenes/hero.svg' }] },
      },
    ]);
  });
  test.each([
    'per_page=0',
    'per_page=101',
    'per_page=x',
    'page=0',
    'page=-1',
    'categories=x',
    'per_page=1&per_page=2',
  ])('%s is 400', async (query) => {
    const { status, json } = await get(`/posts?${query}`);
    expect(status).toBe(400);
    expect(json).toMatchObject({ code: 'rest_invalid_param' });
  });
  test('a WordPress that was never read is 503 with the reason', async () => {
    await stop();
    await serve({ WORDPRESS_API_URL: 'http://127.0.0.1:9' });
    expect(await get('/posts')).toMatchObject({
      status: 503,
      json: { message: 'Failed to fetch posts. Please try again later.' },
    });
    for (const path of ['/pages?slug=about', '/pages?path=/', '/menus/v1/locations/primary', '']) {
      const { status, json, headers } = await get(path);
      expect([status, headers.get('retry-after')]).toEqual([503, '5']);
      expect(json).toMatchObject({ code: 'content_unavailable' });
    }
  });
});

test('menus are flat, and unknown locations are 404', async () => {
  expect((await get('/menus/v1/locations/primary')).json).toMatchObject({
    count: 1,
    items: [{ ID: 1, title: 'Buy', url: '/buy', menu_item_parent: 0 }],
  });
  expect(await get('/menus/v1/locations/sidebar')).toMatchObject({
    status: 404,
    json: { code: 'not_found' },
  });
});

test('site data is available, and other routes are 404', async () => {
  expect((await get('')).json).toMatchObject({
    name: 'Des Moines Metro Homes',
    timezone_string: 'America/Chicago',
  });
  expect(await get('/users')).toMatchObject({ status: 404, json: { code: 'rest_no_route' } });
});

test('an unchanged response is a 304', async () => {
  const first = await get('/pages?slug=about');
  const again = await get('/pages?slug=about', {
    'If-None-Match': first.headers.get('etag') ?? '',
    // By default, fetch sends `no-cache` with a conditional request, which prevents a 304.
    'Cache-Control': 'max-age=0',
  });
  expect(again).toMatchObject({ status: 304, json: null });
});
