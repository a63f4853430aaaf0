/**
 * Measures the site behind nginx as a cache, with the configuration and the purge script of docs/cdn: pages through the
 * cache compared with a file of the same bytes that nginx serves (as nginx is installed, and with open files kept), the
 * time until an edit is visible, and pages while the site is stopped. Uses the nginx in PATH, or downloads Debian's
 * package and unpacks it into a temporary folder.
 * Usage: `npm run build && node tests/load/cdn.ts [seconds per round]`
 */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, cp, mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { startSite } from '../browser/support/start-site.ts';
import { freePort } from '../setup/free-port.ts';
import { firstOperator } from './support/first-operator.ts';
import { ACCEPTED, median, processorTime, requestsPerSecond, stopProcess } from './support/page-load.ts';

const DOCS = path.join(import.meta.dirname, '../../docs/cdn');
const PAGE = '/about';
/** Its answer is kept for a minute. */
const UNKNOWN = '/no-such-page';
const [seconds = '2'] = process.argv.slice(2);
const ROUNDS = 9;
const EDITS = 10;
/** The least share of the requests per second of a file with the same bytes, served by nginx as it is installed. */
const MIN_RATIO = 0.95;
/** What is measured, in the order of the first round. */
const PEERS = {
  cache: 'from the cache',
  file: 'as a file',
  keptFile: 'as a file that nginx keeps open',
} as const;
type Peer = keyof typeof PEERS;
const peers = Object.keys(PEERS).filter((name): name is Peer => name in PEERS);
/** Milliseconds from the answer to a save until the cache sends the new page. */
const MAX_EDIT_MS = 1_000;
const TOKEN = 'purge-token';

const folder = await mkdtemp(path.join(tmpdir(), 'lintel-cdn-'));
const at = (name: string) => path.join(folder, name);
const children: ChildProcess[] = [];

/** Returns a program that runs nginx; null if there is none. */
async function findNginx(): Promise<string | null> {
  if (spawnSync('nginx', ['-v']).error === undefined) return 'nginx';
  const packages = at('packages');
  await mkdir(packages);
  // Debian's downloader is another user.
  await chmod(folder, 0o755);
  await chmod(packages, 0o777);
  if (spawnSync('apt-get', ['download', 'nginx'], { cwd: packages }).status !== 0) return null;
  const [name = ''] = await readdir(packages);
  if (spawnSync('dpkg', ['-x', name, 'unpacked'], { cwd: packages }).status !== 0) return null;
  const program = path.join(packages, 'unpacked/usr/sbin/nginx');
  return spawnSync(program, ['-v']).status === 0 ? program : null;
}

function start(command: string, args: readonly string[], env: Record<string, string> = {}): ChildProcess {
  const environment = { ...process.env, ...env };
  const child = spawn(command, args, { env: environment, stdio: ['ignore', 'ignore', 'inherit'] });
  children.push(child);
  return child;
}

interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

/** Requests a page as browsers do. The body is as it was sent, with Brotli. */
async function ask(port: number, requestPath: string): Promise<Answer> {
  const request = get({
    host: '127.0.0.1',
    port,
    path: requestPath,
    headers: { 'accept-encoding': ACCEPTED.br },
  });
  const [response] = await once(request, 'response');
  const headers = Object.fromEntries(
    Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
  );
  return { status: response.statusCode ?? 0, headers, body: await buffer(response) };
}

/** Asks until the answer is from the cache. */
async function untilCached(port: number, requestPath: string): Promise<Answer> {
  for (let tried = 0; tried < 100; tried += 1) {
    const answer = await ask(port, requestPath).catch(() => null);
    if (answer?.headers['x-cache'] === 'HIT') return answer;
    await delay(100);
  }
  throw new Error(`The cache never has ${requestPath}.`);
}

/** Writes the configuration of the docs for these ports, and two servers whose only file is the page. */
async function writeConfig(ports: Record<'site' | Peer, number>, page: Answer | null): Promise<void> {
  const headers = Object.entries(page?.headers ?? {}).filter(
    ([name]) =>
      !/^(date|connection|keep-alive|content-length|content-type|server|etag|last-modified|accept-ranges)$/.test(
        name,
      ),
  );
  const quoted = (text: string) =>
    `"${text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('$', '')}"`;
  const conf = (await readFile(path.join(DOCS, 'nginx.conf'), 'utf8'))
    .replace('/var/cache/nginx/site', at('cache'))
    .replace('127.0.0.1:3000', `127.0.0.1:${ports.site}`)
    .replace('listen 80', `listen 127.0.0.1:${ports.cache}`);
  await writeFile(
    at('nginx.conf'),
    `${process.getuid?.() === 0 ? 'user root;' : ''} pid ${at('nginx.pid')}; error_log stderr crit; worker_processes 1;
     events { worker_connections 1024; }
     http {
       access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000;
       ${['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${at(name)};`).join(' ')}
       ${conf}
       ${(['file', 'keptFile'] as const)
         .map(
           (peer) => `server {
             listen 127.0.0.1:${ports[peer]};
             ${peer === 'keptFile' ? 'open_file_cache max=100 inactive=60s; open_file_cache_min_uses 1;' : ''}
             location / {
               root ${at('files')}; default_type "text/html; charset=utf-8";
               ${headers.map(([name, value]) => `add_header ${name} ${quoted(value)};`).join('\n')}
             }
           }`,
         )
         .join('\n')}
     }`,
  );
  await mkdir(at('files'), { recursive: true });
  if (page) await writeFile(path.join(at('files'), PAGE), page.body);
}

async function measure(nginx: string): Promise<void> {
  const ports = {
    site: await freePort(),
    cache: await freePort(),
    file: await freePort(),
    keptFile: await freePort(),
  };
  const purgePort = await freePort();
  await cp(path.join(DOCS, 'purge-nginx.js'), at('purge-nginx.mjs'));
  await mkdir(at('cache'), { recursive: true });
  start(process.execPath, [at('purge-nginx.mjs')], { CACHE: at('cache'), PORT: String(purgePort), TOKEN });
  const dataDir = at('data');
  const site = await startSite({
    PORT: String(ports.site),
    DATA_DIR: dataDir,
    TRUST_PROXY: '1',
    CONTENT_MAX_AGE: '3600',
    CDN: '1',
    CDN_PURGE_URL: `http://127.0.0.1:${purgePort}/`,
    CDN_PURGE_TOKEN: TOKEN,
  });
  const run = (...more: string[]) => [...more, '-p', folder, '-c', at('nginx.conf'), '-e', 'stderr'];
  try {
    const own = Number(new URL(site.url).port);
    await writeConfig({ ...ports, site: own }, null);
    const { pid = 0 } = start(nginx, run('-g', 'daemon off;'));
    await delay(1_000);

    const send = await firstOperator(site.url, dataDir);
    let { page } = Object(await send('GET', `/api/admin/pages/page?at=${PAGE}`));
    // The last purge of everything is five seconds after the start.
    await delay(7_000);
    const waits: number[] = [];
    for (let edits = 0; edits < EDITS; edits += 1) {
      await untilCached(ports.cache, PAGE);
      const words = `Edit ${edits} of ${EDITS}`;
      const { at: where, modified: base, digest } = page;
      const change = { at: where, base, digest, layout: null, values: { hero_title: words }, publish: true };
      ({ page } = Object(await send('POST', '/api/admin/pages/save', change)));
      const saved = performance.now();
      const shown = async () =>
        (await fetch(`http://127.0.0.1:${ports.cache}${PAGE}`)).text().then((html) => html.includes(words));
      while (!(await shown())) {
        if (performance.now() - saved > 60_000) throw new Error('An edit never became visible.');
        await delay(5);
      }
      waits.push(performance.now() - saved);
    }
    const worst = Math.max(...waits);
    console.log(
      `an edit through the cache: ${median(waits).toFixed(0)} ms in the middle, ${worst.toFixed(0)} ms at most (${(worst / MAX_EDIT_MS).toFixed(2)} of ${MAX_EDIT_MS} ms)`,
    );
    // Keys are purged once more five seconds later.
    await delay(7_000);

    const unknownAt = performance.now();
    await untilCached(ports.cache, UNKNOWN);
    const cached = await untilCached(ports.cache, PAGE);
    await writeConfig({ ...ports, site: own }, cached);
    if (spawnSync(nginx, run('-s', 'reload')).status !== 0) throw new Error('nginx does not reload.');
    await delay(1_000);
    const file = await ask(ports.file, PAGE);
    if (!file.body.equals(cached.body)) throw new Error('The file is not the page.');
    const rates: Record<Peer, number[]> = { cache: [], file: [], keptFile: [] };
    const costs: Record<Peer, number[]> = { cache: [], file: [], keptFile: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      // None is always the last, whose caches are warm.
      for (const which of round % 2 === 0 ? peers : peers.toReversed()) {
        const before = await processorTime(pid);
        const rate = await requestsPerSecond(ports[which], PAGE, {
          seconds: Number(seconds),
          encoding: 'br',
        });
        rates[which].push(rate);
        costs[which].push(((await processorTime(pid)) - before) / (rate * Number(seconds)));
      }
    }
    console.log(`${PAGE}, ${cached.body.byteLength} bytes (br)`);
    for (const which of peers) {
      console.log(
        `${PEERS[which]}: ${median(rates[which]).toFixed(0)} requests/s · ${median(costs[which]).toFixed(1)} µs of processor time each`,
      );
    }
    const compare = (peer: Peer) => {
      const ratio = median(rates.cache.map((rate, round) => rate / (rates[peer][round] ?? rate)));
      const byTime = median(costs[peer]) / median(costs.cache);
      return `${ratio.toFixed(2)} of its requests · ${byTime.toFixed(2)} by processor time`;
    };
    console.log(`of a file: ${compare('file')} (at least ${MIN_RATIO})`);
    console.log(`of a file that nginx keeps open: ${compare('keptFile')}`);

    await site.stop();
    await delay(Math.max(0, 62_000 - (performance.now() - unknownAt)));
    const fresh = await ask(ports.cache, PAGE);
    const stale = await ask(ports.cache, UNKNOWN);
    console.log(
      `while the site is stopped: ${PAGE} ${fresh.status} (${fresh.headers['x-cache']}), ${UNKNOWN}, which has expired, ${stale.status} (${stale.headers['x-cache']})`,
    );
  } finally {
    await site.stop();
  }
}

try {
  const nginx = await findNginx();
  if (nginx === null) {
    console.log('There is no nginx: install it, or run this where `apt-get download nginx` works.');
    process.exitCode = 1;
  } else {
    await measure(nginx);
  }
} finally {
  await Promise.all(children.map(stopProcess));
  await rm(folder, { recursive: true, force: true });
}
