import { JSDOM } from 'jsdom';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listPages, restPage, startFakeWordPress } from './content-fake-wordpress.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { xssPayloads } from './xss-payloads.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runApp();
});
afterAll(() => app.stop());

async function search(words: string, from = app) {
  const response = await fetch(`${from.url}/search?${new URLSearchParams({ q: words }).toString()}`);
  const { document } = new JSDOM(await response.text()).window;
  const paths = [...document.querySelectorAll('#search ol h3 a')].map((each) => each.getAttribute('href'));
  return { status: response.status, document, paths };
}

describe('the search', () => {
  it('is a plain form that works without script', async () => {
    const { status, document } = await search('');
    const form = document.querySelector('#search form');
    expect(status).toBe(200);
    expect(form?.getAttribute('action')).toBe('/search');
    expect(form?.getAttribute('method')).toBe('get');
    expect(form?.querySelector('label')?.getAttribute('for')).toBe(form?.querySelector('input')?.id);
    expect(document.querySelectorAll('h1')).toHaveLength(1);
  });

  it('finds pages by their sections and posts by their text, titles first', async () => {
    expect((await search('mortgage guide')).paths[0]).toBe('/buy/mortgage-guide');
    expect((await search('sub-slab depressurization')).paths).toEqual(['/blog/radon-in-iowa-homes']);
    expect((await search('BEAVERDALE')).paths).toContain('/neighborhoods');
  });

  it('keeps itself and what is kept out of search engines out', async () => {
    const { document, paths } = await search('lead form demo');
    expect(paths).not.toContain('/lead-form-demo');
    expect((await search('search')).paths).not.toContain('/search');
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(`${app.url}/search`);
  });

  it('says so when nothing is found, and offers a way on', async () => {
    const { status, document, paths } = await search('xyzzy');
    expect([status, paths]).toEqual([200, []]);
    expect(document.querySelector('#search h2')?.textContent).toBe('Nothing found for “xyzzy”');
    expect(document.querySelectorAll('#search a').length).toBeGreaterThan(2);
  });

  it.each(['   ', '…', '"\'', '%'])('is calm about %j', async (words) => {
    const { status, paths } = await search(words);
    expect([status, paths]).toEqual([200, []]);
  });

  it('cuts what is too long, in the address too, so that server and browser read the same', async () => {
    const long = 'word '.repeat(500);
    const first = await fetch(`${app.url}/search?q=${encodeURIComponent(long)}&utm_source=x`, {
      redirect: 'manual',
    });
    expect(first.status).toBe(302);
    const to = first.headers.get('location') ?? '';
    expect(to).toContain('utm_source=x');
    expect(to.length).toBeLessThan(300);
    expect((await fetch(app.url + to, { redirect: 'manual' })).status).toBe(200);
  });

  it('is 404 past the end of what was found', async () => {
    expect((await fetch(`${app.url}/search?q=mortgage&page=50`)).status).toBe(404);
  });

  it.each(xssPayloads)('shows %s as text', async (payload) => {
    const { document, status } = await search(payload);
    expect(status).toBe(200);
    const input = document.querySelector<HTMLInputElement>('#search input');
    expect(input?.value.trim()).toBe(payload.replace(/\s+/g, ' ').trim().slice(0, 100).trim());
    const region = document.querySelector('#search');
    expect(region?.querySelectorAll('script, iframe, svg[onload], img, object, embed, math')).toHaveLength(0);
    const handlers = [...(region?.querySelectorAll('*') ?? [])].flatMap((element) =>
      element.getAttributeNames().filter((name) => name.startsWith('on') || name === 'style'),
    );
    expect(handlers).toEqual([]);
    const data = document.querySelector('script[type="application/json"]')?.textContent ?? '';
    expect(() => JSON.parse(data)).not.toThrow();
  });

  it('keeps few renderings of many questions', async () => {
    for (let i = 0; i < 130; i += 1) await app.gateway.route('/search', { query: `q=word${i}` });
    const again = await app.gateway.route('/search', { query: 'q=word129' });
    expect(await app.gateway.route('/search', { query: 'q=word129&utm_source=x' })).toBe(again);
  });
});

describe('the search over WordPress', () => {
  it('finds its pages and what it finds in posts, and nothing that is not public', async () => {
    const wordpress = await startFakeWordPress();
    listPages(wordpress, [
      restPage(wordpress, 'team', {
        content: { rendered: '<p>Gargoyles and downspouts</p>', protected: false },
      }),
      restPage(wordpress, 'plans', {
        status: 'draft',
        content: { rendered: '<p>Gargoyles</p>', protected: false },
      }),
    ]);
    const listed = wordpress.routes.get('/wp/v2/pages');
    wordpress.routes.set('/wp/v2/pages', (query, request) =>
      query.has('slug')
        ? (listed?.(query, request) ?? { json: [] })
        : { json: [restPage(wordpress, 'team')] },
    );
    wordpress.routes.set('/wp/v2/posts', (query) => ({
      json: query.has('search')
        ? [{ id: 7 }]
        : [7, 8].map((id) => restPage(wordpress, `post-${id}`, { id, title: { rendered: `Post ${id}` } })),
    }));
    const own = await runApp({ WORDPRESS_API_URL: wordpress.url });
    // A WordPress that takes long to answer is not waited for at first.
    await expect
      .poll(async () => new Set((await search('gargoyles', own)).paths))
      .toEqual(new Set(['/blog/post-7', '/team']));
    await own.stop();
    await wordpress.stop();
  });
});
