import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { onEachEngine, type NewDatabase } from './database-engines.ts';
import { parseHtml } from './read-page.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';
import { TEST_LIMIT } from '../setup/time-limits.ts';

/** A word behind the password, and another one to search for it. */
const SECRET = 'zanzibar';
const NEAR = 'xylophone';
const PASSWORD = ' open Sesame {phone} ü';
const DAY_MS = 24 * 3_600_000;

let wordpress: FakeSite;
let app: RunningApp;
let time: number;

const open = async (more: Record<string, string> = {}, newDatabase: NewDatabase = async () => ({})) => {
  app = await runApp({ ...wordpress.env, ...(await newDatabase()), ...more }, undefined, { now: () => time });
};
const text = (words: string) => ({ rendered: `<p>${words}</p>`, protected: false });
const behindPassword = {
  password: PASSWORD,
  content: text(`The ${SECRET} ${NEAR} house`),
  excerpt: text(`A ${SECRET} ${NEAR} excerpt`),
  yoast_head_json: { description: `A ${SECRET} description` },
};

beforeEach(async () => {
  time = Date.UTC(2026, 10, 27);
  wordpress = await startFakeSite();
  wordpress.add('pages', { id: 1, slug: 'club', title: { rendered: 'Club' }, ...behindPassword });
  wordpress.add('pages', { id: 2, slug: 'sections', title: { rendered: 'Sections' }, ...behindPassword });
  wordpress.edit('pages', 2, {
    acf: {
      page_layout: JSON.stringify([{ block: 'hero', key: 'hero' }]),
      hero_title: `The ${SECRET} ${NEAR} hero`,
      hero_subtitle: 'A subtitle',
      seo_description: `A ${SECRET} description`,
      other: SECRET,
    },
  });
  wordpress.add('posts', {
    id: 11,
    slug: 'deal',
    title: { rendered: 'Deal' },
    date_gmt: '2026-11-20T10:00:00',
    comment_status: 'open',
    ...behindPassword,
  });
  wordpress.add('posts', {
    id: 12,
    slug: 'news',
    title: { rendered: 'News' },
    date_gmt: '2026-11-21T10:00:00',
  });
});
afterEach(async () => {
  await app.stop();
  await wordpress.stop();
});

interface Visit {
  cookie?: string;
  headers?: Record<string, string>;
}

const get = (path: string, { cookie, headers = {} }: Visit = {}) =>
  fetch(app.url + path, {
    redirect: 'manual',
    headers: { ...headers, ...(cookie === undefined ? {} : { cookie }) },
  });
const documentOf = async (response: Response) => parseHtml(await response.text());
const enter = (entry: number, password: string, headers: Record<string, string> = {}) =>
  fetch(`${app.url}/api/page-password`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams({ entry: String(entry), post_password: password }),
    headers,
  });
/** Enters the right password. Returns the cookie that the browser keeps. */
async function passFor(entry: number): Promise<string> {
  const response = await enter(entry, PASSWORD);
  expect(response.status).toBe(303);
  return response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? '';
}
const isOpen = async (path: string, visit: Visit = {}) =>
  (await (await get(path, visit)).text()).includes(SECRET);

const PLACES = [
  ['a page with a body', '/club', 1, 'Club'],
  ['a page of sections', '/sections', 2, 'Sections'],
  ['a post', '/deal', 11, 'Deal'],
] as const;

describe.each([
  ['with the companion plugin', true],
  ['without it', false],
])('%s', (_how, plugin) => {
  beforeEach(async () => {
    wordpress.plugin = plugin;
    await open();
  });

  it.each(PLACES)(
    '%s asks for its password, and shows itself to those who know it',
    async (_what, path, id, title) => {
      const closed = await get(path);
      expect([closed.status, closed.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
      const document = await documentOf(closed);
      expect(document.querySelector('h1')?.textContent).toBe(`Protected: ${title}`);
      expect(document.title).toMatch(new RegExp(`^Protected: ${title} \\| `));
      expect(document.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
      const form = document.querySelector('form[action="/api/page-password"]');
      expect(form?.textContent).toContain(
        'This content is password protected. To view it please enter your password below.',
      );
      expect(form?.querySelector('[name=entry]')?.getAttribute('value')).toBe(String(id));
      expect([form?.querySelector('label')?.textContent, form?.querySelector('button')?.textContent]).toEqual(
        ['Password', 'Enter'],
      );
      expect(document.documentElement.outerHTML).not.toContain(SECRET);

      const wrong = await enter(id, `${PASSWORD}!`);
      expect([wrong.status, wrong.headers.get('location')]).toEqual([
        303,
        `${path}?password=wrong#password-${id}`,
      ]);
      expect(wrong.headers.getSetCookie()).toEqual([]);
      const again = await documentOf(await get(`${path}?password=wrong`));
      const input = again.querySelector('input[type=password]');
      expect(input?.id).toBe(`password-${id}`);
      expect(input?.getAttribute('aria-invalid')).toBe('true');
      const error = again.getElementById(input?.getAttribute('aria-describedby') ?? '');
      expect([error?.getAttribute('role'), error?.textContent]).toEqual([
        'alert',
        'That password is not right. Please try again.',
      ]);

      const right = await enter(id, PASSWORD);
      expect([right.status, right.headers.get('location')]).toEqual([303, path]);
      const [cookie = ''] = right.headers.getSetCookie();
      expect(cookie).toMatch(
        new RegExp(`^page-pass-${id}=\\d+\\.[\\w-]{43}; Max-Age=864000; Path=/; .*HttpOnly; SameSite=Lax$`),
      );
      const visit = { cookie: cookie.split(';', 1)[0] ?? '' };
      const opened = await get(path, visit);
      expect([opened.status, opened.headers.get('cache-control')]).toEqual([200, 'private, no-store']);
      const shown = await documentOf(opened);
      expect(shown.querySelector('main')?.textContent).toContain(`The ${SECRET} ${NEAR} h`);
      expect(shown.querySelector('meta[name=robots]')?.getAttribute('content')).toBe('noindex');
      expect(shown.querySelector('#respond, form[action="/api/page-password"]')).toBeNull();
      // Nobody else gets it, neither from the page store nor at the address of another page.
      expect(await isOpen(path)).toBe(false);
      for (const [, other, otherId] of PLACES) {
        if (otherId !== id) expect(await isOpen(other, visit)).toBe(false);
      }
    },
  );

  it('the page keeps its query, whatever the password', async () => {
    const from = (page: string) => ({ referer: app.url + page });
    const address = async (password: string, page: string) =>
      (await enter(11, password, from(page))).headers.get('location');
    expect(await address('guess', '/deal?cpage=2&x=1')).toBe('/deal?cpage=2&x=1&password=wrong#password-11');
    expect(await address('guess', '/deal?password=wrong&x=1')).toBe('/deal?password=wrong&x=1#password-11');
    expect(await address(PASSWORD, '/deal?cpage=2&x=1&password=wrong')).toBe('/deal?cpage=2&x=1');
    const again = await documentOf(await get('/deal?cpage=2&x=1&password=wrong'));
    expect(again.querySelector('input[type=password]')?.getAttribute('aria-invalid')).toBe('true');
    // Another site's address, and one that is too long for a header.
    const foreign = { referer: 'https://evil.example//evil.example/?x=1' };
    expect((await enter(11, PASSWORD, foreign)).headers.get('location')).toBe('/deal?x=1');
    expect(await address('guess', `/deal?x=${'y'.repeat(3_000)}`)).toBe('/deal?password=wrong#password-11');
  });

  it('the password is kept nowhere', async () => {
    await enter(1, PASSWORD);
    const { dataDir } = app.config;
    const names = await readdir(dataDir, { recursive: true, withFileTypes: true });
    const files = names.filter((each) => each.isFile()).map((each) => path.join(each.parentPath, each.name));
    const stored = Buffer.concat(await Promise.all(files.map((file) => readFile(file)))).toString('latin1');
    expect(stored).toContain(SECRET);
    expect(stored).not.toContain('Sesame');
    expect(JSON.stringify(app.events())).not.toContain('Sesame');
  });

  it('a changed password closes the page again, and a page without one is stored as usual', async () => {
    const cookie = await passFor(1);
    wordpress.edit('pages', 1, { password: 'another' });
    await app.content.check();
    expect(await isOpen('/club', { cookie })).toBe(false);
    expect((await enter(1, PASSWORD)).headers.get('location')).toBe('/club?password=wrong#password-1');
    expect((await enter(1, 'another')).headers.get('location')).toBe('/club');

    wordpress.edit('pages', 1, { password: '' });
    wordpress.edit('posts', 11, { password: '' });
    await app.content.check();
    await app.pages.refresh();
    expect(await isOpen('/club')).toBe(true);
    expect((await get('/club')).headers.get('cache-control')).toBe('no-cache');
    expect(app.pages.isStored('/club')).toBe(true);
    expect(await isOpen('/blog')).toBe(true);
    await expect.poll(() => isOpen(`/search?q=${NEAR}`)).toBe(true);
    expect((await enter(1, 'another')).status).toBe(410);

    wordpress.edit('pages', 1, { password: PASSWORD });
    wordpress.edit('posts', 11, { password: PASSWORD });
    await app.content.check();
    await app.pages.refresh();
    for (const path of ['/club', '/deal', '/blog']) {
      expect([path, await isOpen(path)]).toEqual([path, false]);
    }
    // The search notices the change when it has indexed the pages again.
    await expect.poll(() => isOpen(`/search?q=${NEAR}`)).toBe(false);
  });

  it('an entry that did not change keeps its hash, so that nobody has to enter the password again', async () => {
    const cookie = await passFor(11);
    wordpress.edit('posts', 11, { content: text(`The ${SECRET} house, and more`) });
    await app.content.check();
    expect(await (await get('/deal', { cookie })).text()).toContain('house, and more');
  });

  it('what is behind the password is nowhere else', async () => {
    const hello = { id: 20, slug: 'hello', date_gmt: '2026-11-22T10:00:00' };
    wordpress.add('posts', hello);
    await app.content.check();
    const cards = (await documentOf(await get('/blog'))).querySelector('main')?.textContent;
    expect(cards).toContain('Protected: DealThere is no excerpt because this is a protected post.');
    const places = PLACES.map(([, path]) => path);
    const paths = [
      '/ /blog /blog?page=1 /news /hello /club /sections /deal /site-map /sitemap /nowhere /club/amp /deal/2',
      '/wp/club /wp/sections /club?password=wrong /deal?comment=waits /?p=11 /?page_id=1 /healthz /readyz',
      '/sitemap.xml /llms.txt /robots.txt /feed.xml /feed/atom /deal/feed /club/feed /share/club.png /share/deal.png',
      `/search?q=${NEAR} /search?q=Deal /search?q=house /?s=${NEAR} /wp-json/wp/v2 /wp-json/wp/v2/pages?slug=blog`,
      '/wp-json/wp/v2/posts?per_page=100 /wp-json/wp/v2/posts?slug=deal',
      `/wp-json/wp/v2/pages?slug=search&path=/search&query=q%3D${NEAR}`,
      ...places.map((path) => `/wp-json/wp/v2/pages?slug=${path.slice(1)}&path=${path}`),
      ...places.map((path) => `/wp-json/wp/v2/pages?slug=${path.slice(1)}`),
    ].flatMap((line) => line.split(' '));
    const bodies = await Promise.all(
      paths.map(async (path) => {
        const response = await fetch(app.url + path, { signal: AbortSignal.timeout(TEST_LIMIT) });
        return [path, Buffer.from(await response.arrayBuffer()).toString('latin1')] as const;
      }),
    );
    for (const [path, body] of bodies) {
      expect([path, body.includes(SECRET)]).toEqual([path, false]);
    }
    const bodyOf = (path: string) => bodies.find(([each]) => each === path)?.[1] ?? '';
    for (const path of ['/sitemap.xml', '/llms.txt']) {
      expect(bodyOf(path)).toContain('/news');
      expect(bodyOf(path)).not.toMatch(/\/(?:club|sections|deal)\b/);
    }
    expect(bodyOf('/feed.xml')).toContain('There is no excerpt because this is a protected post.');
    expect(bodyOf('/wp-json/wp/v2/pages?slug=club&path=/club')).toBe('[]');
    expect(JSON.stringify(app.events())).not.toContain(SECRET);
  });

  it('works while WordPress is down, and after a restart', async () => {
    wordpress.misbehaviour = 'down';
    const cookie = await passFor(1);
    expect(await isOpen('/club', { cookie })).toBe(true);
  });
});

onEachEngine((newDatabase) => {
  it('several servers with the same key open the page, for ten days, and others do not', async () => {
    const shared = await newDatabase();
    const key = { SECRET_KEY: 'the-secret-key-of-the-servers-of-this-test-0123456789' };
    await open(key, async () => shared);
    const cookie = await passFor(1);
    const first = app;
    await open(key, newDatabase);
    expect(await isOpen('/club', { cookie })).toBe(true);
    const [name = '', value = ''] = cookie.split('=');
    const [ends = '', signature = ''] = value.split('.');
    for (const forged of [
      `${name}=${Number(ends) + 1}.${signature}`,
      `page-pass-2=${value}`,
      `${name}=${value.slice(0, -1)}`,
      `${name}=${ends}`,
      `${name}=`,
      `${name}=NaN.${signature}`,
    ]) {
      expect([
        forged,
        await isOpen('/club', { cookie: forged }),
        await isOpen('/sections', { cookie: forged }),
      ]).toEqual([forged, false, false]);
    }
    time += 10 * DAY_MS - 1;
    expect(await isOpen('/club', { cookie })).toBe(true);
    time += 1;
    expect(await isOpen('/club', { cookie })).toBe(false);
    time -= DAY_MS;
    await app.stop();
    await open({ SECRET_KEY: 'another-secret-key-of-the-servers-of-this-test-0123456789' }, newDatabase);
    expect(await isOpen('/club', { cookie })).toBe(false);
    await first.stop();
  });

  it('too many passwords from one address are refused, the right one too', async () => {
    await open({}, newDatabase);
    const statuses: number[] = [];
    for (let each = 0; each < 10; each += 1) statuses.push((await enter(1, `guess ${each}`)).status);
    expect(statuses).toEqual(Array(10).fill(303));
    const refused = await enter(1, PASSWORD);
    expect([refused.status, refused.headers.getSetCookie()]).toEqual([429, []]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(await refused.text()).toContain('Please wait ten minutes');
  });

  it('too many passwords for one page are refused, from whatever address', async () => {
    await open({ TRUST_PROXY: '1' }, newDatabase);
    const from = (host: number) => ({ 'x-forwarded-for': `198.51.100.${host}` });
    for (let each = 0; each < 200; each += 1) await enter(1, 'guess', from(Math.floor(each / 10)));
    expect((await enter(1, PASSWORD, from(99))).status).toBe(429);
    expect((await enter(2, PASSWORD, from(99))).status).toBe(303);
  });
});

it.each([
  ['from another site', 1, { origin: 'https://evil.example' }, 403],
  ['for a page without a password', 12, {}, 410],
  ['for a page that does not exist', 99, {}, 410],
  ['for no page', 0, {}, 422],
])('a password %s is refused', async (_what, id, headers, status) => {
  await open();
  const refused = await enter(id, PASSWORD, headers);
  expect([refused.status, refused.headers.get('cache-control')]).toEqual([status, 'no-store']);
  expect(refused.headers.get('content-type')).toContain('text/html');
});

it('over https, the cookie is for https only', async () => {
  await open({ PUBLIC_URL: 'https://www.example.com' });
  const [cookie = ''] = (await enter(1, PASSWORD)).headers.getSetCookie();
  expect(cookie).toMatch(/^__Host-page-pass-1=.*; Secure/);
});

it('without an account in WordPress there is nothing to check a password against', async () => {
  wordpress.plugin = false;
  await open({ WORDPRESS_USERNAME: '', WORDPRESS_APP_PASSWORD: '' });
  for (const [, path, id] of PLACES) {
    expect([path, (await get(path)).status]).toEqual([path, 404]);
    expect((await enter(id, PASSWORD)).status).toBe(410);
  }
  expect(await (await get('/blog')).text()).not.toContain('Deal');
});

it('a lead form on an opened page works without JavaScript', async () => {
  wordpress.add('pages', {
    id: 3,
    slug: 'quiet-sale',
    ...behindPassword,
    acf: { page_layout: JSON.stringify([{ block: 'contact-form', key: 'ask' }]) },
  });
  await open();
  const cookie = await passFor(3);
  const post = (headers: Record<string, string>) =>
    fetch(`${app.url}/quiet-sale`, {
      method: 'POST',
      body: new URLSearchParams({ _placement: 'ask', _step: '1' }),
      headers,
    });
  expect((await post({})).status).toBe(405);
  const answered = await post({ cookie });
  expect(answered.headers.get('cache-control')).toBe('no-store');
  expect(await answered.text()).toContain('data-placement="contact-form"');
});
