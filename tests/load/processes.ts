/**
 * Measures one, two and four servers on one machine that share PostgreSQL: stored pages and leads per second, what each
 * costs in processor time, memory, connections, and when an edit is on all servers. Takes about three minutes:
 * `npm run build && node tests/load/processes.ts [numbers of servers]`. The clients use the same processors, so only the
 * processor time per page and lead says what further processors would bring.
 */
import { execFile } from 'node:child_process';
import { readdir, readFile, rm } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startSite, type Site } from '../browser/support/start-site.ts';
import { runPostgres } from '../server/run-postgres.ts';
import { diskFolder } from './support/disk-folder.ts';
import { firstOperator } from './support/first-operator.ts';
import { median, processorTime, requestsPerSecond } from './support/page-load.ts';
import type { SendOrder, SentKind } from './support/send-leads.ts';

const SENDER = fileURLToPath(new URL('support/send-leads.ts', import.meta.url));
const PATH = '/buy';
const SECONDS = 4;
const CONNECTIONS = 32;
const EDITS = 20;
/** Milliseconds after which an edit counts as lost. */
const LOST_MS = 30_000;
/** Milliseconds in which an edit must be on every server. */
const EDIT_LIMIT_MS = 1_000;

/** One number of servers. Times are in microseconds of processor time, memory in MB. */
async function measure(servers: number): Promise<void> {
  const { folder } = await diskFolder();
  const postgres = await runPostgres({ parent: path.dirname(folder) });
  const sites: Site[] = [];
  try {
    const databaseUrl = await postgres.database();
    for (let index = 0; index < servers; index += 1) {
      const site = await startSite({
        DATA_DIR: path.join(folder, `data-${index}`),
        DATABASE_URL: databaseUrl,
        TRUST_PROXY: '1',
        LEAD_RATE_LIMIT: '100000000',
        LOG_LEVEL: 'warn',
      });
      sites.push(site);
    }
    const [first] = sites;
    if (!first) throw new Error('At least one server is needed.');
    // The pages in the menus are rendered.
    await delay(4_000);
    console.log(`\n${servers} ${servers === 1 ? 'server' : 'servers'}`);
    await measurePages(sites);
    await measureLeads(sites);
    await measureEdits(sites, path.join(folder, 'data-0'));
    const memory = await Promise.all(sites.map(({ pid }) => memoryOf(pid)));
    console.log(`memory of each: ${memory.map((each) => each.toFixed(0)).join(', ')} MB`);
    const backends = await postgresProcesses();
    console.log(`connections to PostgreSQL: ${backends.filter((each) => each.isClient).length}`);
  } finally {
    await Promise.all(sites.map((site) => site.stop()));
    await postgres.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

async function measurePages(sites: readonly Site[]): Promise<void> {
  const ports = sites.map(({ url }) => Number(new URL(url).port));
  const visit = (seconds: number) =>
    Promise.all(ports.map((port) => requestsPerSecond(port, PATH, { seconds, encoding: 'br' })));
  await visit(1);
  const before = await usedBy(sites);
  const rates = await visit(SECONDS);
  const all = sum(rates);
  const cost = ((await usedBy(sites)) - before) / (all * SECONDS);
  console.log(`stored pages: ${all.toFixed(0)}/s, ${cost.toFixed(0)} µs of processor time each`);
}

async function measureLeads(sites: readonly Site[]): Promise<void> {
  let from = 0;
  const send = async (seconds: number) => {
    const connections = Math.ceil(CONNECTIONS / sites.length);
    const kinds = await Promise.all(
      sites.map(({ url }, index) => sendLeads({ url, connections, seconds, from: from + index * 1_000_000 })),
    );
    from += 100_000;
    return kinds.flat();
  };
  await send(1);
  const [before, databaseBefore] = [await usedBy(sites), await usedByPostgres()];
  const kinds = await send(SECONDS);
  const stored = sum(kinds.map(({ leads }) => leads));
  const cost = ((await usedBy(sites)) - before) / stored;
  const databaseCost = ((await usedByPostgres()) - databaseBefore) / stored;
  const seconds = sum(kinds.map((kind) => kind.seconds)) / sites.length;
  const times = kinds.flatMap((kind) => kind.times).sort((one, other) => one - other);
  const at = (share: number) => (times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(0);
  console.log(
    `leads: ${(stored / seconds).toFixed(0)}/s, p50 ${at(0.5)} ms, p99 ${at(0.99)} ms, ` +
      `${cost.toFixed(0)} µs of a server's and ${databaseCost.toFixed(0)} µs of PostgreSQL's processor time each`,
  );
}

/** Saves on the first server, as the page builder does, and waits until every server shows it. */
async function measureEdits(sites: readonly Site[], dataDir: string): Promise<void> {
  const [{ url }] = sites as [Site];
  const send = await firstOperator(url, dataDir);
  let { page } = Object(await send('GET', '/api/admin/pages/page?at=/about'));
  const times: number[] = [];
  for (let edit = 0; edit < EDITS; edit += 1) {
    const words = `Edited ${edit} times`;
    const { at, modified: base, digest } = page;
    const values = { hero_title: words };
    const began = performance.now();
    ({ page } = Object(
      await send('POST', '/api/admin/pages/save', { at, base, digest, layout: null, values, publish: true }),
    ));
    await Promise.all(sites.map((site) => shows(`${site.url}/about`, words, began + LOST_MS)));
    times.push(performance.now() - began);
  }
  const longest = Math.max(...times);
  const verdict = longest <= EDIT_LIMIT_MS ? 'REACHED' : 'MISSED ';
  console.log(
    `${verdict} from “Publish” to the last server: median ${median(times).toFixed(0)} ms, longest ${longest.toFixed(0)} ms (at most ${EDIT_LIMIT_MS} ms)`,
  );
}

async function shows(address: string, words: string, until: number): Promise<void> {
  while (performance.now() < until) {
    if ((await (await fetch(address)).text()).includes(words)) return;
    await delay(10);
  }
  throw new Error(`${address} does not show “${words}”.`);
}

async function sendLeads(order: SendOrder): Promise<SentKind[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [SENDER, JSON.stringify(order)], {
    maxBuffer: 256 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}

async function memoryOf(pid: number): Promise<number> {
  return Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000;
}

/** The processor time of the servers in microseconds. */
async function usedBy(sites: readonly Site[]): Promise<number> {
  return sum(await Promise.all(sites.map(({ pid }) => processorTime(pid))));
}

async function usedByPostgres(): Promise<number> {
  return sum(
    await Promise.all((await postgresProcesses()).map(({ pid }) => processorTime(pid).catch(() => 0))),
  );
}

/** The processes of PostgreSQL on this machine. Those of clients have the client's address in their title. */
async function postgresProcesses(): Promise<{ pid: number; isClient: boolean }[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const found = pids.map(async (pid) => {
    const command = await readFile(`/proc/${pid}/cmdline`, 'latin1').catch(() => '');
    return command.startsWith('postgres: ') ? [{ pid, isClient: command.includes('127.0.0.1') }] : [];
  });
  return (await Promise.all(found)).flat();
}

function sum(values: readonly number[]): number {
  return values.reduce((all, each) => all + each, 0);
}

const [load = 0] = loadavg();
console.log(`${availableParallelism()} processors; load before: ${load.toFixed(2)}`);
const numbers = process.argv.slice(2).map(Number);
for (const servers of numbers.length > 0 ? numbers : [1, 2, 4]) await measure(servers);
