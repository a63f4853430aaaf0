import { createHash } from 'node:crypto';
import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { storeWordPressAccount } from '../../server/operators/editors/wordpress-accounts.ts';
import { SESSION_TTL_MS } from '../../server/operators/sign-in/operator-session.ts';
import { EDITOR_COOKIE } from '../../src/contracts/operators/page-bar.ts';
import type { PageBarData, PageListResponse } from '../../src/contracts/operators/page-builder.ts';
import { storeLead } from './delivery-test-bench.ts';
import { runApp, type RunningApp } from './running-app.ts';
import { PASSWORD, addOperator, signIn, signInEditor, type OperatorClient } from './sign-in.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';

const DAY_MS = 24 * 3_600_000;
const MARK = `${EDITOR_COOKIE}=1`;

let wordpress: FakeSite;
let app: RunningApp;
let operator: OperatorClient;
let clock = 0;

beforeAll(async () => {
  wordpress = await startFakeSite();
  wordpress.add('pages', {
    id: 7,
    slug: 'open-house',
    title: { rendered: 'Open house', raw: 'Open house' },
    acf: {
      page_layout: JSON.stringify([
        { block: 'hero', key: 'hero' },
        { block: 'no-such-block', key: 'nothing' },
      ]),
      hero_title: 'Come in',
    },
  });
  wordpress.add('categories', { id: 3, slug: 'market' });
  wordpress.add('pages', { id: 8, slug: 'hidden', status: 'draft', title: { rendered: 'A secret draft' } });
  wordpress.add('pages', { id: 9, slug: 'über-uns', title: { rendered: 'Über uns' } });
  app = await runApp({ ...wordpress.env, ACCESS_LOG: 'all' }, undefined, { now: () => Date.now() + clock });
  operator = await signIn(app);
  const { query } = app.database;
  const now = Date.now();
  await storeLead(query, { page: '/open-house' }, [], now - DAY_MS);
  await storeLead(query, { page: '/open-house?utm_source=flyer' }, [], now - 29 * DAY_MS);
  await storeLead(query, { page: '/open-house' }, [], now - 31 * DAY_MS);
  await storeLead(query, { page: '/open-house', status: 'quarantined' }, [], now - DAY_MS);
  await storeLead(query, { page: '/blog/radon-in-iowa-homes' }, [], now - DAY_MS);
});
afterAll(async () => {
  await app?.stop();
  await wordpress?.stop();
});

async function barOf(path: string, client = operator): Promise<PageBarData> {
  const answer = await client.fetch(`/api/admin/pages/bar?path=${encodeURIComponent(path)}`);
  expect(answer.status).toBe(200);
  return answer.json();
}

/** Signs in an editor whose WordPress account has these capabilities. */
async function editorWith(capabilities: readonly string[]): Promise<OperatorClient> {
  const [user, username, password, uuid] = [300 + capabilities.length, 'robin', 'wxyz 1234', 'u-1'];
  const person = { name: 'Robin Editor', capabilities };
  wordpress.accounts = [{ id: user, username, password, uuid, ...person }];
  const client = await signInEditor(app, wordpress.url);
  const account = { holder: client.operator.id, site: wordpress.url, password, uuid, now: Date.now() };
  await storeWordPressAccount(
    app.database.query,
    { ...account, person: { ...person, user, login: username } },
    app.secrets,
  );
  return client;
}

describe('the bar of a page', () => {
  it('has the page of the builder, its leads of 30 days and its faults, as the list of pages', async () => {
    const bar = await barOf('/open-house');
    expect(bar).toEqual({ at: '/open-house', title: 'Open house', leads: 2, faults: expect.any(Number) });
    expect(bar.faults).toBeGreaterThan(0);
    const { pages }: PageListResponse = await (await operator.fetch('/api/admin/pages')).json();
    expect(pages.find(({ at }) => at === '/open-house')).toMatchObject(bar);
  });

  it.each([
    ['/', '/'],
    ['/buy', '/buy'],
    ['/contact-us', '/contact'],
    ['/blog/category/market', '/blog'],
    ['/%C3%BCber-uns', '/über-uns'],
  ])('at %s is that of the page %s', async (path, at) => {
    expect(await barOf(path)).toMatchObject({ at, leads: 0, faults: 0, title: expect.stringMatching(/./) });
  });

  it.each([
    ['/blog/radon-in-iowa-homes', 1],
    ['/there-is-none', 0],
    ['/%E0%A4%A', 0],
  ])('at %s, where the builder has no page, has the leads alone', async (path, leads) => {
    expect(await barOf(path)).toEqual({ at: null, title: null, leads, faults: 0 });
  });

  it('shows an editor no leads', async () => {
    const editor = await editorWith(['edit_posts', 'edit_pages', 'edit_others_pages', 'read_private_pages']);
    expect(await barOf('/open-house', editor)).toMatchObject({ at: '/open-house', leads: null });
    expect((await barOf('/open-house', editor)).faults).toBeGreaterThan(0);
    expect(await barOf('/hidden', editor)).toMatchObject({ at: '/hidden', title: 'A secret draft' });
    expect(await barOf('/there-is-none', editor)).toMatchObject({ at: null, leads: null });
  });

  it('names no page that the account may not see', async () => {
    expect(await barOf('/hidden', await editorWith(['edit_posts']))).toMatchObject({ at: null, title: null });
  });
});

describe('the cookie that shows the bar', () => {
  const enter = (to = app) =>
    fetch(`${to.url}/api/operators/sign-in`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: to.config.publicUrl ?? to.url },
      body: JSON.stringify({ email: 'operator@example.com', password: PASSWORD }),
    });
  const markOf = (answer: Response) =>
    answer.headers.getSetCookie().find((each) => each.startsWith(`${EDITOR_COOKIE}=`));
  const CLEARED = /^lintel_editor=; Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; SameSite=Lax$/;

  it('is set at the sign-in, for scripts, as long as a session can last', async () => {
    expect(markOf(await enter())).toMatch(
      new RegExp(`^lintel_editor=1; Max-Age=${SESSION_TTL_MS / 1000}; Path=/; Expires=[^;]+; SameSite=Lax$`),
    );
  });

  it('is for https only where the site uses it', async () => {
    const other = await runApp({ PUBLIC_URL: 'https://www.example.com' });
    try {
      await addOperator(other);
      expect(markOf(await enter(other))).toMatch(/^lintel_editor=1; .*; Secure; SameSite=Lax$/);
    } finally {
      await other.stop();
    }
  });

  it.each(['sign-out', 'sign-out-everywhere'])('is removed by %s', async (way) => {
    const client = await signIn(app);
    const answer = await fetch(`${app.url}/api/operators/${way}`, {
      method: 'POST',
      headers: { cookie: `${client.cookie}; ${MARK}`, origin: app.url, 'x-csrf-token': client.csrf },
    });
    expect(answer.status).toBe(200);
    expect(markOf(answer)).toMatch(CLEARED);
  });

  it('is removed when the session has ended, by the bar’s own request', async () => {
    const ask = (cookie: string) => fetch(`${app.url}/api/admin/pages/bar?path=/`, { headers: { cookie } });
    const ended = await signIn(app);
    clock = SESSION_TTL_MS;
    const [over, none, visitor] = [
      await ask(`${ended.cookie}; ${MARK}`),
      await ask(MARK),
      await ask('operator=s%3Anobody.knows'),
    ];
    clock = 0;
    expect([over.status, none.status, visitor.status]).toEqual([401, 401, 401]);
    expect(markOf(over)).toMatch(CLEARED);
    expect(markOf(none)).toMatch(CLEARED);
    expect(markOf(visitor)).toBeUndefined();
  });
});

describe('a stored page', () => {
  interface Answer {
    status: number | undefined;
    /** All headers but the date, and the id of the request, which differs for each. */
    headers: string[];
    digest: string;
  }
  const ask = (path: string, cookie?: string): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const headers = { 'x-request-id': 'the-same-for-both', ...(cookie ? { cookie } : {}) };
      const request = httpRequest(app.url + path, { headers, agent: false }, (response) => {
        const hash = createHash('sha256');
        response.on('data', (chunk: Buffer) => hash.update(chunk));
        response.on('end', () => {
          const lines = response.rawHeaders.flatMap((name, index, all) =>
            index % 2 === 0 && name !== 'Date' ? [`${name}: ${all[index + 1]}`] : [],
          );
          resolve({ status: response.statusCode, headers: lines, digest: hash.digest('hex') });
        });
      });
      request.on('error', reject).end();
    });

  it.each(['/', '/open-house', '/blog/radon-in-iowa-homes', '/?layout=lead-capture', '/there-is-none'])(
    'has the same bytes and headers with and without the cookie: %s',
    async (path) => {
      // The first request stores the page.
      await ask(path);
      const visitor = await ask(path);
      const hits = () => app.events().filter(({ stored }) => stored === true).length;
      const before = hits();
      expect(await ask(path, `${operator.cookie}; ${MARK}`)).toEqual(visitor);
      expect(await ask(path)).toEqual(visitor);
      if (visitor.status === 200) expect(hits() - before).toBe(2);
      expect(visitor.headers.join('\n')).not.toMatch(/set-cookie|lintel_editor/i);
    },
  );

  it('names none of the bar’s files', async () => {
    const html = await (await fetch(`${app.url}/`, { headers: { cookie: MARK } })).text();
    expect(html).not.toMatch(/page-bar|lintel_editor/);
  });
});

it('the bar’s script is asked for again after each build, and is not a page', async () => {
  const answer = await fetch(`${app.url}/page-bar.js`);
  expect(answer.headers.get('content-type')).toContain('text/javascript');
  expect(answer.headers.get('cache-control')).toBe('no-cache');
});
