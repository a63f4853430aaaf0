// @vitest-environment jsdom
import { http, HttpResponse } from 'msw/http';
import { setupServer } from 'msw/node';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { pageDocumentQuery } from './page-document.ts';

const server = setupServer();
beforeAll(() => server.listen({ onUnhandledFrame: 'error' }));
afterEach(() => server.resetHandlers());
afterAll(() => server.close());

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
  expect(pageDocumentQuery(path, layout).queryKey).toEqual([`/wp-json/wp/v2/pages?${query}`]);
});

const about = { path: '/about', slug: 'about', head: {}, placements: [] };

test('the document is the first item’s', async () => {
  let asked = '';
  server.use(
    http.get('/wp-json/wp/v2/pages', ({ request }) => {
      asked = request.url;
      return HttpResponse.json([{ id: 1, lintel: about }, { id: 2 }]);
    }),
  );
  expect(await createQueryClient().fetchQuery(pageDocumentQuery('/about'))).toEqual(about);
  expect(asked).toBe(`${location.origin}/wp-json/wp/v2/pages?slug=about&_embed=true&path=/about`);
  expect(await pageDocumentQuery('/about').load()).toEqual(about);
});

test('null where no page is', async () => {
  server.use(http.get('/wp-json/wp/v2/pages', () => HttpResponse.json([])));
  expect(await pageDocumentQuery('/nowhere').load()).toBeNull();
  server.use(http.get('/wp-json/wp/v2/pages', () => HttpResponse.json([{ id: 1 }])));
  expect(await pageDocumentQuery('/nowhere').load()).toBeNull();
});

test('a failure throws status and text', async () => {
  server.use(http.get('/wp-json/wp/v2/pages', () => new HttpResponse('down', { status: 502 })));
  await expect(pageDocumentQuery('/about').load()).rejects.toThrow(/^502: down$/);
});

test('a load that is no longer wanted is given up', async () => {
  server.use(http.get('/wp-json/wp/v2/pages', () => new Promise<Response>(() => {})));
  const controller = new AbortController();
  const loading = pageDocumentQuery('/about').load(controller.signal);
  controller.abort();
  await expect(loading).rejects.toMatchObject({ name: 'AbortError' });
});
