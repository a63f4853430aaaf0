/**
 * Measures how many leads per second the site stores, relative to the raw speed of its database. Takes about a minute:
 * `npm run build && node tests/load/leads.ts [sqlite|postgres]`. Prints which targets are met but never fails, because
 * results depend on the machine and its load.
 */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startSite } from '../browser/support/start-site.ts';
import { runPostgres } from '../server/run-postgres.ts';
import { diskFolder } from './support/disk-folder.ts';
import {
  fillPostgresLog,
  KEEP_LOG,
  postgresTransactions,
  sqliteTransactions,
} from './support/durable-transactions.ts';
import type { SendOrder, SentKind } from './support/send-leads.ts';
import { siteFigures } from './support/site-figures.ts';

type Engine = 'sqlite' | 'postgres';

interface Measured {
  engine: Engine;
  place: string;
  /** Durable transactions per second, by number of connections. Measured once per round, because disk speed varies. */
  bare: ReadonlyMap<number, readonly number[]>;
  rounds: readonly SentKind[][];
  /** The site's CPU time per lead, in milliseconds. */
  processor: number;
}

const CONNECTIONS = 32;
const ROUNDS = 3;
/** Duration of one measurement. Measurements of leads and of bare transactions alternate. */
const SECONDS = 2;
const WANTED_RATIO = 0.4;
const WANTED_P99 = 50;

const SENDER = fileURLToPath(new URL('support/send-leads.ts', import.meta.url));
const PROFILE = process.env['CPU_PROFILE_DIR'];
const TOKEN = 'known-to-this-run-only';

async function measure(engine: Engine): Promise<Measured> {
  const { folder, fileSystem } = await diskFolder();
  const postgres =
    engine === 'postgres' ? await runPostgres({ parent: path.dirname(folder), settings: [KEEP_LOG] }) : null;
  const bareUrl = await postgres?.database();
  if (bareUrl !== undefined) await fillPostgresLog(bareUrl);
  const site = await startSite(
    {
      DATA_DIR: path.join(folder, 'data'),
      TRUST_PROXY: '1',
      LEAD_RATE_LIMIT: '100000000',
      METRICS_TOKEN: TOKEN,
      ...(postgres ? { DATABASE_URL: await postgres.database() } : {}),
    },
    PROFILE ? { nodeFlags: ['--cpu-prof', `--cpu-prof-dir=${PROFILE}`] } : {},
  );
  const bare = new Map<number, number[]>();
  const rounds: SentKind[][] = [];
  let from = 0;
  const send = async (seconds: number) => {
    const kinds = await sendLeads({ url: site.url, connections: CONNECTIONS, seconds, from });
    from += countLeads([kinds]);
    return kinds;
  };
  const transactions = async () => {
    for (const connections of bareUrl === undefined ? [1] : [1, CONNECTIONS]) {
      const rate =
        bareUrl === undefined
          ? sqliteTransactions(folder, SECONDS)
          : await postgresTransactions(bareUrl, connections, SECONDS);
      bare.set(connections, [...(bare.get(connections) ?? []), rate]);
    }
  };
  const processorSeconds = async () => {
    const figures = await siteFigures(site.url, TOKEN);
    return figures.get('process_cpu_seconds_total') ?? Number.NaN;
  };
  let used = 0;
  try {
    // Warm-up: new connections and code that has not run yet are slow.
    await send(1);
    await transactions();
    for (let round = 0; round < ROUNDS; round += 1) {
      const before = await processorSeconds();
      rounds.push(await send(SECONDS));
      used += (await processorSeconds()) - before;
      await transactions();
    }
  } finally {
    await site.stop();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
  const processor = (used * 1000) / countLeads(rounds);
  return { engine, place: `${folder} (${fileSystem})`, bare, rounds, processor };
}

/** Sends leads from a separate process. In one process, sending and measuring would slow each other down. */
async function sendLeads(order: SendOrder): Promise<SentKind[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [SENDER, JSON.stringify(order)], {
    maxBuffer: 256 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}

function print({ engine, place, bare, rounds, processor }: Measured): void {
  console.log(`\n${engine}, data on ${place}, ${ROUNDS} rounds of ${SECONDS} s after a warm-up of 1 s`);
  for (const [connections, rates] of bare) {
    const all = rates.map((rate) => rate.toFixed(0)).join(', ');
    console.log(
      `durable single-row transactions, connections: ${connections}: ${median(rates).toFixed(0)}/s (${all})`,
    );
  }
  const kinds = (rounds[0] ?? []).map(({ kind }) => kind);
  const rows = [null, ...kinds].map((kind) => {
    const chosen = rounds.flat().filter((one) => kind === null || one.kind === kind);
    const times = chosen.flatMap((one) => one.times).sort((a, b) => a - b);
    const at = (share: number) => Number((times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1));
    return {
      kind: kind ?? 'all',
      leads: times.length,
      'leads/s': Math.round(median(chosen.map(({ leads, seconds }) => leads / seconds))),
      'p50 ms': at(0.5),
      'p95 ms': at(0.95),
      'p99 ms': at(0.99),
    };
  });
  console.table(rows);
  console.log(`processor time of the site: ${processor.toFixed(3)} ms a lead`);
  const [all] = rows;
  if (!all) return;
  for (const [connections, rates] of bare) {
    const ratio = all['leads/s'] / median(rates);
    if (connections === 1) {
      const what = `${engine}: leads/s ÷ transactions/s over one connection`;
      verdict(what, ratio.toFixed(2), `at least ${WANTED_RATIO}`, ratio >= WANTED_RATIO);
    } else {
      // These connections alone saturate all CPUs, so this ratio has no target and is only printed for comparison.
      console.log(`        ${engine}: the same beside ${connections} connections: ${ratio.toFixed(2)}`);
    }
  }
  const p99 = all['p99 ms'];
  verdict(
    `${engine}: p99 at ${CONNECTIONS} connections`,
    `${p99} ms`,
    `below ${WANTED_P99} ms`,
    p99 < WANTED_P99,
  );
}

function verdict(what: string, is: string, wanted: string, reached: boolean): void {
  console.log(`${reached ? 'REACHED' : 'MISSED '} ${what}: ${is} (wanted: ${wanted})`);
}

function countLeads(rounds: readonly (readonly SentKind[])[]): number {
  return rounds.flat().reduce((sum, { leads }) => sum + leads, 0);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [low = Number.NaN, high = low] =
    sorted.length % 2 ? [sorted[middle]] : sorted.slice(middle - 1, middle + 1);
  return (low + high) / 2;
}

const asked = process.argv[2];
if (asked !== undefined && asked !== 'sqlite' && asked !== 'postgres') {
  process.stderr.write('Usage: node tests/load/leads.ts [sqlite|postgres]\n');
  process.exit(1);
}
const [load = 0] = loadavg();
console.log(`${availableParallelism()} processors; load before: ${load.toFixed(2)}`);
const engines: readonly Engine[] = asked === undefined ? ['sqlite', 'postgres'] : [asked];
for (const engine of engines) print(await measure(engine));
