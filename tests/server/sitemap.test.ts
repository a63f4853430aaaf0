import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseHtml, parseXml } from './read-page.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { startFakeSite } from './support/fake-site.ts';
import { untilSearchable } from './support/until-searchable.ts';

let app: RunningApp;
beforeAll(async () => {
  app = await runApp({ ALLOW_SAMPLE_INDEX: 'true' });
});
afterAll(() => app.stop());

const text = async (path: string, from = app) => (await fetch(from.url + path)).text();
/** Parses XML. Throws if it is not well-formed. */
const addresses = async (from = app) =>
  [...parseXml(await text('/sitemap.xml', from)).querySelectorAll('url > loc')].map((loc) => loc.textContent);

describe('sitemap.xml', () => {
  it('lists every indexable page and post, and each is a 200 without noindex at that URL', async () => {
    const all = await addresses();
    expect(new Set(all).size).toBe(all.length);
    for (const path of [
      '/',
      '/blog',
      '/blog/radon-in-iowa-homes',
      '/blog/category/buying',
      '/buy/mortgage-guide',
      '/privacy-policy',
    ]) {
      expect(all).toContain(app.url + path);
    }
    for (const path of ['/search', '/lead-form-demo', '/test-logo', '/blog/post', '/blog/tag/radon']) {
      expect(all).not.toContain(app.url + path);
    }
    for (const address of all) {
      const response = await fetch(address, { redirect: 'manual' });
      const document = parseHtml(await response.text());
      expect([address, response.status]).toEqual([address, 200]);
      expect(document.querySelector('link[rel=canonical]')?.getAttribute('href')).toBe(address);
      expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('index, follow');
    }
  });

  it('has a date for every entry', async () => {
    const days = [...parseXml(await text('/sitemap.xml')).querySelectorAll('lastmod')].map(
      (day) => day.textContent,
    );
    expect(days.length).toBeGreaterThan(20);
    expect(days.filter((day) => !/^\d{4}-\d{2}-\d{2}$/.test(day))).toEqual([]);
  });

  it('leaves out pages that nobody can open, as all lists do, and operators are told', async () => {
    const wordpress = await startFakeSite();
    // As WordPress stores such slugs.
    const slug = (text: string) => encodeURIComponent(text).toLowerCase();
    const page = (id: number, text: string, parent = 0) =>
      wordpress.add('pages', { id, slug: slug(text), parent, title: { rendered: `Page ${id}` } });
    page(10, 'продажа-домов-и-квартир-в-городе');
    page(11, 'пошаговое-руководство-для-продавцов', 10);
    page(12, 'x'.repeat(200));
    page(13, 'y'.repeat(200), 12);
    page(14, '🏠-for-sale');
    const posts = [slug('🏠-news'), '\ud800', 'plain'];
    for (const [index, each] of posts.entries()) wordpress.add('posts', { id: 20 + index, slug: each });
    wordpress.add('categories', { id: 1, name: 'Odd', slug: '\ud800' });
    const own = await runApp({ ...wordpress.env, ALLOW_SAMPLE_INDEX: 'true' });
    // Long enough that no generated class name contains it.
    const UNREACHABLE = /y{20}|for-sale|-news/;
    const all = await addresses(own);
    const nested = all.find((address) => address.length > 300) ?? '';
    expect(decodeURIComponent(nested)).toBe(
      `${own.url}/продажа-домов-и-квартир-в-городе/пошаговое-руководство-для-продавцов`,
    );
    expect((await fetch(nested)).status).toBe(200);
    expect(all).toContain(`${own.url}/${'x'.repeat(200)}`);
    expect(all).toContain(`${own.url}/plain`);
    expect(all.join(' ')).not.toMatch(UNREACHABLE);
    for (const list of ['/sitemap', '/blog', '/feed.xml', '/llms.txt', '/search?q=page']) {
      const response = await fetch(own.url + list);
      expect([list, response.status]).toEqual([list, 200]);
      expect(await response.text(), list).not.toMatch(UNREACHABLE);
    }
    const { notices } = own.content.health();
    for (const [title, reason] of [
      ['Page 13', 'is longer than 300 characters'],
      ['Page 14', 'has characters other than'],
    ] as const) {
      expect(notices).toContainEqual(expect.stringMatching(new RegExp(`“${title}”.*${reason}`)));
    }
    await own.stop();
    await wordpress.stop();
  });

  it('lists WordPress’s published pages, and drops unpublished ones', async () => {
    const wordpress = await startFakeSite();
    wordpress.add('pages', { id: 10, slug: 'team' });
    const own = await runApp(wordpress.env);
    expect(await addresses(own)).toContain(`${own.url}/team`);
    expect(await text('/sitemap', own)).toContain('href="/team"');
    wordpress.edit('pages', 10, { status: 'draft' });
    await own.content.check();
    expect(await addresses(own)).not.toContain(`${own.url}/team`);
    // The stale page may be served until it has been rendered again.
    await expect.poll(() => text('/sitemap', own)).not.toContain('href="/team"');
    await own.stop();
    await wordpress.stop();
  });
});

it('posts that an editor keeps out of search engines are in no list for them, and not found by the search', async () => {
  const wordpress = await startFakeSite();
  const post = (id: number, slug: string, more: object) =>
    wordpress.add('posts', { id, slug, title: { rendered: `Kitchens ${slug}` }, ...more });
  post(1, 'listed', {});
  post(2, 'by-field', { acf: { seo_noindex: '1' } });
  post(3, 'by-plugin', { yoast_head_json: { robots: { index: 'noindex', follow: 'follow' } } });
  const own = await runApp({ ...wordpress.env, ALLOW_SAMPLE_INDEX: 'true' });
  await untilSearchable(own.content);
  for (const path of ['/by-field', '/by-plugin']) {
    expect(await text(path, own)).toContain('<meta name="robots" content="noindex"');
  }
  for (const list of ['/sitemap.xml', '/llms.txt', '/search?q=kitchens']) {
    const shown = await text(list, own);
    expect(shown, list).toContain('/listed');
    expect(shown, list).not.toMatch(/by-field|by-plugin/);
  }
  // People find them in the lists.
  expect(await text('/blog', own)).toMatch(/by-field[^]*by-plugin|by-plugin[^]*by-field/);
  await own.stop();
  await wordpress.stop();
});

describe('the sitemap page', () => {
  it('links to every page of sitemap.xml except the categories', async () => {
    const document = parseHtml(await text('/sitemap'));
    const linked = new Set(
      [...document.querySelectorAll('main a')].map((anchor) => app.url + (anchor.getAttribute('href') ?? '')),
    );
    const missing = (await addresses()).filter(
      (address) => !address.includes('/blog/category/') && !linked.has(address),
    );
    expect(missing).toEqual([]);
  });
});

describe('the other files for machines', () => {
  it('robots.txt blocks the site while the identity is a sample, and otherwise names the sitemap', async () => {
    const open = await text('/robots.txt');
    expect(open).toContain(`Sitemap: ${app.url}/sitemap.xml`);
    expect(open).toContain('Disallow: /admin/');
    // A rule without an end would also block pages such as /search-homes.
    for (const [, rule] of open.matchAll(/^Disallow: (.*)$/gm)) expect(rule).toMatch(/[/?]$/);
    expect(open).not.toMatch(/^Disallow: \/$/m);
    const sample = await runApp();
    expect(await text('/robots.txt', sample)).toMatch(/^Disallow: \/$/m);
    await sample.stop();
  });

  it('feed.xml is RSS 2.0: absolute links, unique ids, valid dates', async () => {
    const document = parseXml(await text('/feed.xml'));
    expect(document.documentElement.getAttribute('version')).toBe('2.0');
    for (const name of ['title', 'link', 'description']) {
      expect(document.querySelector(`channel > ${name}`)?.textContent).not.toBe('');
    }
    const items = [...document.querySelectorAll('item')];
    const posts = app.content.library()?.posts() ?? [];
    expect(items.map((item) => item.querySelector('link')?.textContent)).toEqual(
      posts.map(({ path }) => app.url + path),
    );
    expect(new Set(items.map((item) => item.querySelector('guid')?.textContent)).size).toBe(items.length);
    for (const item of items) {
      expect(Number.isNaN(Date.parse(item.querySelector('pubDate')?.textContent ?? ''))).toBe(false);
      expect(item.querySelector('description')?.textContent.length).toBeGreaterThan(20);
      expect(item.textContent).not.toMatch(/\{\w+\}/);
    }
  });

  it('llms.txt names the site, its pages and its articles', async () => {
    const markdown = await text('/llms.txt');
    expect(markdown).toMatch(/^# .+\n\n> .+/);
    expect(markdown).toContain(`](${app.url}/buy/mortgage-guide): `);
    expect(markdown).toContain(`](${app.url}/blog/radon-in-iowa-homes): `);
  });

  it.each([
    ['/sitemap.xml', 'application/xml'],
    ['/feed.xml', 'application/rss+xml'],
    ['/robots.txt', 'text/plain'],
    ['/llms.txt', 'text/plain'],
  ])('%s is sent as %s, and as a 304 if nothing has changed', async (path, type) => {
    const response = await fetch(app.url + path);
    expect(response.headers.get('content-type')).toContain(type);
    const etag = response.headers.get('etag') ?? '';
    const again = await fetch(app.url + path, {
      headers: { 'If-None-Match': etag, 'Cache-Control': 'max-age=0' },
    });
    expect(again.status).toBe(304);
  });
});

describe('structured data', () => {
  it('says how long the processes take and what a valuation costs', async () => {
    const all = async (path: string) =>
      [...parseHtml(await text(path)).querySelectorAll('script[type="application/ld+json"]')].map(
        (script): Record<string, unknown> => JSON.parse(script.textContent ?? ''),
      );
    expect(await all('/buy')).toContainEqual(
      expect.objectContaining({ '@type': 'HowTo', totalTime: 'P30D' }),
    );
    expect(await all('/sell')).toContainEqual(
      expect.objectContaining({ '@type': 'HowTo', totalTime: 'P45D' }),
    );
    const guide = await all('/sell/home-valuation');
    expect(guide).toContainEqual(
      expect.objectContaining({
        '@type': 'RealEstateAgent',
        makesOffer: expect.objectContaining({ '@type': 'Offer', price: '0', priceCurrency: 'USD' }),
      }),
    );
    expect(guide).toContainEqual(expect.objectContaining({ '@type': 'BreadcrumbList' }));
    expect((await all('/')).some((each) => each['@type'] === 'BreadcrumbList')).toBe(false);
  });
});
