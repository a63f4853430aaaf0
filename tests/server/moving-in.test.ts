import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { loadBuiltInContent } from '../../server/content/built-in/load-built-in-content.ts';
import { describeCompatibilityReport } from '../../server/content/doctor/moving-in/describe-compatibility-report.ts';
import {
  createCompatibilityReport,
  type CompatibilityReport,
} from '../../server/content/doctor/moving-in/compatibility-report.ts';
import { readPublicWordPressContent } from '../../server/content/doctor/moving-in/read-public-site.ts';
import { loadProjectBlocks } from '../../server/content/load-blocks.ts';
import { runCommand } from './run-command.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';

const ROOT = path.join(import.meta.dirname, '../..');

let wordpress: FakeSite;
let waits: number[];
beforeEach(async () => {
  waits = [];
  wordpress = await startFakeSite();
  wordpress.plugin = false;
  wordpress.root = { ...wordpress.root, show_on_front: 'page', page_on_front: 1 };
  add('pages', 1, 'welcome', 'Hello');
  wordpress.edit('pages', 1, { link: `${wordpress.url}/` });
});
afterEach(() => wordpress.stop());

function add(list: 'pages' | 'posts', id: number, slug: string, rendered: string, more: object = {}) {
  const title = { rendered: `About ${slug}` };
  wordpress.add(list, { id, slug, link: `${wordpress.url}/${slug}/`, title, content: { rendered }, ...more });
}

async function examine(): Promise<CompatibilityReport> {
  const config = { url: wordpress.url, credentials: null, proxy: null, secret: null };
  const site = await readPublicWordPressContent({
    config,
    onProgress: () => {},
    onWait: (milliseconds) => waits.push(milliseconds),
    pause: async () => {},
  });
  const blocks = await loadProjectBlocks();
  const { content: builtIn } = await loadBuiltInContent(path.join(ROOT, 'fixtures'), blocks);
  return createCompatibilityReport(site, {
    wordpress: config,
    config: { homeLayout: null, allowSampleIndex: false, imageOrigins: [] },
    builtIn,
    blocks,
    onProgress: () => {},
  });
}
const found = ({ differences }: CompatibilityReport) =>
  differences.map(({ what, places }) => [what, places.map(({ path: at }) => at)]);

describe('the report', () => {
  it('says that a plain site would be shown as in WordPress, with one request at a time and lists of 100', async () => {
    for (let id = 10; id < 215; id += 1) add('posts', id, `post-${id}`, '<p>Words</p>');
    const report = await examine();
    expect(report.totals).toMatchObject({ pages: 1, posts: 205, comments: 0 });
    expect(report.texts).toBe(206);
    expect([report.differences, report.addresses, report.clashes, report.unread]).toEqual([[], [], [], []]);
    expect(describeCompatibilityReport(report)).toContain('All 206 texts would be shown as in WordPress.');
    expect(wordpress.mostParallel).toBe(1);
    expect(wordpress.asked.filter((asked) => asked.includes('/wp/v2/posts?'))).toHaveLength(3);
    expect(wordpress.asked.every((asked) => !asked.includes('status='))).toBe(true);
  });

  it.each([
    ['<div class="wpcf7"><form><input name="a"></form></div>', 'a form of Contact Form 7'],
    ['<div class="wp-block-loginout"><a href="/wp-login.php">in</a></div>', 'the block “Loginout”'],
    ['<p>[price_table id="7"]</p>', 'the shortcode [price_table]'],
    ['<iframe src="https://tours.example/1"></iframe>', 'a frame of tours.example'],
    ['<img src="https://cdn.example/a.jpg" alt="">', 'a picture of cdn.example'],
    ['<script>go()</script>', 'a script'],
    ['<style>p{}</style>', 'styles of its own (CSS)'],
    ['<p style="margin:1px">x</p>', 'margins, shapes or other styles of its own'],
    ['<a href="/nowhere/">x</a>', 'a link to /nowhere'],
    ['<a href="/2019/02/">x</a>', 'a link to /2019/02'],
    ['<a href="/?p=999">x</a>', 'a link to /?p=999'],
    ['<a href="/wp-json/wp/v2/posts">x</a><a href="/admin/leads">x</a>', 'a link to /admin/leads'],
  ])('counts %s in pages and posts', async (html, what) => {
    add('pages', 5, 'page', html);
    add('posts', 6, 'post', html);
    add('posts', 7, 'other', '<p>Words</p>');
    expect(found(await examine())).toEqual([[what, ['/page', '/post']]]);
  });

  it('knows links that live on', async () => {
    add('posts', 6, 'post', '<p>Words</p>', { date_gmt: '2026-11-07T10:00:00', categories: [3] });
    wordpress.add('categories', {
      id: 3,
      name: 'News',
      slug: 'news',
      link: `${wordpress.url}/category/news/`,
    });
    const links = [
      '/',
      '/post/',
      '/?p=6',
      '/?cat=3',
      '/category/news/',
      '/category/news/feed/',
      '/feed/',
      '/2026/11/',
    ];
    links.push(
      '/about/',
      '/post/#words',
      '/buyers/',
      '/search?q=a',
      '/wp-content/uploads/a.pdf',
      '/welcome/',
    );
    add('pages', 5, 'page', links.map((link) => `<a href="${wordpress.url}${link}">x</a>`).join(' '));
    expect(found(await examine())).toEqual([]);
  });

  it('names addresses that change, that lead elsewhere and that replace a part of the site', async () => {
    const words = '<p>Words</p>';
    add('pages', 5, 'search', words);
    add('pages', 6, 'admin', words);
    add('pages', 7, 'contact-us', words);
    add('pages', 8, 'about', words, { acf: { hero_title: 'Filled' } });
    add('posts', 9, 'sell', words);
    add('posts', 10, 'plain', words, { link: `${wordpress.url}/?p=10` });
    const report = await examine();
    expect(report.addresses.map(({ from, to, redirects }) => [from, to, redirects])).toEqual([
      ['/contact-us', '/contact', true],
      ['/?p=10', '/blog/plain', true],
      ['/sell', '/blog/sell', false],
    ]);
    expect(report.clashes).toMatchObject([{ wanted: '/admin', path: '/wp/admin' }]);
    expect(report.builtIn.toSorted((a, b) => a.path.localeCompare(b.path))).toMatchObject([
      { path: '/', isTextShown: true },
      { path: '/about', isTextShown: false },
      { path: '/contact', isTextShown: true, replaces: null },
      { path: '/search', isTextShown: true, replaces: 'the search of this site' },
    ]);
    expect(found(report)).toEqual([
      ['a text that is not shown, because the page shows sections', ['/about']],
    ]);
    expect(describeCompatibilityReport(report)).toMatch(
      /1 page should get another slug\. Nothing was changed in WordPress\.$/,
    );
  });

  it('counts what the site does not show: other types and what is behind a password', async () => {
    add('posts', 9, 'secret', '', { content: { rendered: '', protected: true } });
    const links = Array.from({ length: 2 }, (_, index) => ({ link: `${wordpress.url}/listing/${index}/` }));
    wordpress.routes.set('/wp/v2/types', () => ({
      json: {
        post: { name: 'Posts', rest_base: 'posts' },
        wp_block: { name: 'Patterns', rest_base: 'blocks' },
        listing: { name: 'Listings', rest_base: 'listings' },
        closed: { name: 'Closed', rest_base: 'closed' },
      },
    }));
    wordpress.routes.set('/wp/v2/listings', () => ({ json: links, headers: { 'X-WP-Total': '12' } }));
    wordpress.routes.set('/wp/v2/closed', () => ({ status: 401, json: { code: 'rest_forbidden' } }));
    const report = await examine();
    expect(report.otherTypes).toEqual([
      { name: 'Listings', total: 12, links: links.map(({ link }) => link) },
    ]);
    expect(report.protected).toEqual([{ id: 9, title: 'About secret' }]);
    expect(report.totals.posts).toBe(0);
    const text = describeCompatibilityReport(report);
    expect(text).toContain('Listings: 12, such as');
    expect(text).toContain('12 entries of other types would not be shown');
  });
});

describe('a WordPress that cannot be read', () => {
  it.each([
    [
      'is closed by a security plugin',
      { status: 401, json: { code: 'rest_disabled' } },
      /401 rest_disabled.*security plugin/s,
    ],
    ['answers HTML', 'html', /answers HTML\. Set permalinks/],
    [
      'has no REST API',
      { status: 404, json: { code: 'rest_no_route' } },
      /is not there \(404 rest_no_route\)/,
    ],
    [
      'has moved',
      { status: 301, headers: { Location: 'https://www.other.example/' } },
      /has moved to https:\/\/www\.other\.example/,
    ],
    ['breaks off', 'cut', /cannot be reached|broken off/],
  ] as const)('that %s names the fix', async (_, misbehaviour, message) => {
    wordpress.misbehaviour = misbehaviour;
    await expect(examine()).rejects.toThrow(message);
    expect(waits).toEqual([]);
  });

  it.each([429, 503])('is waited for as long as it asks, with %i', async (status) => {
    let asked = 0;
    wordpress.routes.set('/wp/v2/posts', () => {
      asked += 1;
      return asked > 2 ? null : { status, json: { code: 'busy' }, headers: { 'Retry-After': '7' } };
    });
    expect((await examine()).texts).toBe(1);
    expect(waits).toEqual([7_000, 7_000]);
  });

  it('is not waited for without end', async () => {
    wordpress.misbehaviour = { status: 503, headers: { 'Retry-After': '3600' } };
    await expect(examine()).rejects.toThrow(/503/);
    wordpress.misbehaviour = { status: 503 };
    await expect(examine()).rejects.toThrow(/503/);
    expect(waits).toEqual([2_000, 4_000, 8_000, 16_000, 32_000]);
  });
});

describe('npm run doctor -- --moving-in', () => {
  let dataDir: string;
  beforeAll(async () => {
    dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-moving-in-'));
  });
  afterAll(() => rm(dataDir, { recursive: true, force: true }));

  async function command(env: Record<string, string>, ...more: string[]) {
    const { code, out, err } = await runCommand(['doctor', '--moving-in', ...more], {
      DATA_DIR: dataDir,
      ...env,
    });
    return { status: code, output: code === 0 ? out : out + err };
  }

  it('reads the given address without credentials of another, prints the report, and stores nothing', async () => {
    add('posts', 6, 'post', '<form></form>');
    const authorized: unknown[] = [];
    wordpress.routes.set('/wp/v2/posts', (_query, { headers }) => {
      authorized.push(headers.authorization);
      expect(headers['user-agent']).toContain('Lintel');
      return null;
    });
    const env = { ...wordpress.env, WORDPRESS_API_URL: 'https://cms.example' };
    const text = await command(env, wordpress.url);
    expect(text).toMatchObject({ status: 0, output: expect.stringContaining('A form, in 1 text.') });
    const json = await command({}, wordpress.url, '--json');
    expect(JSON.parse(json.output)).toMatchObject({ texts: 2, differences: [{ what: 'a form' }] });
    expect(authorized).toEqual([undefined, undefined]);
    expect(await readdir(dataDir)).toEqual([]);
  });

  it('reads the configured WordPress with its account', async () => {
    expect(await command(wordpress.env)).toMatchObject({
      status: 0,
      output: expect.stringContaining('All 1 text would be shown as in WordPress'),
    });
    expect(wordpress.asked.some((asked) => asked.includes('status=publish'))).toBe(true);
  });

  it('fails with the fix if it cannot read', async () => {
    expect(await command({})).toMatchObject({
      status: 2,
      output: expect.stringContaining('Say which WordPress'),
    });
    expect(await command({}, 'http://')).toMatchObject({
      status: 2,
      output: expect.stringContaining('is not an address'),
    });
    const plain = createServer((_request, response) => response.end('<!doctype html>'));
    await new Promise<void>((resolve) => plain.listen(0, '127.0.0.1', resolve));
    const address = z.object({ port: z.number() }).parse(plain.address());
    expect(await command({}, `http://127.0.0.1:${address.port}`)).toMatchObject({
      status: 2,
      output: expect.stringContaining('answers HTML'),
    });
    plain.close();
  });
});
