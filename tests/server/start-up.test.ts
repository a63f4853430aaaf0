import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer as createHttpServer } from 'node:http';
import { connect, createServer } from 'node:net';
import { hostname, networkInterfaces, tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { readSiteBuild } from '../../server/pages/render/site-build.ts';
import { PROJECT_ROOT } from '../../server/platform/root.ts';
import { startSite } from '../browser/support/start-site.ts';
import { compileCache } from '../setup/compile-cache.ts';
import { sanitised } from '../setup/sanitise-here.ts';
import { HOOK_LIMIT } from '../setup/time-limits.ts';
import { newMigratedDatabase } from './database-engines.ts';
import { runCommand } from './run-command.ts';
import { runApp } from './running-app.ts';

const hasIpv6 = Object.values(networkInterfaces()).some((each) =>
  each?.some(({ address }) => address === '::1'),
);

it.runIf(hasIpv6)('the host can be an IPv6 address', async () => {
  const site = await startSite({ HOST: '::1' });
  expect((await fetch(`${site.url}/`)).status).toBe(200);
  await site.stop();
});

it('a port in use is reported in one line, with the fix', async () => {
  const app = await runApp();
  const { port } = new URL(app.url);
  const output = await startSite({ PORT: port }).then(
    () => '',
    (error: Error) => error.message,
  );
  expect(output).toContain('exit code 1');
  expect(output.trim().split('\n').slice(1)).toEqual([
    `The server cannot listen. Port ${port} is taken. Stop what uses it, or set PORT to another.`,
  ]);
  await app.stop();
});

it('a read-only data folder is reported in one line, with the fix', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lintel-data-'));
  const file = path.join(folder, 'a-file');
  await writeFile(file, '');
  const output = await startSite({ DATA_DIR: file }).then(
    () => '',
    (error: Error) => error.message,
  );
  expect(output).toContain('exit code 1');
  expect(output.trim().split('\n').slice(1)).toEqual([
    expect.stringMatching(
      /^The database .*a-file.server\.lock cannot be opened \(.+\)\. Set DATA_DIR to a folder the server may write to\.$/,
    ),
  ]);
  await rm(folder, { recursive: true });
});

it.each([
  ['is not a database', 'x'.repeat(9000)],
  ['is malformed', `SQLite format 3\0${'x'.repeat(9000)}`],
])('a database file that %s is reported in one line, with the way to restore a backup', async (_, bytes) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lintel-data-'));
  await writeFile(path.join(folder, 'lintel.sqlite'), bytes);
  const output = await startSite({ DATA_DIR: folder }).then(
    () => '',
    (error: Error) => error.message,
  );
  expect(output).toContain('exit code 1');
  expect(output.trim().split('\n').slice(1)).toEqual([
    expect.stringMatching(
      /^The database .*lintel\.sqlite is damaged \(.+\)\. Stop the server and restore a backup: npm run restore -- --replace <backup file>\./,
    ),
  ]);
  expect(output).not.toContain('Set DATA_DIR');
  await rm(folder, { recursive: true });
});

it('a second server on a data folder is refused, while commands work beside the first; a killed one leaves no lock', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lintel-data-'));
  const first = await startSite({ DATA_DIR: folder });
  const output = await startSite({ DATA_DIR: folder }).then(
    () => '',
    (error: Error) => error.message,
  );
  expect(output).toContain('exit code 1');
  const { port } = new URL(first.url);
  const named = `Another server uses ${folder}: process ${first.pid} on ${hostname()}, port ${port}, since 20`;
  expect(output.trim().split('\n').slice(1)).toEqual([
    expect.stringMatching(/Waiting for it to stop\.$/),
    expect.stringContaining(named),
  ]);
  expect((await fetch(`${first.url}/`)).status).toBe(200);

  const backup = path.join(folder, 'site.backup');
  expect(await runCommand(['backup', backup], { DATA_DIR: folder })).toMatchObject({ code: 0 });
  expect(existsSync(backup)).toBe(true);

  await first.kill();
  const second = await startSite({ DATA_DIR: folder, DRAIN_SECONDS: '3' });
  // A process manager that starts the next server before the previous one has ended.
  second.askToStop();
  const lock = () => readFile(path.join(folder, 'server.json'), 'utf8');
  await expect.poll(lock).toContain('"stopping":true');
  const third = await startSite({ DATA_DIR: folder });
  expect((await fetch(`${third.url}/`)).status).toBe(200);
  await second.stop();
  await third.stop();
  await rm(folder, { recursive: true });
});

const outputOf = (start: Promise<unknown>) =>
  start.then(
    () => '',
    (error: Error) => error.message.trim(),
  );

it.each([
  ['dist/server/start.js', []],
  ['dist/server/command.js', []],
  ['server/check-node.js', []],
])('%s with an older Node says which one is needed, in one line', async (script) => {
  const older = `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.20.2' } })`;
  const nodeFlags = ['--import', `data:text/javascript,${encodeURIComponent(older)}`];
  const lines = (await outputOf(startSite({}, { nodeFlags, script: [script] }))).split('\n').slice(1);
  expect(lines).toEqual([
    expect.stringMatching(/^Lintel needs Node 24 or newer, .* Node 20\.20\.2\. Install Node 24/),
  ]);
});

it('a limit of open files that is too low is reported in one line, with the fix', async () => {
  const prefix = ['sh', '-c', 'ulimit -n 30; exec "$@"', 'sh'];
  const lines = (await outputOf(startSite({}, { prefix }))).split('\n').slice(1);
  expect(lines).toEqual([expect.stringMatching(/^Too many files are open \(EMFILE\)\. Raise the limit/)]);
});

it('connections above the limit of open files are refused and logged, and the others are answered', async () => {
  const site = await startSite({}, { prefix: ['sh', '-c', 'ulimit -n 100; exec "$@"', 'sh'] });
  const { hostname, port } = new URL(site.url);
  const sockets = await Promise.all(
    Array.from({ length: 60 }, async () => {
      const socket = connect(Number(port), hostname);
      await once(socket, 'connect');
      return socket.on('error', () => {});
    }),
  );
  await expect
    .poll(() => site.log())
    .toMatch(/"connections-refused".*All 50 connections are in use\. Raise the limit/);
  for (const socket of sockets) socket.destroy();
  await expect
    .poll(() =>
      fetch(`${site.url}/about`).then(
        ({ status }) => status,
        () => 'refused',
      ),
    )
    .toBe(200);
  await site.stop();
});

it('a variable that resembles a setting is named in the log', async () => {
  const site = await startSite({ PUBLC_URL: 'https://www.example.com' });
  expect(site.log()).toContain('PUBLC_URL is not a setting. Is PUBLIC_URL meant?');
  await site.stop();
});

it('a wrong DATABASE_URL is reported in one line, with the fix', async () => {
  const url = new URL(await newMigratedDatabase());
  url.pathname = '/no-such-database';
  const lines = (await outputOf(startSite({ DATABASE_URL: url.href }))).split('\n').slice(1);
  expect(lines).toEqual([
    `DATABASE_URL: PostgreSQL at ${url.host} has no database no-such-database. Create it, or correct the name.`,
  ]);
});

it('a server waits for a database that starts after it', async () => {
  const url = new URL(await newMigratedDatabase());
  const { host, port } = url;
  const target = { port: Number(port), host: url.hostname };
  let connections = 0;
  const proxy = createServer((socket) => {
    connections += 1;
    // The first connection is cut, as when PostgreSQL is starting.
    if (connections === 1) return void socket.resetAndDestroy();
    const other = connect(target);
    socket.on('error', () => other.destroy());
    other.on('error', () => socket.destroy());
    socket.pipe(other).pipe(socket);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const address = proxy.address();
  const at = typeof address === 'object' && address ? address.port : 0;
  url.host = `127.0.0.1:${at}`;
  expect(url.host).not.toBe(host);
  const site = await startSite({ DATABASE_URL: url.href });
  await expect.poll(async () => (await fetch(`${site.url}/readyz`)).status).toBe(200);
  expect(site.log()).toMatch(/"database-awaited".*DATABASE_URL: nothing answers at .* Waiting for it\./);
  expect(site.log()).toContain('"database-reached"');
  await site.stop();
  proxy.close();
});

it.each([
  ['unhandledRejection', 'Promise.reject(error)'],
  ['uncaughtException', 'setImmediate(() => { throw error; })'],
])(
  'an error that nothing handles (%s) is logged with its cause before the process ends',
  async (kind, fail) => {
    const script = `process.once('SIGUSR2', () => {
    const error = new Error('The page cannot be rendered.', { cause: new Error('The menu is missing.') });
    ${fail};
  });`;
    const site = await startSite(
      {},
      { nodeFlags: ['--import', `data:text/javascript,${encodeURIComponent(script)}`] },
    );
    process.kill(site.pid, 'SIGUSR2');
    await expect
      .poll(() =>
        fetch(site.url).then(
          () => 'runs',
          () => 'has ended',
        ),
      )
      .toBe('has ended');
    await expect.poll(() => site.log()).toContain('process-failed');
    const line = site
      .log()
      .split('\n')
      .find((each) => each.includes('process-failed'));
    expect(JSON.parse(line ?? '')).toMatchObject({
      level: 60,
      event: 'process-failed',
      kind,
      err: { message: 'The page cannot be rendered.', cause: { message: 'The menu is missing.' } },
    });
    // The line replaces Node's own, which is not JSON.
    expect(site.log()).not.toContain('Node.js v');
    await site.stop();
  },
);

it('a missing or incomplete build is reported with the fix', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lintel-build-'));
  await expect(readSiteBuild(folder)).rejects.toThrow('The site is not built. Run `npm run build`');
  const manifest = path.join(folder, 'dist/client/.vite/manifest.json');
  await mkdir(path.dirname(manifest), { recursive: true });
  const incomplete = 'The build is incomplete. Run `npm run build` again.';
  await writeFile(manifest, '{');
  await expect(readSiteBuild(folder)).rejects.toThrow(incomplete);
  const chunk = { file: 'assets/x.js' };
  await writeFile(manifest, JSON.stringify({ 'src/entry-loader.ts': chunk, 'src/entry-client.tsx': chunk }));
  await expect(readSiteBuild(folder)).rejects.toThrow(incomplete);
  await rm(folder, { recursive: true });
});

it('errors are sent to the collector that SENTRY_DSN names', async () => {
  const posts: string[] = [];
  const collector = createHttpServer((request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      posts.push(`${request.url} ${body}`);
      response.end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(collector, 'listening');
  const address = collector.address();
  const port = typeof address === 'object' ? address?.port : 0;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-reports-'));
  // The files of this release cannot be kept there.
  await writeFile(path.join(dataDir, 'assets'), '');
  const site = await startSite({ DATA_DIR: dataDir, SENTRY_DSN: `http://abc@127.0.0.1:${port}/7` });
  await expect.poll(() => posts).toHaveLength(1);
  expect(posts[0]).toMatch(/^\/api\/7\/envelope\/ .*"logger":"assets-not-kept".*"type":"Error"/s);
  await site.stop();
  collector.close();
  await rm(dataDir, { recursive: true });
});

it('the built-in content needs no thread that sanitizes texts, which takes 90 MB', async () => {
  const app = await runApp({ PUBLIC_URL: 'https://homes.example' });
  sanitised.length = 0;
  const sitemap = await (await fetch(`${app.url}/sitemap.xml`)).text();
  const paths = [...sitemap.matchAll(/<loc>https:\/\/homes\.example([^<]*)<\/loc>/g)].map(
    ([, each]) => each || '/',
  );
  expect(paths).toContain('/blog/radon-in-iowa-homes');
  for (const each of paths) expect((await fetch(app.url + each)).status).toBe(200);
  expect(sanitised.map(({ html }) => html)).toEqual([]);
  await app.stop();
});

it('on a socket that systemd holds, no request fails while the site restarts', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'lintel-socket-'));
  const socket = createServer();
  socket.listen(0, '127.0.0.1');
  await once(socket, 'listening');
  const { port } = Object(socket.address());
  // The shell holds the socket as systemd does, and starts the site again when it has ended.
  const script = `for start in 1 2; do sh -c 'LISTEN_FDS=1 LISTEN_PID=$$ exec "$@"' sh "$@"; done`;
  const holder = spawn('sh', ['-c', script, 'sh', process.execPath, 'dist/server/start.js'], {
    cwd: PROJECT_ROOT,
    env: {
      ...process.env,
      ...compileCache,
      LINTEL_ENV_FILE: 'none',
      DATA_DIR: folder,
      PORT: '1',
      LOG_LEVEL: 'info',
    },
    stdio: ['ignore', 'pipe', 'inherit', descriptorOf(socket)],
  });
  socket.close();
  let output = '';
  holder.stdout?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const pids = () => [...output.matchAll(/"pid":(\d+)[^\n]*"server-started"/g)].map(([, pid]) => Number(pid));
  const started = async (times: number) => {
    await expect.poll(() => pids().length, { timeout: HOOK_LIMIT }).toBe(times);
  };
  try {
    await started(1);
    await expect.poll(() => output).toContain(`Listening on http://127.0.0.1:${port}`);
    const over = new AbortController();
    const statuses: number[] = [];
    const visit = async (init?: RequestInit) => {
      while (!over.signal.aborted) {
        const headers = { connection: 'close', 'content-type': 'application/json' };
        const path = init ? '/api/contact' : '/buy';
        const answer = await fetch(`http://127.0.0.1:${port}${path}`, { headers, ...init });
        await answer.arrayBuffer();
        statuses.push(answer.status);
        await delay(50);
      }
    };
    const lead = { method: 'POST', body: JSON.stringify({ name: 'Ann', email: 'ann@example.com' }) };
    const visits = Promise.all([visit(), visit(), visit(lead)]);
    await delay(500);
    process.kill(pids()[0] ?? 0, 'SIGTERM');
    await started(2);
    await delay(500);
    over.abort();
    await visits;
    expect(new Set(statuses)).toEqual(new Set([200]));
  } finally {
    const ended = once(holder, 'exit');
    // After a failure, the shell would start the site once more.
    const [first, last = first] = pids();
    if (last === first) holder.kill();
    if (last !== undefined) process.kill(last, 'SIGTERM');
    await ended;
    await rm(folder, { recursive: true });
  }
});

/** The file descriptor of a listening server, which Node does not show. */
function descriptorOf(server: object): number {
  return Number(Object(Reflect.get(server, '_handle')).fd);
}
