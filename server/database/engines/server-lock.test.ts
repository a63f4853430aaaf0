import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { lockDataFolder, type ServerLock } from './server-lock.ts';

let dataDir: string;
const locks: ServerLock[] = [];
beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'lintel-lock-'));
});
afterEach(async () => {
  for (const lock of locks.splice(0)) lock.release();
  await rm(dataDir, { recursive: true, force: true });
});

async function lockFolder(options: Partial<Parameters<typeof lockDataFolder>[0]> = {}): Promise<ServerLock> {
  const lock = await lockDataFolder({
    dataDir,
    port: 3000,
    drainSeconds: 0,
    onWait: () => {},
    patience: 0,
    ...options,
  });
  locks.push(lock);
  return lock;
}

test('a second server is refused, with the process, host, port and start of the first', async () => {
  const first = await lockFolder();
  first.listensOn(3456);
  const waits: string[] = [];
  const refused = await lockFolder({ onWait: (message) => waits.push(message), patience: 50 }).then(
    () => '',
    (error: Error) => error.message,
  );
  expect(refused).toMatch(/since \d{4}-\d\d-\d\dT\S+Z\. SQLite allows one server for each folder: stop that/);
  const named = `Another server uses ${dataDir}: process ${process.pid} on ${hostname()}, port 3456, since`;
  expect(refused).toContain(named);
  expect(waits).toEqual([expect.stringContaining(named)]);
});

test('a note without a lock, such as after a crash, keeps no server from starting', async () => {
  (await lockFolder()).release();
  locks.splice(0);
  await expect(lockFolder()).resolves.toBeDefined();
});

test('a lock without a readable note still refuses', async () => {
  await lockFolder();
  await writeFile(path.join(dataDir, 'server.json'), '{"pid":');
  await expect(lockFolder()).rejects.toThrow(`Another server uses ${dataDir}. SQLite allows one server`);
});

test('the next server waits for one that is stopping, longer than for one that runs', async () => {
  const first = await lockFolder();
  first.stops();
  const next = lockFolder({ onWait: () => setTimeout(() => first.release(), 50) });
  locks.splice(0);
  await expect(next).resolves.toBeDefined();
});
