/**
 * Measures the inbox with 200,000 leads: pages, searches, exports and scrapes of the metrics, how long each blocks the
 * event loop, how quickly visitors get pages during an export, and backup and restore. Takes about five minutes for each
 * engine: `npm run build && node tests/load/inbox.ts [sqlite|postgres] [leads]`. Prints the limits beside the figures.
 */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Kysely, sql } from 'kysely';
import { pino } from 'pino';
import { openDatabase } from '../../server/database/open-database.ts';
import { createPostgresDialect } from '../../server/database/engines/postgres-dialect.ts';
import { openSqlite } from '../../server/database/engines/open-sqlite.ts';
import { migrateTo } from '../../server/database/schema/migrate-database.ts';
import type { Database } from '../../server/database/schema/schema.ts';
import { startSite, type Site } from '../browser/support/start-site.ts';
import { runPostgres } from '../server/run-postgres.ts';
import { diskFolder } from './support/disk-folder.ts';
import { firstOperator, type SendAsOperator } from './support/first-operator.ts';
import { storeManyLeads } from './support/many-leads.ts';
import { timeOfPage } from './support/time-of-page.ts';

const PROJECT = fileURLToPath(new URL('../../', import.meta.url));
const WATCH = fileURLToPath(new URL('support/watch-process.ts', import.meta.url));
const TOKEN = 'known-to-this-run-only';
const [chosen, leads = '200000'] = process.argv.slice(2);
const LEADS = Number(leads);
/** The migration before the search index. */
const BEFORE = '92-comments';
const TIMES = 25;
const VISITS = 1000;
const MAX_BLOCKED_MS = 20;

const LISTS: readonly (readonly [what: string, query: string, most: number])[] = [
  ['inbox, first page', '', 50],
  ['inbox, a page by name', 'sort=name&stage=new', 50],
  ['inbox, filtered by a rare source', 'source=Nowhere', 50],
  ['search, a rare word', 'q=zymurgy', 100],
  ['search, a frequent word', 'q=kitchen', 100],
  ['search, two words', 'q=olson%20basement', 100],
  ['search, not ASCII', 'q=%C3%A5berg', 100],
  ['search, two letters', 'q=zy', 100],
  ['search, a number', 'q=515-2000', 100],
  ['search, nothing', 'q=qwertyuiop', 100],
];

type Engine = 'sqlite' | 'postgres';

async function measure(engine: Engine): Promise<void> {
  const { folder, fileSystem } = await diskFolder();
  const postgres = engine === 'postgres' ? await runPostgres({ parent: path.dirname(folder) }) : null;
  try {
    const dataDir = path.join(folder, 'data');
    const databaseUrl = (await postgres?.database()) ?? null;
    console.log(`\n${engine}, ${LEADS.toLocaleString('en-US')} leads on ${folder} (${fileSystem})`);
    await fill(dataDir, databaseUrl);
    const environment = {
      DATA_DIR: dataDir,
      METRICS_TOKEN: TOKEN,
      TRUST_PROXY: '1',
      ...(databaseUrl === null ? {} : { DATABASE_URL: databaseUrl }),
    };
    const site = await startSite(environment, { nodeFlags: ['--import', WATCH] });
    try {
      await measureSite(site, dataDir);
    } finally {
      await site.stop();
    }
    await measureBackup(folder, environment, postgres && (await postgres.database()));
  } finally {
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** Fills a database of the version before, and prints how long its migration takes. */
async function fill(dataDir: string, databaseUrl: string | null): Promise<void> {
  const dialect = databaseUrl === null ? openSqlite(dataDir) : createPostgresDialect(databaseUrl, () => {});
  const query = new Kysely<Database>({ dialect });
  await migrateTo(query, BEFORE);
  await query.transaction().execute((transaction) => storeManyLeads(transaction, LEADS, Date.now()));
  // As PostgreSQL itself does within some minutes.
  if (databaseUrl !== null) await sql`analyze`.execute(query);
  await query.destroy();
  const began = performance.now();
  await (
    await openDatabase({ dataDir, databaseUrl, migrationBackup: false }, pino({ level: 'warn' }))
  ).close();
  console.log(`        migration of these leads: ${((performance.now() - began) / 1000).toFixed(1)} s`);
}

async function measureSite(site: Site, dataDir: string): Promise<void> {
  const client = await firstOperator(site.url, dataDir);
  const list = (query: string) => client('GET', `/api/admin/leads?${query}`);
  // The first requests compile code and fill caches.
  for (const [, query] of LISTS) await list(query);
  await client('GET', '/api/admin/leads/counts');
  for (const [what, query, most] of LISTS) {
    await delay(500);
    await blockedFor(site);
    const times = await timesOf(TIMES, () => list(query));
    report(what, times, most);
    blocked(what, await blockedFor(site));
  }
  let after = '';
  const further = await timesOf(TIMES, async () => {
    const { next } = Object(await list(after === '' ? '' : `after=${after}`));
    after = String(next);
  });
  report('inbox, from page to page', further, 50);
  for (const [what, at] of [
    ['counts of all leads', '/api/admin/leads/counts'],
    ['today', '/api/admin/today'],
    ['overview of 90 days', '/api/admin/overview?days=90'],
  ] as const) {
    await blockedFor(site);
    report(what, await timesOf(5, () => client('GET', at)), null);
    blocked(what, await blockedFor(site));
  }
  const scrapes = await timesOf(3, async () => {
    // Counts are reused for five seconds.
    await delay(5_100);
    await blockedFor(site);
    const began = performance.now();
    await (await fetch(`${site.url}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();
    blocked('/metrics', await blockedFor(site));
    return performance.now() - began;
  });
  report('/metrics', scrapes, null);
  const { stored, rendered } = await visitPages(site, (visits) => visits === VISITS);
  report('a stored page, while nothing else happens', stored, 20);
  report('an uncached render, while nothing else happens', rendered, 20);
  for (const format of ['csv', 'json']) await measureExport(site, client, format);
}

async function measureExport(site: Site, client: SendAsOperator, format: string): Promise<void> {
  await blockedFor(site);
  const progress = { isDone: false };
  const began = performance.now();
  const exported = download(client, `/api/admin/leads/export.${format}`).finally(() => {
    progress.isDone = true;
  });
  const { stored, rendered } = await visitPages(site, () => progress.isDone);
  const bytes = await exported;
  const seconds = (performance.now() - began) / 1000;
  verdict(
    `export as ${format}, ${(bytes / 1e6).toFixed(0)} MB`,
    `${seconds.toFixed(1)} s`,
    '60 s',
    seconds <= 60,
  );
  report('a stored page meanwhile', stored, 20);
  report('an uncached render meanwhile', rendered, 20);
  blocked(`export as ${format}`, await blockedFor(site));
}

/** Requests pages until something is over. A search is never stored; each comes from another address, because searches are limited. */
async function visitPages(
  site: Site,
  isOver: (visits: number) => boolean,
): Promise<{ stored: number[]; rendered: number[] }> {
  const [stored, rendered]: [number[], number[]] = [[], []];
  for (let count = 0; !isOver(count); count += 1) {
    stored.push(...(await timesOf(1, () => page(site, '/buy', count))));
    if (count % 10 === 0)
      rendered.push(...(await timesOf(1, () => page(site, `/search?q=w${count}`, count))));
    await delay(5);
  }
  return { stored, rendered };
}

/** Downloads a file with curl, without keeping it, so that receiving it does not delay the pages measured here. */
async function download(client: SendAsOperator, at: string): Promise<number> {
  const headers = Object.entries(client.headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
  const args = ['-sS', '--fail', '-o', '/dev/null', '-w', '%{size_download}', ...headers, client.url + at];
  return Number((await promisify(execFile)('curl', args)).stdout);
}

function page(site: Site, at: string, count: number): Promise<number> {
  const address = `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`;
  return timeOfPage(site.url + at, { 'X-Forwarded-For': address });
}

async function measureBackup(
  folder: string,
  environment: Record<string, string>,
  emptyUrl: string | null,
): Promise<void> {
  const file = path.join(folder, 'backup.gz');
  await runMeasured('backup', ['backup', file], environment);
  const target = {
    ...environment,
    DATA_DIR: path.join(folder, 'restored'),
    ...(emptyUrl === null ? {} : { DATABASE_URL: emptyUrl }),
  };
  await runMeasured('restore', ['restore', file], target);
}

async function runMeasured(
  what: string,
  words: string[],
  environment: Record<string, string>,
): Promise<void> {
  const began = performance.now();
  const { stderr } = await promisify(execFile)(
    process.execPath,
    ['--import', WATCH, 'dist/server/command.js', ...words],
    {
      cwd: PROJECT,
      env: { ...process.env, LINTEL_ENV_FILE: 'none', ...environment },
    },
  );
  const seconds = (performance.now() - began) / 1000;
  const [, memory = '', processor] = /most memory: (\d+) MB; processor time: (\S+) s/.exec(stderr) ?? [];
  verdict(what, `${seconds.toFixed(1)} s, ${processor} s of processor time`, '60 s', seconds <= 60);
  verdict(`${what}, memory`, `${memory} MB`, '300 MB', Number(memory) <= 300);
}

interface Blocked {
  elapsed: number;
  processor: number;
  collection: number;
}

/** Returns the longest time in milliseconds for which the event loop was blocked since the last call. */
async function blockedFor(site: Site): Promise<Blocked> {
  const before = site.log().length;
  process.kill(site.pid, 'SIGUSR2');
  for (;;) {
    const found = /event loop blocked for (\S+) ms, (\S+) ms of processor time, (\S+) ms/.exec(
      site.log().slice(before),
    );
    if (found) {
      const [elapsed = Number.NaN, processor = Number.NaN, collection = Number.NaN] = found
        .slice(1)
        .map(Number);
      return { elapsed, processor, collection };
    }
    await delay(5);
  }
}

/** Returns how long each call took, in milliseconds. A call may return another duration. */
async function timesOf(calls: number, call: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let done = 0; done < calls; done += 1) {
    const began = performance.now();
    const own = await call();
    times.push(typeof own === 'number' ? own : performance.now() - began);
  }
  return times;
}

function report(what: string, times: readonly number[], most: number | null): void {
  const sorted = times.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  const text = `p50 ${at(0.5).toFixed(1)} ms, p99 ${at(0.99).toFixed(1)} ms of ${times.length}`;
  if (most === null) console.log(`        ${what}: ${text}`);
  else verdict(what, text, `${most} ms`, at(0.99) <= most);
}

function blocked(what: string, { elapsed, processor, collection }: Blocked): void {
  const is = `${processor} ms of processor time, ${collection} ms in one garbage collection, ${elapsed} ms elapsed`;
  verdict(`  event loop, ${what}`, is, `${MAX_BLOCKED_MS} ms`, processor <= MAX_BLOCKED_MS);
}

function verdict(what: string, is: string, wanted: string, reached: boolean): void {
  console.log(`${reached ? 'REACHED' : 'MISSED '} ${what}: ${is} (at most ${wanted})`);
}

if (chosen !== undefined && chosen !== 'sqlite' && chosen !== 'postgres') {
  process.stderr.write('Usage: node tests/load/inbox.ts [sqlite|postgres] [leads]\n');
  process.exit(1);
}
const [load = 0] = loadavg();
console.log(`${availableParallelism()} processors; load before: ${load.toFixed(2)}`);
const engines: readonly Engine[] = chosen === undefined ? ['sqlite', 'postgres'] : [chosen];
for (const engine of engines) await measure(engine);
