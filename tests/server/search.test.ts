import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseHtml } from './read-page.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { startFakeSite } from './support/fake-site.ts';
import { untilSearchable } from './support/until-searchable.ts';
import { xssPayloads } from './xss-payloads.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runApp({ SEARCH_RATE_LIMIT: '1000' });
  await untilSearchable(app.content);
});
afterAll(() => app.stop());

async function search(words: string, from = app) {
  const response = await fetch(`${from.url}/search?${new URLSearchParams({ q: words }).toString()}`);
  const document = parseHtml(await response.text());
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

  it('finds pages by their sections and posts by their text, with title matches first', async () => {
    expect((await search('mortgage guide')).paths[0]).toBe('/buy/mortgage-guide');
    expect((await search('sub-slab depressurization')).paths).toEqual(['/blog/radon-in-iowa-homes']);
    expect((await search('BEAVERDALE')).paths).toContain('/neighborhoods');
  });

  it('excludes itself and pages that are not indexed by search engines', async () => {
    const { document, paths } = await search('lead form demo');
    expect(paths).not.toContain('/lead-form-demo');
    expect((await search('search')).paths).not.toContain('/search');
    expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
    expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(`${app.url}/search`);
  });

  it('says so if nothing is found, and offers links', async () => {
    const { status, document, paths } = await search('xyzzy');
    expect([status, paths]).toEqual([200, []]);
    expect(document.querySelector('#search h2')?.textContent).toBe('Nothing found for “xyzzy”');
    expect(document.querySelectorAll('#search a').length).toBeGreaterThan(2);
  });

  it.each(['   ', '…', '"\'', '%'])('handles %j', async (words) => {
    const { status, paths } = await search(words);
    expect([status, paths]).toEqual([200, []]);
  });

  it('truncates long queries, also in the URL, so that server and browser use the same one', async () => {
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

  it('finds a section only while it is shown, and the values of placeholders', async () => {
    let now = Date.UTC(2026, 11, 1);
    const wordpress = await startFakeSite();
    const page_layout = JSON.stringify([
      { block: 'hero', key: 'hero' },
      { block: 'faq', key: 'past', until: '2026-12-02T00:00' },
      { block: 'faq', key: 'coming', from: '2026-12-02T00:00' },
    ]);
    const acf = { page_layout, past_title: 'Zebra sale', coming_title: 'Yak sale' };
    wordpress.add('pages', { id: 10, slug: 'offers', acf });
    wordpress.add('posts', { id: 20, slug: 'call', content: { rendered: '<p>Zinnias of {brokerage}</p>' } });
    const own = await runApp(wordpress.env, undefined, { now: () => now });
    await untilSearchable(own.content);
    const found = async (words: string) => (await search(words, own)).paths;
    expect(await found('zebra')).toEqual(['/offers']);
    expect(await found('yak')).toEqual([]);
    now = Date.UTC(2026, 11, 3);
    await expect.poll(() => found('zebra sale')).toEqual([]);
    await expect.poll(() => found('yak sale')).toEqual(['/offers']);
    const { document } = await search('zinnias', own);
    expect(document.querySelector('#search ol')?.textContent).toContain('Zinnias of Prairie Lintel Realty');
    await own.stop();
    await wordpress.stop();
  });

  it('is 404 past the last page of results', async () => {
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

  it('caches one page per query, whatever else is in the URL', async () => {
    const again = await app.pages.page({ path: '/search', query: 'q=word' });
    const { pages } = app.pages.size();
    expect(await app.pages.page({ path: '/search', query: 'utm_source=x&q=word' })).toEqual(again);
    expect(app.pages.size().pages).toBe(pages);
  });
});

describe('the search over WordPress', () => {
  it('finds its public pages and posts only', async () => {
    const wordpress = await startFakeSite();
    const content = (rendered: string) => ({ content: { rendered, protected: false } });
    wordpress.add('pages', { id: 1, slug: 'team', ...content('<p>Gargoyles and downspouts</p>') });
    wordpress.add('pages', { id: 2, slug: 'plans', status: 'draft', ...content('<p>Gargoyles</p>') });
    wordpress.add('posts', { id: 7, slug: 'post-7', ...content('<p>A gargoyle on a roof</p>') });
    wordpress.add('posts', { id: 8, slug: 'post-8' });
    const own = await runApp(wordpress.env);
    const paths = async () => new Set((await search('gargoyle', own)).paths);
    // Until the index is complete, searches find less.
    await expect.poll(paths).toEqual(new Set(['/post-7', '/team']));
    wordpress.edit('pages', 2, { status: 'publish' });
    wordpress.remove('posts', 7);
    await own.content.check();
    await expect.poll(paths).toEqual(new Set(['/team', '/plans']));
    await own.stop();
    await wordpress.stop();
  });
});
