import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { json } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabase } from '../../server/database/open-database.ts';
import type { WordPressConnectionState } from '../../src/contracts/operators/wordpress-connection-calls.ts';
import { startSite, type Site } from '../browser/support/start-site.ts';
import {
  checkSignedRequest,
  signRequest,
  PLUGIN_SIGNATURE_HEADER,
} from '../../server/content/rest/signed-request.ts';
import { PLUGIN_RELEASE_FOLDER } from '../../server/content/plugin-release-routes.ts';
import { newMigratedDatabase } from './database-engines.ts';
import { runApp } from './running-app.ts';
import { signIn, type OperatorClient } from './sign-in.ts';
import { publishValues } from './support/publish-values.ts';
import { startFakeSite, type FakeSite } from './support/fake-site.ts';
import { CONDITION_LIMIT } from '../setup/time-limits.ts';

const PASSWORD = 'wxyz 1234 abcd 5678';
const OWN = 'Written on this site';
const THEIRS = 'Written in WordPress';

let wordpress: FakeSite;
let folder: string;
let sites: Site[];
/** The secret that the companion plugin received. */
let shared: string | null;

beforeEach(async () => {
  sites = [];
  shared = null;
  folder = await mkdtemp(path.join(tmpdir(), 'lintel-connection-'));
  wordpress = await startFakeSite();
  wordpress.root['authentication'] = {
    'application-passwords': {
      endpoints: { authorization: `${wordpress.url}/wp-admin/authorize-application.php` },
    },
  };
  addAccount(['edit_posts', 'edit_pages', 'edit_others_pages', 'publish_pages']);
  wordpress.add('pages', { id: 7, slug: 'about', acf: { hero_title: THEIRS } });
  wordpress.routes.set('/lintel/v1/connection', async (_query, request) => {
    const body: unknown = await json(request);
    shared = String(Object(body).secret);
    return { json: { connected: true } };
  });
});
afterEach(async () => {
  await Promise.all(sites.map((site) => site.stop()));
  await wordpress.stop();
  await rm(folder, { recursive: true, force: true });
});

function addAccount(capabilities: readonly string[]): void {
  const account = { id: 12, username: 'anna', name: 'Anna Admin', password: PASSWORD, uuid: 'uuid-12' };
  wordpress.accounts = [{ ...account, capabilities }];
}

async function start(env: Record<string, string> = {}): Promise<Site> {
  const site = await startSite({ DATA_DIR: folder, CONTENT_MAX_AGE: '1', ...env });
  sites.push(site);
  return site;
}

async function operatorOf(site: Site, databaseUrl: string | null = null): Promise<OperatorClient> {
  const database = await openDatabase({ dataDir: folder, databaseUrl }, pino({ level: 'silent' }));
  return signIn({ url: site.url, database }).finally(() => database.close());
}

async function send(operator: OperatorClient, action: string, body: object = {}): Promise<Response> {
  const answer = await operator.send('POST', `/api/admin/wordpress/${action}`, body);
  return answer;
}
const read = async (operator: OperatorClient): Promise<WordPressConnectionState> =>
  (await operator.fetch('/api/admin/wordpress')).json();
async function becomes(operator: OperatorClient, source: WordPressConnectionState['source']): Promise<void> {
  await expect.poll(async () => (await read(operator)).source, { interval: 100 }).toBe(source);
}

/** Goes to WordPress, approves there, and comes back with the password. Returns where that leads. */
async function approve(
  operator: OperatorClient,
  {
    site = wordpress.url,
    from = 'cross-site',
    meanwhile = async () => {},
  }: { site?: string; from?: 'cross-site' | 'same-site'; meanwhile?: () => Promise<unknown> } = {},
): Promise<string | null> {
  const started = await send(operator, 'start', { address: wordpress.url });
  expect(started.status).toBe(200);
  const { url }: { url: string } = await started.json();
  const callback = new URL(new URL(url).searchParams.get('success_url') ?? '');
  const given = { site_url: site, user_login: 'anna', password: PASSWORD };
  for (const [name, value] of Object.entries(given)) callback.searchParams.set(name, value);
  await meanwhile();
  // WordPress sends the browser here.
  const headers = { 'sec-fetch-site': from, 'sec-fetch-mode': 'navigate' };
  const answer = await operator.fetch(callback.pathname + callback.search, { headers });
  return answer.headers.get('location');
}

async function headline(site: Site): Promise<string> {
  const html = await (await fetch(`${site.url}/about`)).text();
  return /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1] ?? '';
}

/** A page is rendered again a moment after its content has changed. */
async function shows(site: Site, text: string): Promise<void> {
  await expect.poll(() => headline(site), { interval: 50 }).toBe(text);
}

async function write(operator: OperatorClient, text: string): Promise<void> {
  expect((await publishValues(operator, '/about', { hero_title: text })).status).toBe(200);
}

/** Requests a page all the time. The returned function stops that, and returns every status that was received. */
function visitAllTheTime(site: Site): () => Promise<number[]> {
  const over = new AbortController();
  const statuses = new Set<number>();
  const visits = (async () => {
    while (!over.signal.aborted) {
      statuses.add((await fetch(`${site.url}/about`)).status);
      await delay(30);
    }
  })();
  return async () => {
    over.abort();
    await visits;
    return [...statuses];
  };
}

test('an operator downloads the companion plugin of this release', async () => {
  const site = await start();
  const operator = await operatorOf(site);
  const answer = await operator.fetch('/api/admin/wordpress/lintel.zip');
  expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
    200,
    'application/zip',
    'no-store',
  ]);
  const built = await readFile(path.join(PLUGIN_RELEASE_FOLDER, 'lintel.zip'));
  expect(Buffer.from(await answer.arrayBuffer()).equals(built)).toBe(true);
  expect((await fetch(`${site.url}/api/admin/wordpress/lintel.zip`)).status).toBe(401);
});

test('a WordPress is connected, shown and left without a restart and without a failing request, and stays after one', async () => {
  const site = await start();
  const operator = await operatorOf(site);
  await write(operator, OWN);
  await shows(site, OWN);
  expect(await read(operator)).toEqual({ source: 'embedded', site: null, connection: null, move: null });

  expect(await approve(operator)).toBe('/admin/settings/wordpress?connection=connected');
  expect(await read(operator)).toMatchObject({
    source: 'embedded',
    connection: {
      site: wordpress.url,
      username: 'anna',
      connectedBy: operator.operator.name,
      hasSecret: true,
      isReadable: true,
      inUse: false,
      fault: null,
    },
  });
  expect(shared).toMatch(/^\S{32,}$/);
  await shows(site, OWN);

  const stopVisits = visitAllTheTime(site);
  expect((await send(operator, 'use', { inUse: true })).status).toBe(200);
  await becomes(operator, 'connection');
  await shows(site, THEIRS);
  // A change notice is accepted with the shared secret only, so it is known to the running server.
  expect((await send(operator, 'use', { inUse: false })).status).toBe(200);
  await becomes(operator, 'embedded');
  await shows(site, OWN);
  await write(operator, `${OWN}, again`);
  await shows(site, `${OWN}, again`);
  await send(operator, 'use', { inUse: true });
  await becomes(operator, 'connection');
  expect(await stopVisits()).toEqual([200]);

  for (const name of await readdir(folder)) {
    if (!name.startsWith('lintel.sqlite')) continue;
    const bytes = await readFile(path.join(folder, name), 'latin1');
    expect([name, bytes.includes(PASSWORD), bytes.includes(String(shared))]).toEqual([name, false, false]);
  }

  await site.stop();
  const again = await start();
  await shows(again, THEIRS);

  const back = await operatorOf(again);
  const gone = await send(back, 'disconnect');
  expect(await gone.json()).toEqual({ deletedInWordPress: true });
  expect(wordpress.accounts).toEqual([]);
  await becomes(back, 'embedded');
  await shows(again, `${OWN}, again`);
  expect(await read(back)).toMatchObject({ connection: null });
  const audit = await (await back.fetch('/api/admin/audit')).text();
  for (const action of ['connected', 'used', 'left', 'disconnected']) {
    expect(audit).toContain(`site-wordpress-${action}`);
  }
});

test('a WordPress that cannot be read changes nothing on the site', async () => {
  const site = await start();
  const operator = await operatorOf(site);
  await write(operator, OWN);
  await approve(operator);
  // An approval that was begun before does not take away what another operator has chosen.
  const late = await approve(operator, {
    meanwhile: async () => {
      await send(operator, 'use', { inUse: true });
      await becomes(operator, 'connection');
    },
  });
  expect(late).toBe('/admin/settings/wordpress?connection=in-use');
  await send(operator, 'use', { inUse: false });
  await becomes(operator, 'embedded');
  await shows(site, OWN);
  wordpress.misbehaviour = 'down';
  const stopVisits = visitAllTheTime(site);
  await send(operator, 'use', { inUse: true });
  await expect
    .poll(async () => (await read(operator)).connection?.fault ?? '', {
      interval: 250,
      timeout: 2 * CONDITION_LIMIT,
    })
    .toContain('cannot be reached');
  await becomes(operator, 'embedded');
  expect((await read(operator)).connection?.inUse).toBe(false);
  await shows(site, OWN);
  // It is still edited here.
  await write(operator, `${OWN}, again`);
  await shows(site, `${OWN}, again`);
  expect(await stopVisits()).toEqual([200]);

  // An operator need not wait for a WordPress that never answers.
  wordpress.misbehaviour = 'silent';
  await send(operator, 'use', { inUse: true });
  await expect.poll(async () => (await read(operator)).connection?.inUse).toBe(true);
  await send(operator, 'use', { inUse: false });

  wordpress.misbehaviour = null;
  await send(operator, 'use', { inUse: true });
  await becomes(operator, 'connection');
  expect((await read(operator)).connection?.fault).toBeNull();
  // Once it was read, it may fail: the site stays as it is.
  wordpress.misbehaviour = 'down';
  const { length } = wordpress.asked;
  await expect.poll(() => wordpress.asked.length).toBeGreaterThan(length);
  expect(await headline(site)).toBe(THEIRS);
});

test('every server of a site changes its source, whichever one was asked', async () => {
  const DATABASE_URL = await newMigratedDatabase();
  const key = { DATABASE_URL, SECRET_KEY: 'a secret key of the tests, long enough' };
  const other = await mkdtemp(path.join(tmpdir(), 'lintel-connection-'));
  const [first, second] = await Promise.all([start(key), start({ ...key, DATA_DIR: other })]);
  const operator = await operatorOf(first, DATABASE_URL);
  await write(operator, OWN);
  await shows(second, OWN);
  await approve(operator);
  await send(operator, 'use', { inUse: true });
  await expect.poll(() => Promise.all([headline(first), headline(second)])).toEqual([THEIRS, THEIRS]);
  await send(operator, 'use', { inUse: false });
  await expect.poll(() => Promise.all([headline(first), headline(second)])).toEqual([OWN, OWN]);
  await rm(other, { recursive: true, force: true });
});

test('environment variables win, and a lost secret key leaves the pages up', async () => {
  const site = await start({ SECRET_KEY: 'the first key of the tests, long enough' });
  const operator = await operatorOf(site);
  await approve(operator);
  await send(operator, 'use', { inUse: true });
  await becomes(operator, 'connection');
  await site.stop();

  const lost = await start({ SECRET_KEY: 'another key of the tests, long enough' });
  await shows(lost, THEIRS);
  const state = await read(await operatorOf(lost));
  expect(state).toMatchObject({ source: 'connection', connection: { isReadable: false, inUse: true } });
  await lost.stop();

  const configured = await start(wordpress.env);
  const owner = await operatorOf(configured);
  expect(await read(owner)).toMatchObject({ source: 'environment', site: wordpress.url });
  const refused = await send(owner, 'start', { address: wordpress.url });
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('already')]);
});

test('an approval that is not right stores nothing, and says why', async () => {
  const site = await start();
  const operator = await operatorOf(site);
  const screen = '/admin/settings/wordpress?connection=';
  expect(await approve(operator, { site: 'https://another.example.com', from: 'same-site' })).toBe(
    `${screen}site`,
  );
  const stray = await operator.fetch('/api/admin/wordpress/callback?state=unknown&success=false');
  expect(stray.headers.get('location')).toBe(`${screen}state`);
  addAccount(['edit_posts', 'edit_pages']);
  expect(await approve(operator)).toBe(`${screen}no-pages`);
  // The password that WordPress made is deleted there.
  expect(wordpress.accounts).toEqual([]);
  expect(await approve(operator)).toBe(`${screen}refused`);
  expect((await read(operator)).connection).toBeNull();

  const signedOut = await fetch(`${site.url}/api/admin/wordpress/callback?state=a&password=${PASSWORD}`, {
    redirect: 'manual',
  });
  // The password gets into no other address.
  expect([signedOut.status, signedOut.headers.get('location')]).toEqual([302, `${screen}state`]);
  for (const address of ['', 'not an address', 'https://name:pass@cms.example.com']) {
    const answer = await send(operator, 'start', { address });
    expect([address, answer.status]).toEqual([address, 422]);
  }
  const closed = await send(operator, 'start', { address: 'http://127.0.0.1:1' });
  expect([closed.status, await closed.text()]).toEqual([503, expect.stringContaining('does not answer')]);
});

test('while the content moves, no other move starts and no other WordPress is connected', async () => {
  const app = await runApp({ DATA_DIR: folder });
  try {
    const operator = await signIn(app);
    expect(await approve(operator)).toBe('/admin/settings/wordpress?connection=connected');
    const before = await read(operator);
    // The move waits for this WordPress until the end of the test.
    const late = await approve(operator, {
      meanwhile: async () => {
        wordpress.misbehaviour = 'silent';
        expect((await send(operator, 'move')).status).toBe(200);
      },
    });
    expect(late).toBe('/admin/settings/wordpress?connection=moving');
    for (const [action, body] of [
      ['move', {}],
      ['start', { address: wordpress.url }],
    ] as const) {
      const refused = await send(operator, action, body);
      expect([action, refused.status, await refused.text()]).toEqual([
        action,
        409,
        expect.stringContaining('The content is being moved.'),
      ]);
    }
    expect((await read(operator)).connection).toEqual(before.connection);
    const moves = await app.database.query
      .selectFrom('audit')
      .select('id')
      .where('action', '=', 'site-content-moved')
      .execute();
    expect(moves).toHaveLength(1);
  } finally {
    await app.stop();
  }
});

const TOKEN = 'a-token-of-the-plugin-0123456789abcdef';
const SCREEN = '/wp-admin/options-general.php?page=lintel-site-settings&tab=connection';

/** The plugin answers one exchange of the token. Returns the secrets that it was asked to forget. */
function askToConnect(password = PASSWORD): string[] {
  const ended: string[] = [];
  wordpress.routes.set('/lintel/v1/connection/exchange', async (_query, request) => {
    const { token, secret } = Object(await json(request));
    if (token !== TOKEN)
      return { status: 403, json: { code: 'lintel_refused_exchange', message: 'Unknown.' } };
    shared = String(secret);
    const screen = wordpress.url + SCREEN;
    return { json: { username: 'anna', password, uuid: 'uuid-12', screen } };
  });
  wordpress.routes.set('/lintel/v1/connection/end', (_query, request) => {
    const parts = { method: 'POST', route: '/lintel/v1/connection/end' };
    const header = request.headers[PLUGIN_SIGNATURE_HEADER.toLowerCase()];
    const checked = checkSignedRequest(String(header), parts, { secret: shared ?? '', now: Date.now() });
    if ('id' in checked) ended.push(shared ?? '');
    return { json: { ended: true } };
  });
  return ended;
}

/** Sends a request to the site as the plugin does. */
function fromPlugin(
  site: Site,
  action: string | null,
  { secret = shared ?? '', id = crypto.randomUUID() } = {},
) {
  const method = action === null ? 'GET' : 'POST';
  const route = `/api/content/connection${action === null ? '/state' : ''}`;
  const body = action === null ? '' : JSON.stringify({ action, by: 'Anna' });
  const signature = signRequest({ method, route, body }, { secret, now: Date.now(), id });
  return fetch(site.url + route, {
    method,
    headers: { [PLUGIN_SIGNATURE_HEADER]: signature },
    ...(action !== null && { body }),
  });
}

test('a WordPress asks, an operator approves, and the plugin shows it and ends it with signed requests', async () => {
  const site = await start();
  expect(await (await fetch(`${site.url}/api/content/connection`)).json()).toEqual({
    lintel: true,
    url: null,
  });
  const operator = await operatorOf(site);
  askToConnect();
  const given = { address: wordpress.url, token: TOKEN };
  const refused = await send(operator, 'approve', { ...given, token: 'x'.repeat(48) });
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('Unknown.')]);
  expect((await fetch(`${site.url}/api/admin/wordpress/approve`, { method: 'POST' })).status).toBe(401);
  const approved = await send(operator, 'approve', given);
  expect([approved.status, await approved.json()]).toEqual([200, { url: wordpress.url + SCREEN }]);
  expect(await read(operator)).toMatchObject({
    source: 'embedded',
    connection: { site: wordpress.url, username: 'anna', hasSecret: true, inUse: false },
  });

  expect((await fetch(`${site.url}/api/content/connection/state`)).status).toBe(401);
  expect((await fromPlugin(site, null, { secret: 'another' })).status).toBe(401);
  expect((await fromPlugin(site, 'use', { secret: 'another' })).status).toBe(401);
  expect(await (await fromPlugin(site, null)).json()).toEqual({
    source: 'embedded',
    changing: false,
    fault: null,
    move: null,
  });
  expect((await fromPlugin(site, 'nothing')).status).toBe(400);
  const id = crypto.randomUUID();
  expect((await fromPlugin(site, 'use', { id })).status).toBe(200);
  await becomes(operator, 'connection');
  await shows(site, THEIRS);

  // The same WordPress may connect again, and stays shown. Another one may not.
  const other = await startFakeSite();
  const taken = await send(operator, 'approve', { ...given, address: other.url });
  expect([taken.status, await taken.text()]).toEqual([409, expect.stringContaining(wordpress.url)]);
  await other.stop();
  expect((await send(operator, 'approve', given)).status).toBe(200);
  expect((await read(operator)).connection?.inUse).toBe(true);

  expect((await fromPlugin(site, 'end')).status).toBe(200);
  await becomes(operator, 'embedded');
  expect((await read(operator)).connection).toBeNull();
  expect((await fromPlugin(site, null)).status).toBe(404);
  expect(await (await operator.fetch('/api/admin/audit')).text()).toContain('Anna in WordPress');
});

test('a request is accepted once, and a password that does not work is taken back', async () => {
  const site = await start();
  const operator = await operatorOf(site);
  const ended = askToConnect('not the password');
  const answer = await send(operator, 'approve', { address: wordpress.url, token: TOKEN });
  expect([answer.status, await answer.text()]).toEqual([502, expect.stringContaining('does not accept')]);
  expect(ended).toEqual([shared]);
  expect((await read(operator)).connection).toBeNull();

  askToConnect();
  await send(operator, 'approve', { address: wordpress.url, token: TOKEN });
  const id = crypto.randomUUID();
  expect((await fromPlugin(site, 'stop', { id })).status).toBe(200);
  expect((await fromPlugin(site, 'stop', { id })).status).toBe(409);
  await site.stop();

  const configured = await start(wordpress.env);
  const refused = await send(await operatorOf(configured), 'approve', {
    address: wordpress.url,
    token: TOKEN,
  });
  expect([refused.status, await refused.text()]).toEqual([409, expect.stringContaining('WORDPRESS_API_URL')]);
});
