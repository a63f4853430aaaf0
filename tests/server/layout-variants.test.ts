import { afterAll, beforeAll, expect, it } from 'vitest';
import type { LayoutVariants } from '../../src/contracts/variants/layout-variants.ts';
import { formPostFields } from '../../src/contracts/leads/lead-request.ts';
import type { LeadDetail } from '../../src/contracts/operators/operator-leads.ts';
import type { BuilderPage, SavedPage } from '../../src/contracts/operators/page-builder.ts';
import type { VariantChange } from '../../src/contracts/variants/page-variants.ts';
import type { AbTestResults } from '../../src/contracts/variants/variant-results.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { signIn, type OperatorClient } from './sign-in.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';

const BROWSER = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Safari/604.1';
const LAYOUT = [{ block: 'hero', key: 'hero' }];

let wordpress: FakeSite;
let app: RunningApp;
let operator: OperatorClient;
beforeAll(async () => {
  wordpress = await startFakeSite();
  wordpress.add('pages', {
    id: 7,
    slug: 'open-house',
    title: { rendered: 'Open house', raw: 'Open house' },
    acf: { page_layout: JSON.stringify(LAYOUT), hero_title: 'Come in' },
  });
  app = await runApp({ ...wordpress.env, ACCESS_LOG: 'all' });
  operator = await signIn(app);
});
afterAll(async () => {
  await app.stop();
  await wordpress.stop();
});

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(app.url + path, { headers: { 'User-Agent': BROWSER, ...headers } });
const CONTENT = '/wp-json/wp/v2/pages?path=/open-house';
const open = async (variant = ''): Promise<BuilderPage> =>
  (await operator.fetch(`/api/admin/pages/page?at=/open-house&variant=${variant}`)).json();
const stored = () => Object(wordpress.lists.pages.find(({ id }) => id === 7)?.['acf']);

let clock = 0;
/** Changes the variants in the builder, and waits until visitors get them. */
async function change(change: VariantChange): Promise<SavedPage['page']> {
  const { page } = await open();
  // WordPress's modification times have whole seconds, and each version needs a different one.
  wordpress.edit('pages', 7, {
    modified_gmt: new Date(Date.now() - 60_000 + (clock += 1_000)).toISOString().slice(0, 19),
  });
  const base = (await open()).page.modified;
  const answer = await operator.send('POST', '/api/admin/pages/variants', { at: page.at, base, change });
  expect([answer.status, await answer.clone().text()]).toEqual([200, expect.any(String)]);
  const saved: SavedPage = await answer.json();
  await app.content.check();
  await app.pages.refresh();
  return saved.page;
}

it('does not exist before a test: there is no cookie, and shared caches may keep the page', async () => {
  const answer = await get('/open-house');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('set-cookie')).toBeNull();
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  expect((await get(CONTENT)).headers.get('cache-control')).toBe('no-cache');
});

it('is added in the builder as a copy, gets its own sections, and is started', async () => {
  const added = await change({ do: 'add', name: 'Short form', weight: 50, from: 'Original' });
  expect(added.variants).toMatchObject({ running: false, variants: [{ name: 'Short form', weight: 50 }] });
  const { page } = await open('Short form');
  expect(page).toMatchObject({ variant: 'Short form', values: { hero_title: 'Come in' } });
  expect(page.layout.map(({ key }) => key)).toEqual(['hero']);
  const saved = await operator.send('POST', '/api/admin/pages/save', {
    at: '/open-house',
    base: page.modified,
    variant: 'Short form',
    layout: [
      { block: 'hero', key: 'hero2' },
      { block: 'contact-form', key: 'ask' },
    ],
    values: { hero2_title: 'Write to us' },
    publish: true,
  });
  expect(saved.status).toBe(200);
  const kept: LayoutVariants = JSON.parse(stored().layout_variants);
  expect(kept.variants[0]?.layout.map(({ key }) => key)).toEqual(['hero2', 'ask']);
  expect(JSON.parse(stored().page_layout)).toEqual(LAYOUT);
  // The original must not use these keys for other blocks.
  expect((await open()).page.taken).toContain('ask');
  expect((await get('/open-house')).headers.get('set-cookie')).toBeNull();
  expect((await change({ do: 'start' })).variants?.running).toBe(true);
  await app.content.check();
});

it('is refused with a message while it cannot be changed', async () => {
  const { page } = await open();
  const send = (body: object) =>
    operator.send('POST', '/api/admin/pages/variants', { at: '/open-house', base: page.modified, ...body });
  const refused = await send({ change: { do: 'add', name: 'C', weight: 5, from: 'Original' } });
  expect(await refused.json()).toEqual({ error: expect.stringContaining('Pause them first') });
  expect((await send({ change: { do: 'add', name: ';', weight: 5, from: 'Original' } })).status).toBe(422);
  expect((await send({ base: '2020-01-01T00:00:00.000Z', change: { do: 'pause' } })).status).toBe(409);
  const save = {
    at: '/open-house',
    base: page.modified,
    variant: 'C',
    layout: LAYOUT,
    values: {},
    publish: true,
  };
  const gone = await operator.send('POST', '/api/admin/pages/save', save);
  expect([gone.status, await gone.json()]).toEqual([
    422,
    { error: expect.stringContaining('no variant "C" any more') },
  ]);
  const builtIn = { at: '/buy', base: null, change: { do: 'start' } };
  expect(await (await send(builtIn)).json()).toEqual({ error: expect.stringContaining('Publish it') });
});

it('is stored, or its variants are changed, if both are sent at once', async () => {
  const before = stored();
  // A version of another second, so that the one stored first differs from it.
  wordpress.edit('pages', 7, { modified_gmt: new Date(Date.now() - 1_000_000).toISOString().slice(0, 19) });
  const { page } = await open('Short form');
  const sent = { at: page.at, base: page.modified };
  const layout = page.layout.toReversed();
  const answers = await Promise.all([
    operator.send('POST', '/api/admin/pages/save', {
      ...sent,
      variant: 'Short form',
      layout,
      values: {},
      publish: true,
    }),
    operator.send('POST', '/api/admin/pages/variants', { ...sent, change: { do: 'pause' } }),
  ]);
  wordpress.edit('pages', 7, { acf: before });
  await app.content.check();
  await app.pages.refresh();
  expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409]);
});

const variantOf = async (answer: Response) =>
  (await answer.text()).includes('Write to us') ? 'Short form' : 'Original';
const cookieFor = (name: string) => ({ Cookie: `layout_variants=7:${encodeURIComponent(name)}` });

it('is drawn for each visitor once, by document and by navigation alike', async () => {
  const seen = new Set<string>();
  for (let tries = 0; seen.size < 2 && tries < 200; tries += 1) {
    const first = await get('/open-house');
    const cookie = first.headers.get('set-cookie') ?? '';
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax$/);
    expect(first.headers.get('cache-control')).toBe('private, no-cache');
    expect(first.headers.get('vary')).toContain('Cookie');
    const name = await variantOf(first);
    seen.add(name);
    const headers = { Cookie: cookie.split(';', 1)[0] ?? '' };
    const again = await get('/open-house?utm_source=x', headers);
    expect([await variantOf(again), again.headers.get('set-cookie')]).toEqual([name, null]);
    const moved = await get(CONTENT, headers);
    expect(moved.headers.get('cache-control')).toBe('private, no-cache');
    expect(moved.headers.get('vary')).toContain('Cookie');
    expect(await variantOf(moved)).toBe(name);
    const prepared = await get('/open-house', { ...headers, 'Sec-Purpose': 'prefetch;prerender' });
    expect(await variantOf(prepared)).toBe(name);
  }
  expect(seen).toEqual(new Set(['Original', 'Short form']));
  const first = await get(CONTENT);
  expect(first.headers.get('set-cookie')).toContain('layout_variants=7:');
});

it('is answered from memory, with the same canonical address', async () => {
  const hits = () => app.events().filter((event) => event['stored'] === true).length;
  const before = hits();
  for (const name of ['Original', 'Short form']) {
    const answer = await get('/open-house', cookieFor(name));
    expect(await answer.clone().text()).toContain(`<link rel="canonical" href="${app.url}/open-house"`);
    expect(await variantOf(answer)).toBe(name);
  }
  expect(hits() - before).toBe(2);
});

it.each([
  ['a browser with Global Privacy Control', { 'Sec-GPC': '1', ...cookieFor('Short form') }],
  ['a search engine', { 'User-Agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' }],
])('is the original for %s, and no cookie is set', async (_, headers) => {
  for (const path of ['/open-house', CONTENT]) {
    const answer = await get(path, headers);
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(await variantOf(answer)).toBe('Original');
  }
});

it('is counted by visits and by the leads that follow, also from another page', async () => {
  await app.visits.flush();
  await app.database.query.deleteFrom('variant_visits').execute();
  for (let visit = 0; visit < 3; visit += 1) await get('/open-house', cookieFor('Short form'));
  await get('/open-house', cookieFor('Original'));
  await get(CONTENT, cookieFor('Original'));
  await get('/open-house', { 'Sec-GPC': '1' });
  const shown = await fetch(`${app.url}/api/visit`, {
    method: 'POST',
    body: '/open-house',
    headers: {
      'User-Agent': BROWSER,
      'Content-Type': 'text/plain',
      Origin: app.url,
      ...cookieFor('Original'),
    },
  });
  expect(shown.status).toBe(204);
  await app.visits.flush();
  const send = (headers: Record<string, string>, email: string) =>
    fetch(`${app.url}/api/contact`, {
      method: 'POST',
      headers: { 'User-Agent': BROWSER, 'Content-Type': 'application/json', Origin: app.url, ...headers },
      body: JSON.stringify({
        form: 'contact-form',
        firstName: 'Ann',
        lastName: 'Lee',
        email,
        page: '/contact',
      }),
    });
  expect((await send(cookieFor('Short form'), 'ann@example.com')).status).toBe(200);
  expect((await send({ 'Sec-GPC': '1', ...cookieFor('Short form') }, 'gpc@example.com')).status).toBe(200);
  expect((await send(cookieFor('Invented'), 'odd@example.com')).status).toBe(200);
  const leads = await app.database.query
    .selectFrom('leads')
    .select(['id', 'email', 'page_variants'])
    .orderBy('email')
    .execute();
  expect(leads.map(({ email, page_variants }) => [email, page_variants])).toEqual([
    ['ann@example.com', '/open-house: Short form'],
    ['gpc@example.com', null],
    ['odd@example.com', null],
  ]);
  const story: LeadDetail = await (await operator.fetch(`/api/admin/leads/${leads[0]?.id ?? ''}`)).json();
  expect(story.pageVariants).toBe('/open-house: Short form');
  const { tests }: AbTestResults = await (await operator.fetch('/api/admin/variant-results')).json();
  expect(tests).toMatchObject([
    {
      path: '/open-house',
      title: 'Open house',
      running: true,
      variants: [
        { name: 'Original', visits: 3, leads: 0, compared: null },
        { name: 'Short form', visits: 3, leads: 1, compared: { verdict: { kind: 'early' } } },
      ],
    },
  ]);
});

it('keeps its results when the page gets another address', async () => {
  const rename = async (slug: string) => {
    wordpress.edit('pages', 7, {
      slug,
      modified_gmt: new Date(Date.now() - 500_000).toISOString().slice(0, 19),
    });
    await app.content.check();
    await app.pages.refresh();
  };
  await rename('open-day');
  await get('/open-day', cookieFor('Short form'));
  await app.visits.flush();
  const { tests }: AbTestResults = await (await operator.fetch('/api/admin/variant-results')).json();
  expect(tests).toMatchObject([
    {
      path: '/open-day',
      variants: [
        { name: 'Original', visits: 3 },
        { name: 'Short form', visits: 4, leads: 1 },
      ],
    },
  ]);
  await rename('open-house');
});

it('shows the visitor’s variant also after a form without JavaScript', async () => {
  const answer = await fetch(`${app.url}/open-house`, {
    method: 'POST',
    headers: {
      'User-Agent': BROWSER,
      Origin: app.url,
      ...cookieFor('Short form'),
      'Content-Type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ [formPostFields.placement]: 'ask' }),
  });
  expect(await answer.text()).toContain('Write to us');
});

it('ends with the layout that is kept', async () => {
  const page = await change({ do: 'keep', name: 'Short form' });
  expect(page).toMatchObject({ variants: null, layout: [{ key: 'hero2' }, { key: 'ask' }] });
  const answer = await get('/open-house', cookieFor('Original'));
  expect(await variantOf(answer)).toBe('Short form');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
  const { tests }: AbTestResults = await (await operator.fetch('/api/admin/variant-results')).json();
  expect(tests).toEqual([]);
});
