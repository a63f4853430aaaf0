import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import {
  announceFirstAccountLink,
  FIRST_ACCOUNT_LINK_FILE,
  findValidOneTimeLink,
  redeemOneTimeLink,
} from '../../server/operators/sign-in/one-time-links.ts';
import { newMigratedDatabase } from './database-engines.ts';
import { leadBrowser } from './post-lead.ts';
import { runApp, type RunningApp } from './running-app.ts';

const SERVERS = 3;
const LIMIT = 6;

let servers: RunningApp[] = [];
beforeEach(async () => {
  const settings = {
    DATABASE_URL: await newMigratedDatabase(),
    LEAD_RATE_LIMIT: String(LIMIT),
    SEARCH_RATE_LIMIT: '4',
    TRUST_PROXY: '1',
  };
  servers = await Promise.all(Array.from({ length: SERVERS }, () => runApp(settings)));
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.stop();
});

const serverAt = (index: number): RunningApp => {
  const server = servers[index % SERVERS];
  if (!server) throw new Error('No server runs.');
  return server;
};
const postLead = (server: RunningApp, address: number) =>
  leadBrowser(server).send(
    'POST',
    '/api/ghl/contact',
    { session: randomUUID(), email: `${randomUUID()}@example.com` },
    { 'x-forwarded-for': `203.0.113.${address}` },
  );
const count = (statuses: number[], status: number) => statuses.filter((each) => each === status).length;

test('servers that share a database count leads from one address together, even at the same time', async () => {
  const answers = await Promise.all(
    Array.from({ length: SERVERS * LIMIT }, (_, index) => postLead(serverAt(index), 1)),
  );
  const statuses = answers.map(({ status }) => status);
  expect([count(statuses, 200), count(statuses, 429)]).toEqual([LIMIT, (SERVERS - 1) * LIMIT]);
  const refused = answers.find(({ status }) => status === 429);
  const wait = Number(refused?.headers.get('retry-after'));
  expect(wait).toBeGreaterThan(500);
  expect(wait).toBeLessThanOrEqual(600);
  expect((await postLead(serverAt(1), 2)).status).toBe(200);
  const { rows } = await sql`select * from rate_limits`.execute(serverAt(0).database.query);
  expect(rows).toHaveLength(2);
  expect(JSON.stringify(rows)).not.toContain('203.0.113');
});

test('a count starts again when its time is over', async () => {
  for (let sent = 0; sent < LIMIT; sent += 1) await postLead(serverAt(sent), 1);
  expect((await postLead(serverAt(0), 1)).status).toBe(429);
  await serverAt(0).database.query.updateTable('rate_limits').set({ ends_at: 0 }).execute();
  expect((await postLead(serverAt(1), 1)).status).toBe(200);
});

test('while the counts cannot be stored, leads are accepted and each server counts alone', async () => {
  await sql`drop table rate_limits`.execute(serverAt(0).database.query);
  const statuses: number[] = [];
  for (let sent = 0; sent < LIMIT + 2; sent += 1) statuses.push((await postLead(serverAt(0), 1)).status);
  expect([count(statuses, 200), count(statuses, 429)]).toEqual([LIMIT, 2]);
  expect((await postLead(serverAt(1), 1)).status).toBe(200);
  const warnings = serverAt(0)
    .events()
    .filter(({ event }) => event === 'rate-limit-not-shared');
  expect(warnings).toEqual([expect.objectContaining({ limit: 'leads' })]);
});

test('they count sign-in tries and searches from one address together', async () => {
  const signIns = await Promise.all(
    Array.from({ length: 33 }, (_, index) =>
      fetch(`${serverAt(index).url}/api/operators/sign-in`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'sec-fetch-site': 'same-origin',
          'x-forwarded-for': '203.0.113.9',
        },
        body: '{}',
      }).then(({ status }) => status),
    ),
  );
  expect([count(signIns, 422), count(signIns, 429)]).toEqual([30, 3]);
  const searches = await Promise.all(
    Array.from({ length: 6 }, (_, index) =>
      fetch(`${serverAt(index).url}/search?q=word${index}`, {
        headers: { 'x-forwarded-for': '203.0.113.9' },
      }).then(({ status }) => status),
    ),
  );
  expect([count(searches, 200), count(searches, 429)]).toEqual([4, 2]);
});

test('the links for the first account of all servers work', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lintel-links-'));
  const tokens: string[] = [];
  for (const [index, { database, url }] of servers.entries()) {
    const dataDir = path.join(folder, String(index));
    await announceFirstAccountLink({
      database: database.query,
      origin: url,
      dataDir,
      terminal: { write: () => {} },
      now: database.now(),
    });
    const address = await readFile(path.join(dataDir, FIRST_ACCOUNT_LINK_FILE), 'utf8');
    tokens.push(address.trim().split('#')[1] ?? '');
  }
  const { query, now } = serverAt(0).database;
  const opened = await Promise.all(tokens.map((token) => findValidOneTimeLink(query, token, now())));
  expect(opened.map((each) => each?.link.purpose)).toEqual(['first', 'first', 'first']);

  // Only one of them creates the account.
  const used = await Promise.all(
    tokens.map((token, index) => {
      const account = {
        token,
        name: 'Alex',
        email: `alex${index}@example.com`,
        password: 'a fine long password',
      };
      return redeemOneTimeLink(query, account, { now: now(), requestId: 'request-1' });
    }),
  );
  expect(used.map(({ kind }) => kind).toSorted()).toEqual(['done', 'over', 'over']);
  expect(await query.selectFrom('operators').select('id').execute()).toHaveLength(1);
  await rm(folder, { recursive: true });
});
