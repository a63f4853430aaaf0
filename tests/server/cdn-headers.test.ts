import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { wordpressSignature } from '../../server/content/rest/signed-request.ts';
import { PROJECT_ROOT } from '../../server/platform/root.ts';
import { startPictureOrigin, type PictureOrigin } from './picture-origin.ts';
import { fieldsOf, parseHtml } from './read-page.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { signIn } from './sign-in.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';
import { untilSearchable } from './support/until-searchable.ts';
import { startPurgeReceiver, type PurgeReceiver } from './support/purge-receiver.ts';

const SECRET = 'a-secret-that-both-sides-share-0123456789';
const BROWSER = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';
const LAYOUT = [{ block: 'hero', key: 'hero' }];

let wordpress: FakeSite;
let origin: PictureOrigin;
let receiver: PurgeReceiver;
let apps: { off: RunningApp; on: RunningApp };
let asset = '';
let token = '';
/** A picture’s path without an ending. */
let picture = '';
/** The path of a share image. It has a hash of what is in it. */
const sharePictures = { off: '', on: '' };

beforeAll(async () => {
  [wordpress, origin, receiver] = await Promise.all([
    startFakeSite(),
    startPictureOrigin(),
    startPurgeReceiver(),
  ]);
  const create = { width: 1600, height: 900, channels: 3, background: '#b4472b' } as const;
  origin.files.set('/uploads/porch.jpg', await sharp({ create }).jpeg().toBuffer());
  wordpress.add('media', {
    id: 8,
    source_url: `${origin.url}/uploads/porch.jpg`,
    media_details: { width: 1600, height: 900 },
  });
  const page = (id: number, slug: string, more: object) =>
    wordpress.add('pages', { id, slug, title: { rendered: slug }, ...more });
  const hero = { page_layout: JSON.stringify(LAYOUT), hero_title: 'Come in' };
  page(1, 'about', { acf: { ...hero, hero_image: 8 } });
  page(2, 'club', { password: 'open sesame', content: { rendered: '<p>Secret</p>', protected: false } });
  page(3, 'open-house', {
    acf: {
      ...hero,
      layout_variants: JSON.stringify({
        running: true,
        since: '2026-11-01T00:00:00Z',
        variants: [{ name: 'Short', weight: 50, layout: LAYOUT }],
      }),
    },
  });
  const environment = {
    ...wordpress.env,
    WORDPRESS_WEBHOOK_SECRET: SECRET,
    CONTENT_MAX_AGE: '3600',
    IMAGE_ORIGINS: origin.url,
    ALLOW_SAMPLE_INDEX: 'true',
  };
  const cdn = { CDN: '1', CDN_PURGE_URL: receiver.url, CDN_PURGE_TOKEN: 'purge-token' };
  // Pages have the year, so they are kept for less time on its last day.
  const clock = { now: () => Date.parse('2026-11-22T18:00:00Z') };
  const [off, on] = await Promise.all([
    runApp(environment, undefined, clock),
    runApp({ ...environment, ...cdn }, undefined, clock),
  ]);
  apps = { off, on };
  await Promise.all([untilSearchable(off.content), untilSearchable(on.content)]);
  for (const app of [off, on]) {
    await (await signIn(app)).send('POST', '/api/admin/redirects', { from: '/old-flyer', to: '/buy' });
    await app.pages.refresh();
  }
  asset =
    (await readdir(path.join(PROJECT_ROOT, 'dist/client/assets'))).find((each) => each.endsWith('.js')) ?? '';
  const draft = { id: 'a1', post: 1, user: 2, name: 'Eda', expires: Date.now(), kind: 'draft' };
  const encoded = Buffer.from(JSON.stringify(draft)).toString('base64url');
  token = `${encoded}.${wordpressSignature(`preview.${encoded}`, SECRET)}`;
  wordpress.routes.set(`/lintel/v1/preview/${token}`, () => ({
    json: {
      kind: 'page',
      entry: wordpress.lists.pages.find(({ id }) => id === 1),
      status: 'publish',
      version: 'unsaved',
      changed: '2026-11-22T17:00:00Z',
      edit_link: 'https://cms.example.com/wp-admin/post.php?post=1&action=edit',
    },
  }));
  for (const side of ['off', 'on'] as const) {
    const html = await (await fetch(`${apps[side].url}/about`)).text();
    picture = /\/media\/[\w-]{16}\/640/.exec(html)?.[0] ?? '';
    sharePictures[side] = /\/share\/[^"]+/.exec(html)?.[0].replaceAll('&amp;', '&') ?? '';
  }
});
afterAll(async () => {
  await Promise.all([apps.off.stop(), apps.on.stop()]);
  await Promise.all([wordpress.stop(), origin.stop(), receiver.goDown()]);
});

interface Expected {
  status: number;
  /** Cache-Control without a CDN. */
  off: string | null;
  /** Cache-Control with a CDN, if it differs. */
  on?: string;
  /** The header for the CDN. */
  targeted?: string | null;
  keys?: readonly string[];
  vary?: string | null;
  /** `Vary` without a CDN, if it differs. */
  varyOff?: string | null;
}

const stored = { on: 'public, max-age=0, s-maxage=86400, stale-if-error=604800' };
const long = 'max-age=86400, stale-while-revalidate=60, stale-if-error=604800';
const short = 'max-age=60, stale-while-revalidate=60, stale-if-error=604800';
const PAGE = { status: 200, off: 'no-cache', ...stored, targeted: long, vary: 'Accept-Encoding' };
const CONTENT = {
  off: 'no-cache',
  on: 'public, max-age=0, s-maxage=60, stale-if-error=604800',
  targeted: short,
  keys: ['all', 'content'],
  vary: 'Accept-Encoding',
};
const MOVED = {
  ...CONTENT,
  status: 301,
  off: 'public, max-age=300',
  on: 'public, max-age=300, s-maxage=60, stale-if-error=604800',
  vary: null,
  varyOff: 'Accept',
};
const FOREVER = {
  status: 200,
  off: 'public, max-age=31536000, immutable',
  on: 'public, max-age=31536000, immutable',
  targeted: null,
  keys: ['files'],
};
const post = { method: 'POST', body: new URLSearchParams({ nothing: 'here' }) };

const KINDS: [what: string, at: (side: 'off' | 'on') => string, expected: Expected, init?: RequestInit][] = [
  [
    'a page',
    () => '/about',
    { ...PAGE, keys: ['all', 'page:/about', 'settings', 'menu:primary', 'media:8'] },
  ],
  ['a page with a campaign', () => '/about?utm_source=x', { ...PAGE, keys: ['all', 'page:/about'] }],
  ['the home page', () => '/', { ...PAGE, keys: ['all', 'settings'] }],
  ['a search', () => '/search?q=porch', { ...PAGE, keys: ['all', 'search'] }],
  ['an unknown path', () => '/no-such-page', { ...CONTENT, status: 404 }],
  ['a redirect', () => '/buyers', MOVED],
  ['a path with a slash', () => '/about/', MOVED],
  ['an operator’s redirect', () => '/old-flyer', MOVED],
  ['a feed’s other address', () => '/feed', MOVED],
  ['a feed', () => '/feed.xml', { ...CONTENT, status: 200 }],
  ['the sitemap', () => '/sitemap.xml', { ...CONTENT, status: 200 }],
  ['robots.txt', () => '/robots.txt', { ...CONTENT, status: 200 }],
  ['llms.txt', () => '/llms.txt', { ...CONTENT, status: 200 }],
  ['a file of the build', () => `/assets/${asset}`, { ...FOREVER, vary: 'Accept-Encoding' }],
  [
    'a file that a new version replaces',
    () => '/favicon.svg',
    {
      status: 200,
      off: 'public, max-age=3600',
      on: 'public, max-age=3600, s-maxage=86400, stale-if-error=604800',
      targeted: long,
      keys: ['all'],
      vary: 'Accept-Encoding',
    },
  ],
  ['a script without a hash', () => '/page-bar.js', { ...PAGE, keys: ['all'] }],
  ['a picture', () => picture, { ...FOREVER, vary: null, varyOff: 'Accept' }],
  ['a picture as WebP', () => `${picture}.webp`, { ...FOREVER, vary: null }],
  ['a share image', (side) => sharePictures[side], { ...FOREVER, vary: null }],
  [
    'an unknown picture',
    () => '/media/0123456789abcdef/640',
    { status: 404, off: 'no-cache', on: 'private, no-cache', vary: null, varyOff: 'Accept' },
  ],
  [
    'a page with an A/B test',
    () => '/open-house',
    { status: 200, off: 'private, no-cache', vary: 'Accept-Encoding, Cookie' },
  ],
  [
    'the form for a password',
    () => '/club',
    { status: 200, off: 'private, no-store', vary: 'Accept-Encoding' },
  ],
  [
    'a preview',
    () => `/preview?token=${token}`,
    { status: 200, off: 'no-store', on: 'private, no-store', vary: null },
  ],
  [
    'the answer to a post',
    () => '/contact',
    { status: 400, off: 'no-store', on: 'private, no-store', vary: null },
    post,
  ],
  [
    'an operator’s screen',
    () => '/admin/leads',
    { status: 302, off: 'no-store', on: 'private, no-store', vary: 'Accept' },
  ],
  [
    'an operator’s data',
    () => '/api/admin/overview',
    { status: 401, off: 'no-store', on: 'private, no-store', vary: null },
  ],
  [
    'content for the browser',
    () => '/wp-json/wp/v2/pages?path=/about',
    { status: 200, off: 'no-cache', on: 'private, no-cache', vary: null },
  ],
  ['an unknown API', () => '/api/nothing', { ...CONTENT, status: 404 }],
  [
    'the health check',
    () => '/healthz',
    { status: 200, off: 'no-store', on: 'private, no-store', vary: null },
  ],
];

async function ask(app: RunningApp, at: string, init: RequestInit = {}) {
  const response = await fetch(app.url + at, {
    redirect: 'manual',
    ...init,
    headers: { 'User-Agent': BROWSER, 'X-Request-Id': 'one-request', Origin: app.url },
  });
  await response.arrayBuffer();
  const { status, headers } = response;
  const seen = (name: string) => headers.get(name);
  return { status, seen, keys: seen('surrogate-key')?.split(' ') };
}

describe.each(KINDS)('%s', (what, at, expected, init) => {
  it('is cached as before without CDN', async () => {
    const { status, seen, keys } = await ask(apps.off, at('off'), init);
    const { vary = null, varyOff = vary } = expected;
    expect([status, seen('cache-control'), seen('vary')]).toEqual([expected.status, expected.off, varyOff]);
    expect([keys, seen('cache-tag'), seen('cdn-cache-control'), seen('surrogate-control')]).toEqual([
      undefined,
      null,
      null,
      null,
    ]);
    expect(seen('x-request-id')).toBe('one-request');
    expect(seen('set-cookie') !== null).toBe(what === 'a page with an A/B test');
  });

  it('says with CDN=1 whether a CDN may keep it', async () => {
    const { status, seen, keys } = await ask(apps.on, at('on'), init);
    const { on = expected.off, targeted = null, vary = null } = expected;
    expect([status, seen('cache-control'), seen('vary')]).toEqual([expected.status, on, vary]);
    expect([seen('cdn-cache-control'), seen('surrogate-control')]).toEqual([targeted, targeted]);
    if (expected.keys === undefined) expect([keys, seen('cache-tag')]).toEqual([undefined, null]);
    else expect(keys).toEqual(expect.arrayContaining([...expected.keys]));
    expect(seen('cache-tag')).toBe(keys?.join(',') ?? null);
    if (keys) expect([seen('set-cookie'), seen('x-request-id')]).toEqual([null, null]);
  });
});

it('a page is the same for operators, with any cookie, and as 304', async () => {
  const { cookie } = await signIn(apps.on);
  const shown = await fetch(`${apps.on.url}/about`, { headers: { cookie: `${cookie}; other=1` } });
  const visitor = await fetch(`${apps.on.url}/about`);
  expect(await shown.text()).toBe(await visitor.text());
  const caching = ['cache-control', 'surrogate-key', 'set-cookie', 'x-request-id'];
  const of = ({ headers }: Response) => caching.map((name) => headers.get(name));
  expect(of(shown)).toEqual(of(visitor));
  const again = await fetch(`${apps.on.url}/about`, {
    headers: { 'if-none-match': visitor.headers.get('etag') ?? '' },
  });
  expect([again.status, ...of(again)]).toEqual([304, ...of(visitor)]);
});

it('pages name pictures whose format is in the address', async () => {
  const html = await (await fetch(`${apps.on.url}/about`)).text();
  const named = html.match(/\/media\/[\w-]{16}\/\d+[^\s",\\]*/g) ?? [];
  expect(named.length).toBeGreaterThan(3);
  expect(named.filter((each) => !each.endsWith('.webp'))).toEqual([]);
  const type = async (at: string) =>
    (await fetch(apps.on.url + at, { headers: { accept: 'image/avif,image/webp' } })).headers.get(
      'content-type',
    );
  expect(await type(named[0] ?? '')).toBe('image/webp');
  // Pages from before the setting was changed name this one.
  expect(await type(picture)).toBe('image/jpeg');
});

it('a form can be posted from a page that somebody else has got', async () => {
  const at = `${apps.on.url}/sell/home-valuation`;
  const form = parseHtml(await (await fetch(at)).text()).querySelector<HTMLFormElement>(
    '#contact form[method="post"]',
  );
  if (!form) throw new Error('There is no form.');
  for (const email of ['one@example.com', 'two@example.com']) {
    const body = new URLSearchParams({ ...fieldsOf(form), contactMethod: 'email', email });
    const answer = await fetch(at, { method: 'POST', body, headers: { origin: apps.on.url } });
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.get('surrogate-key')).toBeNull();
  }
  const leads = await apps.on.database.query.selectFrom('leads').select('email').orderBy('email').execute();
  expect(leads.map(({ email }) => email)).toEqual(['one@example.com', 'two@example.com']);
});

it('visits are counted by what the pages report, and not by what the server sends', async () => {
  const { database, visits, url } = apps.on;
  await visits.flush();
  await database.query.deleteFrom('page_visits').execute();
  const html = await (await fetch(`${url}/about`, { headers: { 'User-Agent': BROWSER } })).text();
  expect(html).toContain('data-visit="report"');
  const report = (at: string, headers: Record<string, string> = {}) =>
    fetch(`${url}/api/visit`, {
      method: 'POST',
      body: at,
      headers: { 'User-Agent': BROWSER, 'Content-Type': 'text/plain', Origin: url, ...headers },
    });
  await report('/about');
  await report('/invented');
  await report('/about', { 'Sec-GPC': '1' });
  await report('/about', { 'User-Agent': 'Googlebot/2.1' });
  await visits.flush();
  const rows = await database.query.selectFrom('page_visits').select(['path', 'visits']).execute();
  expect(rows).toEqual([{ path: '/about', visits: 1 }]);
  expect(await (await fetch(`${apps.off.url}/about`)).text()).not.toContain('data-visit');
});

it('an edit purges what the page has read, and nothing else', async () => {
  const { on } = apps;
  await expect.poll(() => receiver.keys).toContain('all');
  expect(receiver.headers).toMatchObject({
    method: 'POST',
    'content-type': 'application/json',
    authorization: 'Bearer purge-token',
  });
  receiver.keys.length = 0;
  await fetch(`${on.url}/about`);
  wordpress.edit('pages', 1, { acf: { page_layout: JSON.stringify(LAYOUT), hero_title: 'Welcome back' } });
  await on.content.check();
  await expect.poll(() => receiver.keys).toContain('page:/about');
  expect(receiver.keys).toContain('content');
  for (const other of ['settings', 'menu:primary', 'media:8']) expect(receiver.keys).not.toContain(other);
  // The old page is sent until the new one is rendered.
  await expect.poll(async () => (await fetch(`${on.url}/about`)).text()).toContain('Welcome back');
});

it('an operator’s redirect purges everything', async () => {
  const client = await signIn(apps.on);
  await fetch(`${apps.on.url}/anything`);
  receiver.keys.length = 0;
  const added = await client.send('POST', '/api/admin/redirects', { from: '/sale', to: '/sell' });
  expect(added.status).toBe(201);
  await expect.poll(() => receiver.keys).toContain('all');
});

it.each([
  ['br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['identity', null],
])('sitemap and feed are compressed for Accept-Encoding: %s', async (accept, encoding) => {
  // Otherwise, `fetch` asks for an answer that is not cached.
  const cached = { 'cache-control': 'max-age=0' };
  for (const at of ['/sitemap.xml', '/feed.xml']) {
    const response = await fetch(apps.off.url + at, { headers: { 'accept-encoding': accept } });
    expect(response.headers.get('content-encoding')).toBe(encoding);
    expect(response.headers.get('vary')).toBe('Accept-Encoding');
    expect(await response.text()).toMatch(/^<\?xml/);
    const etag = response.headers.get('etag') ?? '';
    expect((await fetch(apps.off.url + at, { headers: { 'if-none-match': etag, ...cached } })).status).toBe(
      304,
    );
  }
});
