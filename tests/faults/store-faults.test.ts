import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '../../server/database/open-database.ts';
import { startSite, type Site } from '../browser/support/start-site.ts';
import { runPostgres } from '../server/run-postgres.ts';
import { runApp, type RunningApp } from '../server/running-app.ts';
import { compareWithStore, startCrowd, type LeadCrowd } from './support/lead-crowd.ts';
import { printFigures } from './support/print-figures.ts';

const SETTINGS = { TRUST_PROXY: '1', LEAD_RATE_LIMIT: '1000000' };
const REFUSAL = {
  status: 503,
  body: {
    success: false,
    error: 'We could not save your information just now. Please try again.',
    message: 'We could not save your information just now. Please try again.',
  },
  retryAfter: '5',
};

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

async function app(settings: Record<string, string> = {}): Promise<RunningApp> {
  const app = await runApp({ ...SETTINGS, ...settings }, undefined, { deliver: true });
  cleanUps.push(() => app.stop());
  return app;
}

function crowdOn(site: Pick<Site, 'url'>, name: string): LeadCrowd {
  const crowd = startCrowd({ urls: () => [site.url], browsers: 6, name, pause: 20 });
  cleanUps.push(() => crowd.stop());
  return crowd;
}

const taken = (crowd: LeadCrowd, more: number) => {
  const before = crowd.acknowledged.length;
  return expect.poll(() => crowd.acknowledged.length - before).toBeGreaterThan(more);
};
const refused = (crowd: LeadCrowd, more: number) => {
  const before = crowd.refused.length;
  return expect.poll(() => crowd.refused.length - before).toBeGreaterThan(more);
};

async function judge(
  title: string,
  crowd: LeadCrowd,
  database: Parameters<typeof compareWithStore>[0],
): Promise<void> {
  const { missing, doubled } = await compareWithStore(database, crowd.acknowledged);
  printFigures(title, {
    acknowledged: crowd.acknowledged.length,
    'refused with 503': crowd.refused.length,
    'without an answer': crowd.broken(),
    missing: missing.length,
    'stored twice': doubled.length,
  });
  expect(crowd.refused.filter((one) => JSON.stringify(one) !== JSON.stringify(REFUSAL))).toEqual([]);
  expect({ missing, doubled }).toEqual({ missing: [], doubled: [] });
}

/** These SQLite settings cause the same errors as a full or read-only disk, but need no root privileges. */
test.each([
  // A few leads may still fit into what becomes free in the file.
  ['full', 'max_page_count = 1', 'max_page_count = 1073741823', 'SQLITE_13', 3],
  ['read-only', 'query_only = on', 'query_only = off', 'SQLITE_8', 0],
])('a disk that becomes %s, and is repaired', async (name, fault, repair, code, fitting) => {
  const site = await app();
  const crowd = crowdOn(site, name);
  await taken(crowd, 50);
  await sql.raw(`pragma ${fault}`).execute(site.database.query);
  await refused(crowd, 20);
  const during = crowd.acknowledged.length;
  await refused(crowd, 20);
  expect(crowd.acknowledged.length - during).toBeLessThanOrEqual(fitting);
  expect((await fetch(site.url)).status).toBe(200);
  await sql.raw(`pragma ${repair}`).execute(site.database.query);
  await taken(crowd, 50);
  await crowd.stop();
  await judge(`SQLite: the disk becomes ${name}`, crowd, site.database);
  expect(crowd.broken()).toBe(0);
  const codes = site.events().flatMap((one) => (one['event'] === 'lead-not-stored' ? [one['code']] : []));
  expect(new Set(codes)).toEqual(new Set([code]));
});

test('files that cannot grow: the write itself fails, and nothing acknowledged is lost', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-full-'));
  cleanUps.push(() => rm(dataDir, { recursive: true, force: true }));
  // The unit of `ulimit -f` is 512 or 1024 bytes, depending on the shell.
  const site = await startSite(
    { ...SETTINGS, DATA_DIR: dataDir },
    { prefix: ['sh', '-c', 'ulimit -f 4096; exec "$@"', 'sh'] },
  );
  cleanUps.push(() => site.stop());
  const crowd = crowdOn(site, 'grow');
  await expect.poll(() => crowd.refused.length).toBeGreaterThan(30);
  expect((await fetch(site.url)).status).toBe(200);
  await crowd.stop();
  const codes = [...site.log().matchAll(/"event":"lead-not-stored".*?"code":"(\w+)"/g)];
  await site.kill();
  // SQLITE_FULL (13) or an I/O error (10), with its subtype in the higher bits (778 is SQLITE_IOERR_WRITE).
  expect(codes.length).toBeGreaterThan(0);
  for (const [, code] of codes) expect(code).toMatch(/^SQLITE_(13|10|778)$/);
  const database = await openDatabase({ dataDir, databaseUrl: null }, pino({ level: 'silent' }));
  await judge('SQLite: files cannot grow', crowd, database);
  expect(crowd.acknowledged.length).toBeGreaterThan(10);
  const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database.query);
  expect(check.rows).toEqual([{ integrity_check: 'ok' }]);
  await database.close();
});

const HOLD_LOCK = `
  import { DatabaseSync } from 'node:sqlite';
  const database = new DatabaseSync(process.argv[1], { timeout: 5000 });
  database.exec('begin immediate');
  process.stdout.write('locked');
  process.stdin.once('data', () => { database.exec('rollback'); process.exit(0); });
`;

test('a database that another process locks, and then releases', async () => {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-locked-'));
  cleanUps.push(() => rm(dataDir, { recursive: true, force: true }));
  const site = await startSite({ ...SETTINGS, DATA_DIR: dataDir });
  cleanUps.push(() => site.stop());
  const crowd = crowdOn(site, 'locked');
  await taken(crowd, 50);
  const file = path.join(dataDir, 'lintel.sqlite');
  const other = spawn(process.execPath, ['--input-type=module', '--eval', HOLD_LOCK, file], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await once(other.stdout, 'data');
  const waited: number[] = [];
  const pages = (async () => {
    while (other.exitCode === null) {
      const start = performance.now();
      expect((await fetch(site.url)).status).toBe(200);
      waited.push(performance.now() - start);
      await delay(100);
    }
  })();
  await refused(crowd, 5);
  // A page that waited for the locked database would take about five seconds.
  await expect.poll(() => waited.filter((ms) => ms < 2_000).length).toBeGreaterThan(5);
  const slowest = Math.max(...waited);
  const pagesMeanwhile = waited.length;
  other.stdin.end('x');
  await once(other, 'exit');
  await pages;
  await taken(crowd, 50);
  await crowd.stop();
  const database = await openDatabase({ dataDir, databaseUrl: null }, pino({ level: 'silent' }));
  await judge('SQLite: locked by another process', crowd, database);
  await database.close();
  printFigures('Pages meanwhile', { pages: pagesMeanwhile, 'slowest, ms': Math.round(slowest) });
});

test('a PostgreSQL that stops in the middle, and comes back', async () => {
  const postgres = await runPostgres();
  cleanUps.push(() => postgres.stop());
  const site = await app({ DATABASE_URL: await postgres.database() });
  const crowd = crowdOn(site, 'stopped');
  await taken(crowd, 50);
  await postgres.pause();
  await refused(crowd, 20);
  expect((await fetch(site.url)).status).toBe(200);
  await postgres.resume();
  await taken(crowd, 50);
  await crowd.stop();
  await judge('PostgreSQL: stopped, and back', crowd, site.database);
  expect(crowd.broken()).toBe(0);
  expect(JSON.stringify(site.events())).not.toMatch(/Halvorsen|@example\.com/);
});
