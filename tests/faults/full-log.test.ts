import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, inject, test } from 'vitest';
import { FIRST_ACCOUNT_LINK_FILE } from '../../server/operators/sign-in/one-time-links.ts';
import { PROJECT_ROOT } from '../../server/platform/root.ts';
import { newDatabase } from '../server/run-postgres.ts';
import { compileCache } from '../setup/compile-cache.ts';
import { HOOK_LIMIT } from '../setup/time-limits.ts';
import { limitFiles } from './support/file-limit.ts';

let folder = '';
let child: ChildProcess | undefined;
afterEach(async () => {
  if (child && child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  }
  await rm(folder, { recursive: true, force: true });
});

test('a log on a disk that becomes full holds up nothing, and goes on when there is space', async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lintel-full-log-'));
  const file = path.join(folder, 'log');
  const handle = await open(file, 'a');
  child = spawn(process.execPath, ['dist/server/start.js'], {
    cwd: PROJECT_ROOT,
    env: {
      PATH: process.env['PATH'],
      LINTEL_ENV_FILE: 'none',
      HOST: '127.0.0.1',
      PORT: '0',
      DATA_DIR: path.join(folder, 'data'),
      ACCESS_LOG: 'all',
      // Its data is not on the disk that becomes full.
      DATABASE_URL: await newDatabase(inject('postgresUrl')),
      SECRET_KEY: 'a key for a test of the log, long enough',
      ...compileCache,
    },
    stdio: ['ignore', handle.fd, handle.fd],
  });
  await handle.close();
  const { pid = 0 } = child;
  const log = () => readFile(file, 'utf8');
  const listening = /Listening on (http:\S+)\n/;
  await expect.poll(log, { timeout: HOOK_LIMIT }).toMatch(listening);
  const url = listening.exec(await log())?.[1] ?? '';
  const status = async (at: string) => (await fetch(url + at)).status;
  expect(await status('/about')).toBe(200);
  await expect.poll(log).toContain('"event":"request"');

  // The last line about the start may follow the first requests, on a busy machine by seconds.
  await expect.poll(log).toContain(`/${FIRST_ACCOUNT_LINK_FILE} (good for`);
  const full = (await stat(file)).size;
  await limitFiles(pid, full + 100);
  // Each is a line of the log. The first of them is cut.
  for (let count = 0; count < 20; count += 1) expect(await status('/about')).toBe(200);
  // The server says 503 if its database takes more than two seconds to answer, as it may on a busy machine.
  await expect.poll(() => status('/readyz')).toBe(200);
  expect((await stat(file)).size).toBe(full + 100);

  await limitFiles(pid, null);
  expect(await status('/about')).toBe(200);
  await expect.poll(log).toContain('"event":"log-works-again","lostLines":0');
  // The lines that waited are whole, and in order. The last one may follow its response.
  await expect.poll(async () => (await log()).split('"event":"request"').length - 1).toBe(22);
  const lines = (await log()).split('\n').filter((line) => line.startsWith('{'));
  const times = lines.map((line): number => JSON.parse(line).time);
  expect(times).toEqual(times.toSorted((one, other) => one - other));
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  expect((await ended)[0]).toBe(0);
});
