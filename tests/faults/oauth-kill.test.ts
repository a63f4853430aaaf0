import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { createCrmGrants, type CrmGrants } from '../../server/crm/oauth/crm-grants.ts';
import type { GrantRow } from '../../server/crm/oauth/grant-store.ts';
import { startCrmSandbox, type CrmSandbox } from '../crm-sandbox/crm-sandbox.ts';
import { openDatabase, type OpenDatabase } from '../../server/database/open-database.ts';
import { decryptText } from '../../server/platform/security/encrypted-text.ts';
import { compileCache } from '../setup/compile-cache.ts';
import { CONDITION_LIMIT } from '../setup/time-limits.ts';

const SECRET = 'A secret that only this test shares, of some length.';
const REDIRECT = 'http://127.0.0.1:9/api/oauth/callback';
/** Lifetime of an access token in seconds. The site renews a token early, here about three times per second. */
const LIFE_SECONDS = 0.45;
const RANDOM_KILLS = Number(process.env['KILLS'] ?? 10);
/** The same times as in grant-server.ts. */
const TIMES = { answer: 1000, lease: 1500, look: 20 };
/** Number of kills between the moment the CRM rotates the tokens and the moment the response is stored. */
const EXACT_KILLS = 4;

type Child = ChildProcessByStdio<null, Readable, null>;

let sandbox: CrmSandbox;
let dataDir: string;
let database: OpenDatabase;
/**
 * Creates the grants of another server on the same database. They run in this process, because another process would
 * take longer.
 */
let newGrants: (times?: typeof TIMES) => CrmGrants;
/** Grants that do not renew by themselves. */
let grants: CrmGrants;
let env: Record<string, string>;
const children = new Set<Child>();

async function open(reconnects: boolean): Promise<void> {
  sandbox = await startCrmSandbox({ accessTokenSeconds: LIFE_SECONDS, reconnects });
  dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-kill-'));
  const log = pino({ level: 'silent' });
  database = await openDatabase({ dataDir, databaseUrl: null }, log);
  const { HIGHLEVEL_API_BASE, GHL_CLIENT_ID, GHL_CLIENT_SECRET } = sandbox.settings;
  env = { DATA_DIR: dataDir, SECRET_KEY: SECRET, HIGHLEVEL_API_BASE, GHL_CLIENT_ID, GHL_CLIENT_SECRET };
  const oauth = {
    marketplaceBase: sandbox.url,
    clientId: GHL_CLIENT_ID,
    clientSecret: GHL_CLIENT_SECRET,
    scopes: [],
  };
  newGrants = (times) =>
    createCrmGrants({
      config: { apiBase: sandbox.url, oauth },
      query: database.query,
      secrets: [SECRET],
      log,
      now: database.now,
      times,
    });
  grants = newGrants();
}
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  await grants.stop();
  await database.close();
  await sandbox.stop();
  await rm(dataDir, { recursive: true, force: true });
});

async function startServer(): Promise<Child> {
  const script = path.join(import.meta.dirname, 'grant-server.ts');
  const child = spawn(process.execPath, [script], {
    env: { ...env, ...compileCache, PATH: process.env['PATH'] ?? '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.add(child);
  child.once('exit', () => children.delete(child));
  await once(child.stdout, 'data');
  return child;
}

async function connect(): Promise<void> {
  const locationId = sandbox.settings.GHL_LOCATION_ID;
  const scopes = ['contacts.readonly', 'contacts.write', 'locations.readonly'];
  const { code } = sandbox.approve({ locationId, scopes, redirectUri: REDIRECT });
  await grants.connect({ code: code.value, redirectUri: REDIRECT, connectedBy: null });
}

async function stored(): Promise<GrantRow> {
  const [row] = await grants.locations();
  if (!row) throw new Error('The grant is gone.');
  return row;
}

function latest() {
  const grant = sandbox.state.grants.at(-1);
  if (!grant) throw new Error('Nobody let the app in.');
  return grant;
}

/** Waits until a server has renewed the grant or marked it as needing a reconnect. */
async function outcome(before: GrantRow): Promise<GrantRow> {
  for (const end = performance.now() + CONDITION_LIMIT; performance.now() < end; await sleep(20)) {
    const row = await stored();
    if (row.state === 'reconnect' || row.generation > before.generation) return row;
  }
  throw new Error(
    `A dead end that nobody is told of: ${JSON.stringify({ ...(await stored()), access_token: '' })}`,
  );
}

/**
 * Starts the next server's grants, and returns the outcome. Fails unless the grant works or states why it must be
 * reconnected.
 */
async function recover(): Promise<'works' | 'reconnect'> {
  const before = await stored();
  const next = newGrants(TIMES);
  next.start();
  const row = await outcome(before).finally(() => next.stop());
  if (row.state === 'ready') {
    const after = await stored();
    expect(after).toMatchObject({ state: 'ready', refresh_lease: null, refresh_begun_at: null });
    expect(await decryptText(after.refresh_token ?? '', [SECRET])).toBe(latest().refreshToken);
    return 'works';
  }
  expect(row.reason).toMatch(
    /was cut off before its answer was stored.*Connect the location again at \/admin\/ghl\.$/,
  );
  // The last stored refresh token is still there.
  expect(await decryptText(row.refresh_token ?? '', [SECRET])).toMatch(/^\w{64}$/);
  await connect();
  return 'reconnect';
}

test(`killed ${RANDOM_KILLS} times at random: afterwards the grant works, or says that it must be connected again`, async () => {
  await open(false);
  await connect();
  const outcomes = { works: 0, reconnect: 0 };
  for (let n = 0; n < RANDOM_KILLS; n += 1) {
    const server = await startServer();
    await sleep(Math.random() * 1000);
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
    outcomes[await recover()] += 1;
  }
  expect(outcomes.works + outcomes.reconnect).toBe(RANDOM_KILLS);
  process.stdout.write(`after kills at random: ${JSON.stringify(outcomes)}\n`);
});

test.each([
  ['reports that the grant must be reconnected', false, 'reconnect'],
  ['gets a new code if the CRM gives one, and goes on', true, 'works'],
] as const)(
  'killed at the moment the CRM changes the token: the next server %s',
  async (_, reconnects, expected) => {
    await open(reconnects);
    for (let n = 0; n < EXACT_KILLS; n += 1) {
      await connect();
      const server = await startServer();
      const ended = once(server, 'exit');
      const grant = latest();
      let { refreshes } = grant;
      Object.defineProperty(grant, 'refreshes', {
        get: () => refreshes,
        set(count: number) {
          refreshes = count;
          server.kill('SIGKILL');
        },
      });
      await ended;
      Object.defineProperty(grant, 'refreshes', { value: refreshes, writable: true });
      expect(await stored()).toMatchObject({ state: 'ready', refresh_begun_at: expect.any(Number) });
      expect(await recover()).toBe(expected);
    }
  },
);
