/**
 * How many leads a second the site takes, beside what its database can do at all on this machine, in one run:
 * `node tests/load/leads.ts [sqlite|postgres]` after `npm run build`. It measures; it judges nothing.
 */
import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { startSite } from '../browser/support/start-site.ts';
import { runPostgres } from '../server/run-postgres.ts';
import { diskFolder } from './support/disk-folder.ts';
import { postgresTransactions, sqliteTransactions } from './support/durable-transactions.ts';
import type { SendOrder, SentKind } from './support/send-leads.ts';

type Engine = 'sqlite' | 'postgres';

const CONNECTIONS = 32;
const ROUNDS = 3;
/** Of each measurement; the disk's mood changes, so they take turns. */
const SECONDS = 4;
const WANTED_RATIO = 0.4;
const WANTED_P99 = 50;

const SENDER = fileURLToPath(new URL('support/send-leads.ts', import.meta.url));
const PROFILE = process.env['CPU_PROFILE_DIR'];

async function measure(engine: Engine): Promise<void> {
  const { folder, fileSystem } = await diskFolder();
  const postgres = engine === 'postgres' ? await runPostgres({ parent: path.dirname(folder) }) : null;
  const bareUrl = await postgres?.database();
  const site = await startSite(
    {
      DATA_DIR: path.join(folder, 'data'),
      TRUST_PROXY: '1',
      LEAD_RATE_LIMIT: '100000000',
      ...(postgres ? { DATABASE_URL: await postgres.database() } : {}),
    },
    PROFILE ? { nodeFlags: ['--cpu-prof', `--cpu-prof-dir=${PROFILE}`] } : {},
  );
  const bare: number[] = [];
  const rounds: SentKind[][] = [];
  try {
    let from = 0;
    const send = async (seconds: number) => {
      const kinds = await sendLeads({ url: site.url, connections: CONNECTIONS, seconds, from });
      from += kinds.reduce((sum, { leads }) => sum + leads, 0);
      return kinds;
    };
    await send(1);
    const transactions = async () =>
      bareUrl === undefined
        ? sqliteTransactions(folder, SECONDS)
        : postgresTransactions(bareUrl, CONNECTIONS, SECONDS);
    bare.push(await transactions());
    for (let round = 0; round < ROUNDS; round += 1) {
      rounds.push(await send(SECONDS));
      bare.push(await transactions());
    }
  } finally {
    await site.stop();
    await postgres?.stop();
    await rm(folder, { recursive: true, force: true });
  }
  print(engine, `${folder} (${fileSystem})`, bare, rounds);
}

/** In a process of its own: nothing that the sender does may slow the server's measure, nor the other way round. */
async function sendLeads(order: SendOrder): Promise<SentKind[]> {
  const { stdout } = await promisify(execFile)(process.execPath, [SENDER, JSON.stringify(order)], {
    maxBuffer: 256 * 1024 * 1024,
  });
  return JSON.parse(stdout);
}

function print(engine: Engine, place: string, bare: readonly number[], rounds: readonly SentKind[][]): void {
  const own = median(bare);
  const durable = engine === 'sqlite' ? '1 connection' : `${CONNECTIONS} connections`;
  console.log(`\n${engine}, data on ${place}, ${CONNECTIONS} connections, ${ROUNDS} rounds of ${SECONDS} s`);
  console.log(
    `durable single-row transactions, ${durable}: ${own.toFixed(0)}/s (${bare.map((one) => one.toFixed(0)).join(', ')})`,
  );
  console.table(
    (rounds[0] ?? []).map(({ kind }) => {
      const all = rounds.flatMap((round) => round.filter((one) => one.kind === kind));
      const times = all.flatMap((one) => one.times).sort((a, b) => a - b);
      const rate = median(all.map(({ leads, seconds }) => leads / seconds));
      const at = (share: number) =>
        Number((times[Math.floor(times.length * share)] ?? Number.NaN).toFixed(1));
      return {
        kind,
        leads: times.length,
        'leads/s': Math.round(rate),
        [`ratio (wanted: ${WANTED_RATIO})`]: Number((rate / own).toFixed(2)),
        'p50 ms': at(0.5),
        'p95 ms': at(0.95),
        [`p99 ms (wanted: < ${WANTED_P99})`]: at(0.99),
      };
    }),
  );
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
const engines: readonly Engine[] = asked === undefined ? ['sqlite', 'postgres'] : [asked];
for (const engine of engines) await measure(engine);
