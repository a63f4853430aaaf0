import { execFile } from 'node:child_process';
import { mkdtemp, open, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, expect, test } from 'vitest';
import { openDatabase } from '../../server/database/open-database.ts';
import { startSite, type Site } from '../browser/support/start-site.ts';
import { headerOf, startMailServer } from '../server/mail/mail-server.ts';
import { PASSWORD, signIn, type OperatorClient } from '../server/sign-in.ts';
import { publishValues } from '../server/support/publish-values.ts';
import { limitFiles } from './support/file-limit.ts';
import { compareWithStore, startCrowd, type LeadCrowd } from './support/lead-crowd.ts';
import { printFigures } from './support/print-figures.ts';

const run = promisify(execFile);
const FAILS = 'Needs you: the site cannot save leads';
const WORKS = 'The site saves leads again';
/** A disk that a test can fill up and free again while the site runs. */
interface Disk {
  folder: string;
  fill(site: Site): Promise<void>;
  makeRoom(site: Site): Promise<void>;
  remove(): Promise<void>;
}

/** Simulates a full disk by limiting the server's file size to 4 KB. This needs no privileges. */
async function limitedFiles(): Promise<Disk> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lintel-limited-'));
  return {
    folder,
    fill: ({ pid }) => limitFiles(pid, 4096),
    makeRoom: ({ pid }) => limitFiles(pid, null),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Mounts an in-memory file system, which a second file next to the database can fill up. */
async function mountedDisk(): Promise<Disk> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lintel-mounted-'));
  await run('mount', ['-t', 'tmpfs', '-o', 'size=24m', 'tmpfs', folder]);
  const ballast = path.join(folder, 'ballast');
  return {
    folder,
    async fill() {
      const file = await open(ballast, 'a');
      const block = Buffer.alloc(4096);
      try {
        for (;;) await file.write(block);
      } catch (error) {
        if (!(error instanceof Error && 'code' in error && error.code === 'ENOSPC')) throw error;
      } finally {
        await file.close();
      }
    },
    makeRoom: () => rm(ballast),
    async remove() {
      await run('umount', [folder]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Mounting requires privileges that many users and containers do not have. */
const canMount = await run('unshare', ['--mount', 'mount', '-t', 'tmpfs', 'tmpfs', tmpdir()]).then(
  () => true,
  () => false,
);

const DISKS: readonly (readonly [string, () => Promise<Disk>])[] = [
  ['files that may not grow', limitedFiles],
  ...(canMount ? [['a mounted file system', mountedDisk] as const] : []),
];

const cleanUps: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
});

const silent = pino({ level: 'silent' });

test.each(DISKS)('a disk that fills up under load and then has space again: %s', async (name, newDisk) => {
  const disk = await newDisk();
  cleanUps.push(() => disk.remove());
  const mail = await startMailServer();
  cleanUps.push(() => mail.stop());
  const site = await startSite({
    TRUST_PROXY: '1',
    LEAD_RATE_LIMIT: '1000000',
    DATA_DIR: disk.folder,
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    AGENT_ALERT_TO: 'agent@example.com',
  });
  cleanUps.push(() => site.stop());
  const subjects = () =>
    mail.mails
      .map((each) => headerOf(each, 'Subject'))
      .filter((subject) => subject === FAILS || subject === WORKS);
  const before = crowdOn(site, 'before');
  await taken(before, 50);
  const client = await operatorOf(site, disk.folder);

  await disk.fill(site);
  await expect.poll(() => before.refused.length, { interval: 20 }).toBeGreaterThan(0);
  const refusedAt = performance.now();
  // How long this takes on a busy machine is no promise. That the site reports it within seconds is tested with a clock
  // in server/database/state/storage-watch.test.ts.
  const noticed = async (what: () => Promise<unknown>, expected: unknown) => {
    await expect.poll(what, { interval: 100 }).toEqual(expected);
    return Math.round(performance.now() - refusedAt);
  };
  const within = await Promise.all([
    noticed(() => readiness(site), expect.stringMatching(/^503 (full|unwritable)$/)),
    noticed(() => databaseCheck(client), { state: 'fail', says: true }),
    noticed(() => Promise.resolve(subjects()), [FAILS]),
  ]);
  expect(await signingIn(site)).toEqual({
    status: 503,
    error: expect.stringMatching(/^The storage is full/),
  });
  expect((await fetch(site.url)).status).toBe(200);
  expect(await savedPage(client)).toEqual({ status: 503, isRefused: true });

  // No more leads arrive, so the site must notice the free space by itself.
  await before.stop();
  const lines = site.log().split('\n');
  await disk.makeRoom(site);
  const roomAt = performance.now();
  await expect.poll(() => readiness(site), { interval: 100 }).toBe('200 ok');
  const recovered = Math.round(performance.now() - roomAt);
  expect(await signingIn(site)).toMatchObject({ status: 200 });
  expect(await savedPage(client)).toEqual({ status: 200, isRefused: false });
  const after = crowdOn(site, 'after');
  await taken(after, 50);
  await after.stop();
  await expect.poll(subjects).toEqual([FAILS, WORKS]);
  expect(await databaseCheck(client)).toEqual({ state: 'ok', says: false });
  await site.stop();

  const database = await openDatabase({ dataDir: disk.folder, databaseUrl: null }, silent);
  const acknowledged = [...before.acknowledged, ...after.acknowledged];
  const { missing, doubled } = await compareWithStore(database, acknowledged);
  const check = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(database.query);
  await database.close();
  const refusals = lines.filter((line) => line.includes('"event":"lead-not-stored"'));
  printFigures(`SQLite: ${name}`, {
    acknowledged: acknowledged.length,
    'refused with 503': before.refused.length,
    'lines of them in the log': refusals.length,
    missing: missing.length,
    'ms to 503 at /readyz, /admin, e-mail': within.join(', '),
    'ms to ready again': recovered,
  });
  expect(check.rows).toEqual([{ integrity_check: 'ok' }]);
  expect({ missing, doubled }).toEqual({ missing: [], doubled: [] });
  expect(before.refused.filter(({ status }) => status !== 503)).toEqual([]);
  expect(before.refused.length).toBeGreaterThan(refusals.length);
  const seconds = new Set(refusals.map((line) => Math.floor(Number(JSON.parse(line).time) / 1000)));
  // The log has at most one line per second, but these seconds are not aligned with the seconds of the clock.
  expect(refusals.length).toBeLessThanOrEqual(seconds.size + 2);
  expect(lines.filter((line) => line.includes('"status":503') && line.includes('/api/ghl/contact'))).toEqual(
    [],
  );
});

function crowdOn(site: Site, name: string): LeadCrowd {
  const crowd = startCrowd({ urls: () => [site.url], browsers: 6, name, pause: 20 });
  cleanUps.push(() => crowd.stop());
  return crowd;
}

function taken(crowd: LeadCrowd, count: number): Promise<void> {
  return expect.poll(() => crowd.acknowledged.length).toBeGreaterThan(count);
}

/** Signs in while there is still disk space. */
async function operatorOf(site: Site, dataDir: string): Promise<OperatorClient> {
  const database = await openDatabase({ dataDir, databaseUrl: null }, silent);
  try {
    return await signIn({ url: site.url, database });
  } finally {
    await database.close();
  }
}

/** Saves a page of the site in the page builder. */
async function savedPage(client: OperatorClient): Promise<{ status: number; isRefused: boolean }> {
  const answer = await publishValues(client, '/about', { hero_title: 'Saved on a full disk' });
  return { status: answer.status, isRefused: (await answer.text()).includes('Nothing was stored') };
}

async function readiness(site: Site): Promise<string> {
  const answer = await fetch(`${site.url}/readyz`);
  const { checks }: { checks: { storage: string } } = await answer.json();
  return `${answer.status} ${checks.storage}`;
}

async function databaseCheck(client: OperatorClient): Promise<{ state: string | undefined; says: boolean }> {
  const answer = await client.fetch('/api/admin/overview');
  const { checks }: { checks: { id: string; state: string; detail: string }[] } = await answer.json();
  const found = checks.find(({ id }) => id === 'database');
  return { state: found?.state, says: found?.detail.includes('The storage is full') ?? false };
}

async function signingIn(site: Site): Promise<{ status: number; error?: string }> {
  const answer = await fetch(`${site.url}/api/operators/sign-in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.url },
    body: JSON.stringify({ email: 'operator@example.com', password: PASSWORD }),
  });
  const body: { error?: string } = await answer.json();
  return { status: answer.status, ...(body.error === undefined ? {} : { error: body.error }) };
}
