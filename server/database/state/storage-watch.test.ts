import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createStorageWatch } from './storage-watch.ts';
import type { StorageOutage } from './storage-state.ts';

/** Sets up storage that a test can break and repair. `pass` advances the clock and checks storage every second. */
function setUp() {
  const state = { fault: null as StorageOutage | null, mailFails: false, seconds: 0 };
  const sent: string[] = [];
  const send = (kind: string) => {
    if (state.mailFails) return Promise.reject(new Error('The mail server is down.'));
    sent.push(`${kind} at ${state.seconds}`);
    return Promise.resolve();
  };
  const notices = createStorageWatch({
    storage: { fault: () => state.fault },
    alerts: { failing: () => send('failing'), recovered: () => send('recovered') },
    log: pino({ level: 'silent' }),
    clock: () => state.seconds * 1000,
  });
  return {
    state,
    sent,
    break: () => (state.fault = { problem: 'full', code: 'SQLITE_13', since: 1, failures: 1 }),
    repair: () => (state.fault = null),
    async pass(seconds: number) {
      for (let second = 0; second < seconds; second += 1) {
        state.seconds += 1;
        await notices.check();
      }
    },
  };
}

it('reports an outage once, within seconds, and its end once', async () => {
  const storage = setUp();
  await storage.pass(5);
  storage.break();
  await storage.pass(600);
  expect(storage.sent).toEqual(['failing at 9']);
  storage.repair();
  await storage.pass(600);
  expect(storage.sent).toEqual(['failing at 9', 'recovered at 616']);
});

it('does not report a short outage', async () => {
  const storage = setUp();
  storage.break();
  await storage.pass(2);
  storage.repair();
  await storage.pass(100);
  expect(storage.sent).toEqual([]);
});

it('treats a nearly full disk, which accepts only some of the writes, as one outage', async () => {
  const storage = setUp();
  for (let turn = 0; turn < 100; turn += 1) {
    storage.break();
    await storage.pass(1);
    storage.repair();
    await storage.pass(2);
  }
  expect(storage.sent).toEqual(['failing at 4']);
  await storage.pass(20);
  expect(storage.sent).toHaveLength(2);
});

it('reports a second outage a quarter of an hour after the first, if it lasts that long', async () => {
  const storage = setUp();
  storage.break();
  await storage.pass(10);
  storage.repair();
  await storage.pass(20);
  storage.break();
  await storage.pass(1000);
  expect(storage.sent).toEqual(['failing at 4', 'recovered at 21', 'failing at 904']);
});

it('retries every minute if the e-mail fails', async () => {
  const storage = setUp();
  storage.state.mailFails = true;
  storage.break();
  await storage.pass(10);
  storage.state.mailFails = false;
  await storage.pass(100);
  expect(storage.sent).toEqual(['failing at 64']);
  storage.state.mailFails = true;
  storage.repair();
  await storage.pass(30);
  storage.state.mailFails = false;
  await storage.pass(100);
  expect(storage.sent).toEqual(['failing at 64', 'recovered at 181']);
});
