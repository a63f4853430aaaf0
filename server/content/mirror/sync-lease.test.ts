import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openContentDatabase, type ContentDatabase } from '../database/content-database.ts';
import { createSyncLease, type SyncLease } from './sync-lease.ts';

const log = pino({ level: 'silent' });
/** Each answer of the database takes longer than the time between two renewals. */
const ANSWER_MS = 30;
const TIMING = { renewEvery: 10, untilFree: 60_000 };
let dataDir: string;
let database: ContentDatabase;
let leases: SyncLease[];
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-lease-'));
  database = await openContentDatabase({ dataDir, databaseUrl: null }, log);
  leases = [];
});
afterEach(async () => {
  await Promise.all(leases.map((lease) => lease.stop()));
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

/** Starts the lease of one of several servers, as with PostgreSQL. `afterAnswer` is called for each answer. */
function startLease(afterAnswer = async () => {}): SyncLease {
  const query = database.query.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      await delay(ANSWER_MS);
      await afterAnswer();
      return result;
    },
  });
  const lease = createSyncLease({ ...database, query, engine: 'postgres' }, log, TIMING);
  leases.push(lease);
  lease.start();
  return lease;
}

test('a slow database takes the lease away from no server, and the next one has it at once', async () => {
  const lease = startLease();
  await expect.poll(() => lease.held(), { interval: 5 }).toBe(true);
  await delay(10 * ANSWER_MS);
  expect(lease.held()).toBe(true);
  await lease.stop();
  expect(lease.held()).toBe(false);
  const other = startLease();
  await expect.poll(() => other.held(), { timeout: TIMING.untilFree / 2 }).toBe(true);
});

test('a renewal whose answer was lost is still that of this server', async () => {
  let isBroken = false;
  const lease = startLease(async () => {
    if (!isBroken) return;
    isBroken = false;
    throw new Error('The connection is lost.');
  });
  await expect.poll(() => lease.held(), { interval: 5 }).toBe(true);
  for (let lost = 0; lost < 3; lost += 1) {
    isBroken = true;
    await expect.poll(() => isBroken).toBe(false);
    await delay(3 * ANSWER_MS);
    expect(lease.held()).toBe(true);
  }
  await lease.stop();
  const other = startLease();
  await expect.poll(() => other.held(), { timeout: TIMING.untilFree / 2 }).toBe(true);
});
