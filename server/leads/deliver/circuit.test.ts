import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createPrivateTokenAccess } from '../../crm/crm-access.ts';
import { openDatabase, type OpenDatabase } from '../../database/open-database.ts';
import { allowedCalls, circuitDestination, createCrmReadyCheck, type CircuitRow } from './circuit.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const circuit = (state: CircuitRow['state'], openFor: number): CircuitRow => ({
  name: 'crm',
  state,
  failures: 5,
  failing_lead: null,
  open_until: NOW + openFor,
  reason: 'Down.',
  changed_at: NOW - 60_000,
  alerted_at: null,
});
const HOUR = 60 * 60_000;
/** Much longer than it takes, because the machine may be busy. */
const WAIT_MS = 60_000;

test.each<[string, CircuitRow | undefined, boolean, ReturnType<typeof allowedCalls>]>([
  ['before any failure', undefined, false, 'all'],
  ['of a closed circuit', circuit('closed', 0), false, 'all'],
  ['of a closed circuit with a pause in the future', circuit('closed', 1000), false, 'all'],
  ['of an open circuit during its pause', circuit('open', 1), false, 'none'],
  ['of an open circuit after its pause', circuit('open', 0), false, 'probe'],
  ['of an open circuit, with other credentials', circuit('open', 1), true, 'none'],
  // A pause is never this long, so a clock must have jumped.
  ['of an open circuit with an impossible pause', circuit('open', 3 * HOUR), false, 'probe'],
  ['after refused credentials', circuit('refused', 1), false, 'none'],
  ['after refused credentials, with other ones', circuit('refused', 1), true, 'probe'],
  ['after refused credentials and the pause', circuit('refused', 0), false, 'probe'],
])('calls %s', (_what, seen, haveOtherCredentials, calls) => {
  expect(allowedCalls(seen, NOW, haveOtherCredentials)).toBe(calls);
});

test('subscriptions share the circuit of the CRM', () => {
  expect(circuitDestination('subscription')).toBe('crm');
  expect(circuitDestination('alert')).toBe('alert');
});

describe('whether the CRM is ready', () => {
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
    const crm = { ...createPrivateTokenAccess({ token: null }), state };
    return { crm, state, answer: () => waiting.splice(0).forEach((resolve) => resolve()) };
  }

  test('a slow CRM delays no lead: its last known state is used, and no further check starts', async () => {
    const { crm, state, answer } = slowCrm();
    const ready = createCrmReadyCheck(database.query, crm);
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
    const ready = createCrmReadyCheck(database.query, crm);
    const first = ready();
    await vi.advanceTimersByTimeAsync(2000);
    expect(await first).toBe(false);
    answer();
    // Vitest moves the faked time on while it waits.
    await vi.waitFor(async () => expect(await ready()).toBe(true), WAIT_MS);
  });
});
