import { createHash } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { publishValues } from '../server/support/publish-values.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase, type OpenDatabase } from '../../server/database/open-database.ts';
import type { LibraryPicture } from '../../src/contracts/operators/picture-library.ts';
import { explains, openForm, stored } from '../browser/support/fault-visit.ts';
import { contact, own } from '../browser/support/form-facts.ts';
import { launchBrowser } from '../browser/support/launch-browser.ts';
import { startSite, type Site } from '../browser/support/start-site.ts';
import { signIn, type OperatorClient } from '../server/sign-in.ts';
import { compareWithStore, startCrowd } from './support/lead-crowd.ts';
import { printFigures } from './support/print-figures.ts';
import { startSharedCache, type SharedCache } from './support/shared-cache.ts';

/* The built site behind a CDN. Its clock is moved; the site's own time is real. */

const TOKEN = 'purge-token';
const MINUTE = 60;
const WEEK = 7 * 24 * 3600;
/** Answers that the CDN keeps for a minute. */
const SHORT = [
  '/no-such-page',
  '/sellers',
  '/old-flyer',
  '/feed.xml',
  '/sitemap.xml',
  '/robots.txt',
  '/buy/no-such-page',
];
/** Answers that nobody else may get. */
const PRIVATE = ['/admin', '/api/operators/session', '/healthz', '/readyz'];

let folder = '';
let cache: SharedCache;
let site: Site;
let database: OpenDatabase;
let operator: OperatorClient;
let browser: Browser;
const pages: Page[] = [];

async function start(): Promise<void> {
  site = await startSite({
    DATA_DIR: folder,
    TRUST_PROXY: '1',
    PUBLIC_URL: cache.url,
    LEAD_RATE_LIMIT: '1000000',
    ALLOW_SAMPLE_INDEX: 'true',
    CDN: '1',
    CDN_PURGE_URL: cache.purgeUrl,
    CDN_PURGE_TOKEN: TOKEN,
  });
  cache.origin = site.url;
}

async function crash(): Promise<void> {
  await site.kill();
  cache.origin = null;
}

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lintel-cdn-outage-'));
  cache = await startSharedCache(TOKEN);
  [browser] = await Promise.all([launchBrowser(), start()]);
  database = await openDatabase({ dataDir: folder, databaseUrl: null }, pino({ level: 'silent' }));
  operator = await signIn({ url: cache.url, database });
});
afterAll(async () => {
  await Promise.all(pages.map((page) => page.close()));
  await Promise.all([browser?.close(), site?.stop()]);
  await database?.close();
  await cache?.stop();
  await rm(folder, { recursive: true, force: true });
});

interface Answer {
  status: number;
  how: string | null;
  /** Everything that a browser shows or keeps. */
  shown: string;
}

async function ask(at: string): Promise<Answer> {
  const response = await fetch(cache.url + at, { redirect: 'manual' });
  const body = createHash('sha256')
    .update(new Uint8Array(await response.arrayBuffer()))
    .digest('hex');
  const headers = ['content-type', 'cache-control', 'location', 'etag', 'vary', 'content-security-policy'];
  const shown = [response.status, ...headers.map((name) => response.headers.get(name)), body].join('\n');
  return { status: response.status, how: response.headers.get('x-cache'), shown };
}

async function askAll(paths: Iterable<string>): Promise<Map<string, Answer>> {
  const answers = new Map<string, Answer>();
  for (const at of paths) answers.set(at, await ask(at));
  return answers;
}

/** Saves the title of a page’s first section, and more of its values. */
async function edit(at: string, values: Record<string, unknown>): Promise<void> {
  const answer = await publishValues(operator, at, values);
  expect(answer.status, await answer.text()).toBe(200);
}

const textOf = async (origin: string | null, at: string) => (await fetch(origin + at)).text();

/** Returns the addresses of the site: pages, pictures and files that they name. */
async function addresses(): Promise<{ pages: string[]; files: string[] }> {
  const sitemap = await textOf(cache.url, '/sitemap.xml');
  const found = [...sitemap.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, loc = '']) => new URL(loc).pathname);
  const files = new Set<string>();
  for (const at of ['/', '/about', '/blog', '/contact']) {
    const html = await textOf(cache.url, at);
    for (const [, file = ''] of html.matchAll(/(\/(?:media|assets|scenes|share|fonts)\/[^"'\s,)]+)/g)) {
      files.add(file.replaceAll('&amp;', '&'));
    }
  }
  return { pages: [...found, '/search?q=porch'], files: [...files] };
}

test('a site that is down: every kept answer stays as it was, and no lead is lost', async () => {
  const picture = await sharp({ create: { width: 900, height: 600, channels: 3, background: '#b4472b' } })
    .jpeg()
    .toBuffer();
  const uploaded = await operator.fetch('/api/admin/pages/pictures?name=porch.jpg', {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      'x-csrf-token': operator.csrf,
      origin: cache.url,
    },
    body: new Uint8Array(picture),
  });
  const { id }: LibraryPicture = await uploaded.json();
  await operator.send('POST', '/api/admin/redirects', { from: '/old-flyer', to: '/buy' });
  await ask('/about');
  await edit('/about', { hero_title: 'Before the outage', hero_image: id });
  await expect.poll(() => textOf(cache.url, '/about')).toContain('Before the outage');
  const known = await addresses();
  const kept = [...new Set([...known.pages, ...known.files, ...SHORT])];
  // From now on, no purge empties the cache. The last ones follow when the search index is ready, and five seconds later.
  cache.refusesPurges = true;
  const missed = async () => [...(await askAll(kept))].filter(([, { how }]) => how !== 'hit');
  await expect.poll(missed).toEqual([]);
  const before = await askAll(kept);
  expect([...before].filter(([, { status }]) => status >= 500)).toEqual([]);
  expect(kept.filter((at) => at.startsWith('/media/'))).not.toEqual([]);
  await askAll(PRIVATE);
  // With this visit, the CDN gets the scripts of the form.
  await openForm(browser, cache.url, own(contact), { pages });
  const crowd = startCrowd({ urls: () => [cache.url], browsers: 2, name: 'outage', pause: 100 });
  await expect.poll(() => crowd.acknowledged.length).toBeGreaterThan(5);

  await crash();
  const brokenBefore = crowd.broken();
  const wrong: string[] = [];
  let asked = 0;
  const compare = async (paths: Iterable<string>) => {
    for (const [at, answer] of await askAll(paths)) {
      asked += 1;
      if (answer.shown !== before.get(at)?.shown) wrong.push(`${at}: ${answer.status} (${answer.how})`);
    }
  };
  // Ten minutes, with what is kept for a minute outdated after the second step.
  for (const seconds of [0, MINUTE - 1, 2, 60, 239, 239]) {
    cache.advance(seconds);
    await compare(kept);
  }
  expect((await ask('/feed.xml')).how).toBe('stale');
  // What was never stored gets the CDN’s own error.
  for (const at of [...PRIVATE, '/never-visited', '/about?utm_source=letter']) {
    expect(await ask(at)).toMatchObject({ status: 502, how: 'error' });
  }

  // A visitor who writes meanwhile.
  const form = own(contact);
  const [step] = form.steps;
  if (!step) throw new Error('The form has no steps.');
  const visit = await openForm(browser, cache.url, form, { pages });
  await visit.fillIn(step.values);
  await visit.press(step.send);
  await explains(visit, step.unreachable);
  expect(await stored(visit.page)).toMatchObject([{ lastName: 'Ashdown', unsent: {} }]);
  await expect.poll(() => crowd.broken()).toBeGreaterThan(brokenBefore);

  // What docs/cdn.md promises: a week after it is outdated.
  cache.advance(WEEK - 10 * MINUTE);
  await compare(kept);
  cache.advance(2 * MINUTE);
  for (const at of SHORT) expect(await ask(at), at).toMatchObject({ status: 502, how: 'error' });
  const long = known.pages.filter((at) => before.get(at)?.shown.includes('s-maxage=86400'));
  expect(long.length).toBeGreaterThan(20);
  await compare(long);
  cache.advance(24 * 3600);
  for (const at of long) expect(await ask(at), at).toMatchObject({ status: 502, how: 'error' });
  await compare(known.files.filter((at) => before.get(at)?.shown.includes('immutable')));

  cache.refusesPurges = false;
  await start();
  await visit.page.goto(`${cache.url}/terms-of-service`);
  await expect.poll(async () => (await stored(visit.page))[0]).not.toHaveProperty('unsent');
  const { length: sent } = visit.sent;
  // The next visit sends nothing.
  await visit.page.reload();
  await visit.page.evaluate(async () => {
    await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 3000 }));
    await navigator.locks.request('storedLeads', () => undefined);
    await fetch('/robots.txt');
  });
  expect(visit.sent).toHaveLength(sent);
  const after = crowd.acknowledged.length;
  await expect.poll(() => crowd.acknowledged.length).toBeGreaterThan(after + 5);
  await crowd.stop();
  const typed = await database.query
    .selectFrom('submissions')
    .innerJoin('leads', 'leads.id', 'submissions.lead_id')
    .select(['leads.last_name', 'submissions.step'])
    .where('leads.email', '=', step.values['email'] ?? '')
    .execute();
  expect(typed).toEqual([{ last_name: 'Ashdown', step: '1' }]);
  const { missing, doubled } = await compareWithStore(database, crowd.acknowledged);
  printFigures('Behind a CDN, with the site down', {
    'answers kept': kept.length,
    'answers compared': asked,
    wrong: wrong.length,
    'leads acknowledged': crowd.acknowledged.length,
    'posts without a site': crowd.broken(),
    missing: missing.length,
    'stored twice': doubled.length,
  });
  expect([wrong, missing, doubled, crowd.refused]).toEqual([[], [], [], []]);
});

test('an edit whose purge fails is shown when purging works again, also after a crash', async () => {
  const shows = async () => /Edit \d/.exec(await textOf(cache.url, '/sell'))?.[0];
  const fresh = async (title: string) => {
    await edit('/sell', { hero_title: title });
    await expect.poll(() => textOf(site.url, '/sell')).toContain(title);
  };
  /** Asks until the new title is shown, and after that expects it each time. */
  const becomes = async (title: string, old: string) => {
    await expect.poll(shows, { interval: 20 }).toBe(title);
    expect(old).not.toBe(title);
    for (let count = 0; count < 30; count += 1) expect(await shows()).toBe(title);
  };
  await fresh('Edit 1');
  await expect.poll(shows).toBe('Edit 1');
  cache.refusesPurges = true;
  // Only now, because keys are purged once more after five seconds.
  await expect.poll(async () => (await ask('/sell')).how).toBe('hit');
  const refused = () => cache.purgeStatuses.filter((status) => status === 500).length;
  const tries = refused();
  await fresh('Edit 2');
  await expect.poll(refused).toBeGreaterThan(tries + 1);
  expect(await shows()).toBe('Edit 1');
  cache.refusesPurges = false;
  await becomes('Edit 2', 'Edit 1');
  cache.refusesPurges = true;
  await expect.poll(async () => (await ask('/sell')).how).toBe('hit');
  const more = refused();
  await fresh('Edit 3');
  await expect.poll(refused).toBeGreaterThan(more);
  await crash();
  expect(await shows()).toBe('Edit 2');
  cache.refusesPurges = false;
  const purgedBefore = cache.purged.length;
  await start();
  await expect.poll(() => cache.purged.slice(purgedBefore)).toContain('all');
  // From the first purge on, nobody gets the old page.
  for (let count = 0; count < 30; count += 1) expect(await shows()).toBe('Edit 3');
  await expect.poll(async () => (await ask('/sell')).how).toBe('hit');
});
