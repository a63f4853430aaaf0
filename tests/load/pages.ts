/**
 * Compares a stored page with a bare `node:http` handler that sends the same bytes and headers: requests per second, and
 * processor time per request, once compressed with Brotli (as browsers request it) and once uncompressed (as wrk and
 * similar tools request it by default). Both answer 64 connections, in alternating rounds, and the medians are compared.
 * Then measures memory use over 200,000 mixed requests. Prints the limits of docs/performance.md beside the figures.
 * Usage: `npm run build && node tests/load/pages.ts [seconds per round] [mixed requests] [--memory-limit=MB]`
 * With a limit, the server runs in a memory cgroup, as on a machine or in a container with that much memory. Needs root.
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import {
  ACCEPTED,
  load,
  median,
  processorTime,
  requestsPerSecond,
  type Encoding,
  stopProcess,
} from './support/page-load.ts';

const ROOT = path.join(import.meta.dirname, '../..');
const PATH = '/buy';
const { positionals, values: options } = parseArgs({
  allowPositionals: true,
  options: { 'memory-limit': { type: 'string' } },
});
const [seconds = '3', mixedRequests = '200000'] = positionals;
const memoryLimit = options['memory-limit'];
const ROUND_SECONDS = Number(seconds);
const ROUNDS = 5;
const MIXED_REQUESTS = Number(mixedRequests);
/** The least share of the bare handler's requests per second. */
const MIN_RATIO = 0.8;
const MAX_MEMORY_MB = 240;
const PORTS = { site: 4181, bare: 4182 };

const folder = await mkdtemp(path.join(tmpdir(), 'lintel-load-'));
const children: ChildProcess[] = [];

function start(command: string, args: string[], environment: Record<string, string> = {}): ChildProcess {
  const child = spawn(command, args, {
    cwd: ROOT,
    env: { ...process.env, LINTEL_ENV_FILE: 'none', ...environment },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  children.push(child);
  return child;
}

/** Creates a cgroup with this memory limit in MB, and returns its folder. */
async function createMemoryGroup(limit: number): Promise<string> {
  if (!(limit > 0)) throw new Error('Usage: --memory-limit=<megabytes>');
  const isVersion1 = existsSync('/sys/fs/cgroup/memory');
  const group = path.join('/sys/fs/cgroup', isVersion1 ? 'memory' : '', `lintel-load-${process.pid}`);
  await mkdir(group);
  await writeFile(
    path.join(group, isVersion1 ? 'memory.limit_in_bytes' : 'memory.max'),
    String(limit * 1_000_000),
  );
  return group;
}

async function answers(port: number, requestPath: string): Promise<void> {
  for (let tried = 0; tried < 600; tried += 1) {
    const response = await fetch(`http://127.0.0.1:${port}${requestPath}`).catch(() => null);
    if (response?.ok) return;
    await delay(100);
  }
  throw new Error(`Nothing answers at port ${port}.`);
}

async function memoryOf(child: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1000;
}

/** Prints the figures of a page, and of a bare handler that sends its bytes in this encoding. */
async function compare(site: ChildProcess, encoding: Encoding): Promise<void> {
  const page = path.join(folder, `page-${encoding}`);
  const url = `http://127.0.0.1:${PORTS.site}${PATH}`;
  const accept = `Accept-Encoding: ${ACCEPTED[encoding]}`;
  if (spawnSync('curl', ['-s', '-H', accept, '-o', page, url]).status !== 0) {
    throw new Error('curl is needed to save the page as it is sent.');
  }
  const response = await fetch(url, { headers: { 'Accept-Encoding': ACCEPTED[encoding] } });
  const headers = [...response.headers].filter(
    ([name]) => !/^(date|connection|keep-alive|content-length|content-encoding)$/.test(name),
  );
  if (encoding === 'br') headers.push(['content-encoding', 'br']);
  const bare = await startBare(page, headers);
  const own = { port: PORTS.site, process: site, rates: new Array<number>(), costs: new Array<number>() };
  const other = { port: PORTS.bare, process: bare, rates: new Array<number>(), costs: new Array<number>() };
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const { port, process: server, rates, costs } of [own, other]) {
      const { pid = 0 } = server;
      const before = await processorTime(pid);
      const rate = await requestsPerSecond(port, PATH, { seconds: ROUND_SECONDS, encoding });
      rates.push(rate);
      costs.push(((await processorTime(pid)) - before) / (rate * ROUND_SECONDS));
    }
  }
  console.log(`${PATH}, ${(await stat(page)).size} bytes (${encoding})`);
  for (const [name, { rates, costs }] of [
    ['this server', own],
    ['a bare node:http handler', other],
  ] as const) {
    const [rate, cost] = [median(rates).toFixed(0), median(costs).toFixed(1)];
    console.log(
      `${name.padEnd(28)} ${rate.padStart(8)} requests/s · ${cost.padStart(5)} µs of processor time each`,
    );
  }
  const ratio = median(own.rates) / median(other.rates);
  const costRatio = median(other.costs) / median(own.costs);
  console.log(
    `${'ratio'.padEnd(28)} ${ratio.toFixed(2)} of its requests (at least ${MIN_RATIO}) · ${costRatio.toFixed(2)} by processor time`,
  );
  await stopProcess(bare);
}

type Headers = readonly (readonly [name: string, value: string])[];

async function startBare(page: string, headers: Headers): Promise<ChildProcess> {
  const script = `${page}.mjs`;
  await writeFile(
    script,
    `import { createServer } from 'node:http'; import { readFileSync } from 'node:fs';
     const body = readFileSync(${JSON.stringify(page)});
     const headers = ${JSON.stringify(headers.flat())};
     headers.push('content-length', String(body.length));
     createServer((request, response) => { response.writeHead(200, headers); response.end(body); }).listen(${PORTS.bare}, '127.0.0.1');`,
  );
  const bare = start(process.execPath, [script]);
  await answers(PORTS.bare, PATH);
  return bare;
}

let group: string | null = null;
try {
  group = memoryLimit === undefined ? null : await createMemoryGroup(Number(memoryLimit));
  // The shell joins the group, and then becomes the server.
  const joining = `echo $$ > ${group}/cgroup.procs && exec "$0" dist/server/start.js`;
  const [command, args] =
    group === null ? [process.execPath, ['dist/server/start.js']] : ['sh', ['-c', joining, process.execPath]];
  const site = start(command, args, {
    PORT: String(PORTS.site),
    DATA_DIR: path.join(folder, 'data'),
    LOG_LEVEL: 'warn',
  });
  await answers(PORTS.site, PATH);
  // Wait until the pages in the menus are rendered.
  await delay(3000);
  await compare(site, 'br');
  await compare(site, 'identity');

  const sitemap = await (await fetch(`http://127.0.0.1:${PORTS.site}/sitemap.xml`)).text();
  const paths = [...sitemap.matchAll(/<loc>https?:\/\/[^/]+([^<]*)<\/loc>/g)].map(([, each]) => each || '/');
  const mixed = Array.from({ length: 997 }, (_, at) => {
    if (at % 50 === 0) return `/no-such-page-${at}`;
    if (at % 20 === 0) return `/search?q=${['radon', 'mortgage', 'brick', 'offer'][at % 4]}${at % 7}`;
    const chosen = paths[at % paths.length] ?? '/';
    return at % 9 === 0 ? `${chosen}?utm_source=a${at}` : chosen;
  });
  let highest = 0;
  const before = await memoryOf(site);
  const watch = setInterval(() => void memoryOf(site).then((now) => (highest = Math.max(highest, now))), 250);
  const rate = await load(PORTS.site, mixed, 3600, { most: MIXED_REQUESTS });
  clearInterval(watch);
  console.log(
    `memory over ${MIXED_REQUESTS} mixed requests: ${before.toFixed(0)} MB before, ${highest.toFixed(0)} MB at most of ${MAX_MEMORY_MB} MB, ${rate.toFixed(0)} requests/s`,
  );
} finally {
  await Promise.all(children.map(stopProcess));
  await rm(folder, { recursive: true, force: true });
  if (group !== null) await rmdir(group);
}
