import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, inject, test } from 'vitest';
import sample from '../../fixtures/site-settings.json' with { type: 'json' };
import { openDatabase } from '../../server/database/open-database.ts';
import { startSite, type Site } from '../browser/support/start-site.ts';
import { siteFigures } from '../load/support/site-figures.ts';
import { newDatabase } from '../server/run-postgres.ts';
import { signIn, type OperatorClient } from '../server/sign-in.ts';
import { startFakeSite, type FakeSite, type Misbehaviour } from '../server/support/fake-site.ts';
import { timeLimit } from '../setup/time-limits.ts';
import { printFigures } from './support/print-figures.ts';

const agent = { ...sample.agent, name: 'Maren Holt', phone: '(515) 555-0199', phoneDial: '+15155550199' };
const brokerage = { ...sample.brokerage, name: 'Holt & Daughters' };
const SEARCH = '/search?q=sunday';
/** Text that each page must contain, by path. */
const TEXTS: Readonly<Record<string, string>> = {
  '/': 'Welcome to Iowa',
  '/buy': 'Buy with Maren',
  '/sell': 'Sell',
  '/open-house': 'Sunday at two',
  '/blog': 'Spring market',
  '/spring-market': 'Rates fell',
  [SEARCH]: 'Open house',
  '/privacy-policy': 'Privacy',
};
const EVERYTHING = Object.fromEntries(Object.keys(TEXTS).map((at) => [at, '200, real']));

/** After an outage, the server waits up to half a minute before it reads WordPress again. */
const RETRY_LIMIT = timeLimit(150_000);

let wordpress: FakeSite;
/** Data folder shared by all servers of a test. */
let dataDir: string;
let sites: Site[];

function fill(site: FakeSite): void {
  site.add('pages', { id: 2, slug: 'welcome', link: `${site.url}/`, acf: { hero_title: 'Welcome to Iowa' } });
  site.add('pages', { id: 3, slug: 'buy', acf: { hero_title: 'Buy with Maren' } });
  site.add('pages', { id: 4, slug: 'open-house', ...texts('Open house', '<p>Sunday at two.</p>') });
  const hints = '<p class="privacy-policy-tutorial">Suggested text</p>';
  site.add('pages', { id: 5, slug: 'privacy-policy', status: 'draft', ...texts('Privacy', hints) });
  site.add('posts', { id: 9_000, slug: 'spring-market', ...texts('Spring market', '<p>Rates fell.</p>') });
  site.settings = { agent, brokerage };
  Object.assign(site.root, { show_on_front: 'page', page_on_front: 2 });
}

function texts(title: string, content: string) {
  return { title: { rendered: title }, content: { rendered: content, protected: false } };
}

async function start(env: Record<string, string> = {}): Promise<Site> {
  const site = await startSite({
    ...wordpress.env,
    DATA_DIR: dataDir,
    CONTENT_MAX_AGE: '1',
    // Each look at the site is also a search, all from one address.
    SEARCH_RATE_LIMIT: '1000000',
    ...env,
  });
  sites.push(site);
  return site;
}

/** Starts a server and waits until it has synced with WordPress. */
async function startRead(env: Record<string, string> = {}): Promise<Site> {
  const site = await start(env);
  await expect.poll(() => everything(site), { interval: 250 }).toEqual(EVERYTHING);
  return site;
}

/**
 * Returns the status of a path, and whether its page shows the real identity, the sample or none. Reports a missing
 * `text`.
 */
async function visit({ url }: Pick<Site, 'url'>, at: string, text = ''): Promise<string> {
  const response = await fetch(url + at, { redirect: 'manual' });
  const html = await response.text();
  if (response.status === 301) return `301 ${response.headers.get('location')}`;
  const isSample = html.includes(sample.agent.phone) || html.includes(sample.agent.name);
  const identity = isSample ? 'sample' : html.includes(agent.phone) ? 'real' : 'none';
  return `${response.status}, ${identity}${html.includes(text) ? '' : `, without “${text}”`}`;
}

async function everything(site: Site): Promise<Record<string, string>> {
  const visits = Object.entries(TEXTS).map(async ([at, text]) => [at, await visit(site, at, text)] as const);
  return Object.fromEntries(await Promise.all(visits));
}

/**
 * Returns what the first visitors of a newly started server get. A search waits for its index for three seconds at most,
 * and building it may take longer on a busy machine, so the search is repeated until it finds something.
 */
async function firstVisits(site: Site): Promise<Record<string, string>> {
  const pages = await everything(site);
  expect(pages[SEARCH]).toMatch(/^200, real/);
  await expect.poll(() => visit(site, SEARCH, TEXTS[SEARCH])).toBe('200, real');
  return { ...pages, [SEARCH]: '200, real' };
}

/** Returns how many pages of the last good site are shown with the real identity, such as `8 of 8`. */
function shownOf(pages: Readonly<Record<string, string>>): string {
  const all = Object.values(pages);
  return `${all.filter((each) => each === '200, real').length} of ${all.length}`;
}

/** Waits until WordPress receives the next request. */
function askedAgain(): Promise<void> {
  const before = wordpress.asked.length;
  return expect.poll(() => wordpress.asked.length, { interval: 20 }).toBeGreaterThan(before);
}

/** One signed-in operator per server, because sign-ins are limited per IP address. */
const operators = new WeakMap<Site, OperatorClient>();

async function operatorOf(site: Site): Promise<OperatorClient> {
  const known = operators.get(site);
  if (known) return known;
  const database = await openDatabase({ dataDir, databaseUrl: null }, pino({ level: 'silent' }));
  const client = await signIn({ url: site.url, database }).finally(() => database.close());
  operators.set(site, client);
  return client;
}

/** Returns the state and detail of the content check that operators see at /admin. */
async function contentCheck(site: Site): Promise<string> {
  const client = await operatorOf(site);
  const answer = await client.fetch('/api/admin/overview');
  const { checks }: { checks: { id: string; state: string; detail: string }[] } = await answer.json();
  const found = checks.find(({ id }) => id === 'content');
  return `${found?.state}: ${found?.detail}`;
}

beforeEach(async () => {
  sites = [];
  wordpress = await startFakeSite();
  fill(wordpress);
  dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-outages-'));
});
afterEach(async () => {
  await Promise.all(sites.map((site) => site.stop()));
  await wordpress.stop();
  await rm(dataDir, { recursive: true, force: true });
});

test('while WordPress is down at the first start, every page is 503; once it answers slowly, everything is read', async () => {
  wordpress.misbehaviour = 'down';
  const site = await start();
  expect(await everything(site)).toMatchObject(
    Object.fromEntries(Object.keys(TEXTS).map((at) => [at, expect.stringMatching(/^503, none/)])),
  );
  expect((await fetch(site.url)).headers.get('retry-after')).toBe('30');
  expect(await contentCheck(site)).toMatch(/^fail: .*every page answers 503/);
  // The first sync sends its requests one after the other, and each takes half a second.
  wordpress.misbehaviour = { slow: 500 };
  await expect.poll(() => everything(site), { timeout: RETRY_LIMIT, interval: 250 }).toEqual(EVERYTHING);
});

/** tests/server/content-faults.test.ts covers the other misbehaviours, without starting server processes. */
const MISBEHAVIOURS: readonly Exclude<Misbehaviour, null>[] = ['down', { answersEach: 3 }, { slow: 10_000 }];

test('whatever WordPress does, running and newly started servers show the complete last good site', async () => {
  let site = await startRead();
  for (const misbehaviour of MISBEHAVIOURS) {
    wordpress.misbehaviour = misbehaviour;
    await askedAgain();
    const running = await everything(site);
    await site.stop();
    site = await start();
    const restarted = await firstVisits(site);
    // On a busy machine, the database can take longer than the check of it waits.
    await expect.poll(async () => (await fetch(`${site.url}/readyz`)).status).toBe(200);
    printFigures(`Pages of the last good site while WordPress is ${JSON.stringify(misbehaviour)}`, {
      'running server': shownOf(running),
      'first visitors after a restart': shownOf(restarted),
    });
    expect(running, `running: ${JSON.stringify(misbehaviour)}`).toEqual(EVERYTHING);
    expect(restarted, `started: ${JSON.stringify(misbehaviour)}`).toEqual(EVERYTHING);
  }
});

test('an edit is served after one look at WordPress and one render; a new slug redirects; a draft hides its page and /admin names it', async () => {
  const site = await startRead();
  const editedAt = performance.now();
  wordpress.edit('pages', 3, { acf: { hero_title: 'Buy by the river' } });
  // Looks are counted, because how long they and the render take depends on the machine. Only the first one succeeds.
  let looks = 0;
  wordpress.routes.set('/lintel/v1/changes', () => ((looks += 1) === 1 ? null : { status: 503, json: {} }));
  await expect.poll(() => visit(site, '/buy', 'Buy by the river'), { interval: 20 }).toBe('200, real');
  const servedAfter = performance.now() - editedAt;
  printFigures('An edit, with CONTENT_MAX_AGE=1', { 'ms until it is served': Math.round(servedAfter) });
  wordpress.routes.clear();

  wordpress.edit('pages', 4, { slug: 'showings' });
  await expect.poll(() => visit(site, '/open-house')).toBe('301 /showings');
  expect(await visit(site, '/showings', 'Sunday at two')).toBe('200, real');
  expect(await visit(site, '/welcome')).toBe('301 /');

  await expect.poll(() => contentCheck(site), { interval: 300 }).toMatch(/^ok/);
  wordpress.edit('pages', 3, { status: 'draft' });
  await expect.poll(() => visit(site, '/buy')).toBe('404, real');
  expect(await contentCheck(site)).toMatch(/^warn: .*“draft” named “Entry 3” hides \/buy\. Publish it/);
});

test('a disabled plugin, settings with a typo, and emptied settings keep the identity, and /admin reports them', async () => {
  const site = await startRead();
  const faults: [change: () => void, said: RegExp][] = [
    [() => (wordpress.plugin = false), /The companion plugin does not answer .* Activate it under Plugins/],
    [
      () => {
        wordpress.plugin = true;
        wordpress.settings = { agent: { ...agent, email: 'nobody' }, brokerage };
      },
      /agent\.email: .* the last good value is shown/,
    ],
    [() => (wordpress.settings = {}), /brokerage: is not set any more/],
  ];
  for (const [change, said] of faults) {
    change();
    // Without the plugin, WordPress is only read every half minute.
    await expect.poll(() => contentCheck(site), { interval: 300, timeout: RETRY_LIMIT }).toMatch(said);
    const pages = await everything(site);
    printFigures(`Pages with the real identity after ${String(change).replace(/\s+/g, ' ')}`, {
      'running server': shownOf(pages),
    });
    expect(pages).toEqual(EVERYTHING);
  }
  wordpress.settings = { agent, brokerage };
  await expect.poll(() => contentCheck(site), { interval: 300 }).toMatch(/^ok/);
});

test('an emptied WordPress, then one restored from an old backup, cause no error and never change the identity', async () => {
  const site = await startRead();
  const old = structuredClone(wordpress.lists);
  wordpress.edit('pages', 3, { acf: { hero_title: 'Newer than the backup' } });
  await expect.poll(() => visit(site, '/buy', 'Newer than the backup')).toBe('200, real');

  const newer = wordpress.lists;
  wordpress.lists = { pages: [], posts: [], media: [], categories: [], tags: [], users: [], comments: [] };
  Object.assign(wordpress, { settings: {}, menus: {} });
  // Pages that the editor added are gone. Built-in pages remain.
  await expect.poll(() => visit(site, '/open-house')).toBe('404, real');
  const others: string[] = [];
  const current = async () => {
    const answers = await everything(site);
    others.push(...Object.values(answers).filter((each) => !/^(200|404), real/.test(each)));
    return answers;
  };
  // Pages are rendered again one by one. Until its turn, a page is sent in its old version.
  await expect.poll(current, { interval: 250 }).toMatchObject({
    '/': expect.stringMatching(/^200, real/),
    '/sell': '200, real',
    '/blog': expect.stringMatching(/^200, real/),
    '/spring-market': expect.stringMatching(/^404, real/),
  });
  expect(others).toEqual([]);

  wordpress.lists = newer;
  await expect.poll(() => visit(site, '/buy', 'Newer than the backup')).toBe('200, real');
  wordpress.lists = old;
  await expect.poll(() => everything(site), { interval: 250 }).toEqual(EVERYTHING);
});

test('WordPress moves: the old address redirects, the new one is down at first, then it is read', async () => {
  const site = await startRead();
  const other = await startFakeSite();
  try {
    wordpress.misbehaviour = { status: 301, headers: { Location: `${other.url}/wp-json/` } };
    await expect.poll(() => contentCheck(site), { interval: 300 }).toContain(`has moved to ${other.url}`);
    expect(await everything(site)).toEqual(EVERYTHING);
    await site.stop();
    other.misbehaviour = 'down';
    const moved = await start({ WORDPRESS_API_URL: other.url });
    expect(await firstVisits(moved)).toEqual(EVERYTHING);
    fill(other);
    other.edit('pages', 3, { acf: { hero_title: 'Buy at the new address' } });
    other.misbehaviour = null;
    await expect
      .poll(() => visit(moved, '/buy', 'Buy at the new address'), { timeout: RETRY_LIMIT })
      .toBe('200, real');
    await expect
      .poll(() => everything(moved), { interval: 250 })
      .toEqual({ ...EVERYTHING, '/buy': '200, real, without “Buy with Maren”' });
  } finally {
    await other.stop();
  }
});

test('300 unknown paths cause no request to WordPress, and a new page is rendered once for a thousand visitors', async () => {
  wordpress.add('pages', { id: 6, slug: 'spring-offer', ...texts('Offer', '<p>Until the end of May.</p>') });
  // Sanitizes the text of the new page. On a busy machine, that could take longer than visitors wait for a text.
  wordpress.add('posts', { id: 9_001, slug: 'offer', ...texts('Offer', '<p>Until the end of May.</p>') });
  const site = await start({ CONTENT_MAX_AGE: '3600', METRICS_TOKEN: 'a-token-of-the-test' });
  // Without the search, whose page would be rendered again when its index is complete.
  const others = Object.entries(TEXTS).filter(([at]) => at !== SEARCH);
  const shown = () => Promise.all(others.map(([at, text]) => visit(site, at, text)));
  await expect.poll(shown, { interval: 250 }).toEqual(others.map(() => '200, real'));
  await expect.poll(() => visit(site, '/offer', 'Until the end of May')).toBe('200, real');
  const before = wordpress.asked.length;
  const unknown = Array.from({ length: 300 }, (_, number) => visit(site, `/unknown-${number}`));
  expect(new Set(await Promise.all(unknown))).toEqual(new Set(['404, real']));
  printFigures('300 unknown paths', { 'requests to WordPress': wordpress.asked.length - before });

  // The server renders the pages of its menus ahead. After these visits, it has rendered all of them.
  const home = await (await fetch(site.url)).text();
  const linked = new Set([...home.matchAll(/href="(\/[^"?#]*)/g)].flatMap(([, at]) => at ?? []));
  expect(linked).not.toContain('/spring-offer');
  await Promise.all([...linked].map((at) => visit(site, at)));
  const renders = async () =>
    (await siteFigures(site.url, 'a-token-of-the-test')).get('lintel_rendered_pages_total') ?? 0;
  const rendered = await renders();
  expect(rendered).toBeGreaterThan(0);
  const crowd = Array.from({ length: 1_000 }, (_, number) =>
    visit(site, `/spring-offer?utm_campaign=${number}`, 'Until the end of May'),
  );
  expect(new Set(await Promise.all(crowd))).toEqual(new Set(['200, real']));
  expect(await renders()).toBe(rendered + 1);
  expect(wordpress.asked.slice(before)).toEqual([]);
});

test('5,000 posts and a page of 5 MB are served', async () => {
  for (let id = 101; id <= 5_100; id += 1) wordpress.add('posts', { id, slug: `post-${id}` });
  const paragraph = `<p>${'All about the Des Moines metro. '.repeat(32)}</p>`;
  const long = `${paragraph.repeat(5_000)}<p>The very end.</p>`;
  wordpress.add('pages', { id: 6, slug: 'long', ...texts('Long', long) });
  const site = await startRead();
  // A text that takes longer than visitors wait is missing at first.
  await expect.poll(() => visit(site, '/post-5100', 'Text 5100')).toBe('200, real');
  const started = performance.now();
  const ended = new AbortController();
  const readLarge = async () => {
    // A page that takes longer than visitors wait is first sent without its text.
    await expect
      .poll(() => visit(site, '/long', 'The very end.'), { timeout: timeLimit(180_000) })
      .toBe('200, real');
  };
  const large = readLarge().finally(() => ended.abort());
  let slowest = 0;
  let others = 0;
  while (!ended.signal.aborted) {
    const asked = performance.now();
    expect(await visit(site, '/open-house', 'Sunday at two')).toBe('200, real');
    slowest = Math.max(slowest, performance.now() - asked);
    others += 1;
  }
  await large;
  printFigures('A page of 5 MB, first visit', {
    ms: Math.round(performance.now() - started),
    'other visits meanwhile': others,
    'the slowest, ms': Math.round(slowest),
  });
});

test('of two servers on one PostgreSQL, the one that syncs is killed: the other keeps serving and picks up the next edit', async () => {
  const shared = {
    DATABASE_URL: await newDatabase(inject('postgresUrl')),
    SECRET_KEY: 'what both servers must have in common',
  };
  const syncing = await startRead(shared);
  const other = await startRead(shared);
  await syncing.kill();
  expect(await everything(other)).toEqual(EVERYTHING);
  wordpress.edit('pages', 3, { acf: { hero_title: 'Buy from the other' } });
  await expect
    .poll(async () => {
      const answer = await visit(other, '/buy', 'Buy from the other');
      expect(answer).toMatch(/^200, real/);
      return answer;
    })
    .toBe('200, real');
});
