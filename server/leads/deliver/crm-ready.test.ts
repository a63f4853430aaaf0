import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createTokenAccess } from '../../crm/crm-access.ts';
import { openDatabase, type OpenDatabase } from '../../database/open-database.ts';
import { createCrmReady } from './crm-ready.ts';

let folder: string;
let database: OpenDatabase;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'lintel-ready-'));
  database = await openDatabase({ dataDir: folder, databaseUrl: null }, pino({ level: 'silent' }));
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(async () => {
  vi.useRealTimers();
  await database.close();
  await rm(folder, { recursive: true });
});

/** Creates a CRM whose `state` resolves only when the test calls `answer`. */
function slowCrm() {
  const waiting: (() => void)[] = [];
  const state = vi.fn<() => Promise<'ready'>>(
    () => new Promise((resolve) => waiting.push(() => resolve('ready'))),
  );
  const crm = { ...createTokenAccess({ token: null }), state };
  return { crm, state, answer: () => waiting.splice(0).forEach((resolve) => resolve()) };
}

test('a slow CRM delays no lead: its last known state is used, and no further check starts', async () => {
  const { crm, state, answer } = slowCrm();
  const ready = createCrmReady(database, crm);
  const first = ready();
  answer();
  expect(await first).toBe(true);

  await vi.advanceTimersByTimeAsync(1000);
  const second = ready();
  await vi.advanceTimersByTimeAsync(300);
  expect(await second).toBe(true);
  await vi.advanceTimersByTimeAsync(5000);
  // The second check is already late, so this call does not wait for it.
  expect(await ready()).toBe(true);
  expect(state).toHaveBeenCalledTimes(2);
});

test('a CRM whose state is unknown counts as not ready', async () => {
  const { crm, answer } = slowCrm();
  const ready = createCrmReady(database, crm);
  const first = ready();
  await vi.advanceTimersByTimeAsync(2000);
  expect(await first).toBe(false);
  answer();
  await vi.waitFor(async () => expect(await ready()).toBe(true));
});
