// @vitest-environment jsdom
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import {
  restMenuExample,
  restPageExample,
  restPostExample,
  restSiteDataExample,
} from './testing/rest-examples.ts';
import { wordPressSource as source } from './wordpress-source.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

let asked: string;

function answer(body: unknown, status = 200) {
  const resolver = ({ request }: { request: Request }) => {
    asked = request.url.replace(location.origin, '');
    return HttpResponse.text(JSON.stringify(body), { status });
  };
  server.use(http.get('/wp-json/wp/v2', resolver), http.get('/wp-json/wp/v2/*', resolver));
}

test('a page: the first entry of the list', async () => {
  answer([restPageExample, { ...restPageExample, id: 5 }]);
  expect(await source.page('home')).toMatchObject({ id: 4, title: 'Tom & Jerry' });
  expect(asked).toBe('/wp-json/wp/v2/pages?slug=home&_embed=true');
});

test('a page: null for an empty list', async () => {
  answer([]);
  expect(await source.page('nowhere')).toBeNull();
});

test('posts', async () => {
  answer([restPostExample]);
  expect(await source.posts({ perPage: 5, page: 2, category: 3, slug: 'first-steps' })).toMatchObject([
    { id: 12, categoryIds: [3] },
  ]);
  expect(asked).toBe('/wp-json/wp/v2/posts?per_page=5&page=2&_embed=true&categories=3&slug=first-steps');
});

test('a menu with flat items', async () => {
  answer(restMenuExample);
  expect(await source.menu('primary')).toEqual({
    ID: 2,
    name: 'Primary & more',
    slug: 'primary',
    description: '',
    count: 2,
    items: [
      { ID: 1, title: 'Buyers', url: '/buy', target: '', classes: [], menu_item_parent: 0 },
      { ID: 2, title: 'Guides & tools', url: '/buy/guides', target: '', classes: ['x'], menu_item_parent: 1 },
    ],
  });
  expect(asked).toBe('/wp-json/wp/v2/menus/v1/locations/primary');
});

test('no menu at the location: null for an empty response and for a 404', async () => {
  answer(null);
  expect(await source.menu('footer')).toBeNull();
  answer({ code: 'not_found' }, 404);
  expect(await source.menu('footer')).toBeNull();
});

test('site data', async () => {
  answer(restSiteDataExample);
  expect(await source.siteData()).toEqual({
    name: 'Homes',
    description: 'Buying & selling',
    url: 'https://site.test',
    home: 'https://site.test',
    gmt_offset: -6,
    timezone_string: 'America/Chicago',
    site_logo: null,
    site_icon: '/icon.png',
  });
  expect(asked).toBe('/wp-json/wp/v2');
});

test.each([
  ['page', () => source.page('home')],
  ['posts', () => source.posts({})],
  ['menu', () => source.menu('primary')],
  ['site data', () => source.siteData()],
  ['document', () => source.document({ path: '/' })],
])('%s: rejects after a failure', async (_, ask) => {
  answer('down', 500);
  await expect(ask()).rejects.toThrow(/^500: "down"$/);
});

const about = { path: '/about', slug: 'about', head: {}, placements: [] };

test('a document: the one in the first entry', async () => {
  answer([{ id: 1, lintel: about }, { id: 2 }]);
  expect(await source.document({ path: '/about' })).toEqual(about);
  expect(asked).toBe('/wp-json/wp/v2/pages?slug=about&_embed=true&path=/about');
});

test('a document: null if there is no page', async () => {
  answer([]);
  expect(await source.document({ path: '/nowhere' })).toBeNull();
  answer([{ id: 1 }]);
  expect(await source.document({ path: '/nowhere' })).toBeNull();
});

test('a document: the request can be aborted', async () => {
  server.use(http.get('/wp-json/wp/v2/pages', () => new Promise<Response>(() => {})));
  const controller = new AbortController();
  const loading = source.document({ path: '/about' }, controller.signal);
  controller.abort();
  await expect(loading).rejects.toMatchObject({ name: 'AbortError' });
});
