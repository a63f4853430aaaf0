import { pino } from 'pino';
import { expect, it } from 'vitest';
import { createStorageNotices } from './storage-notices.ts';
import type { StorageFault } from './storage-state.ts';

/** Sets up storage that a test can break and repair, checked every second on a clock that the test advances. */
function setUp() {
  const state = { fault: null as StorageFault | null, mailFails: false, seconds: 0 };
  const sent: string[] = [];
  const send = (kind: string) => {
    if (state.mailFails) return Promise.reject(new Error('The mail server is down.'));
    sent.push(`${kind} at ${state.seconds}`);
    return Promise.resolve();
  };
  const notices = createStorageNotices({
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

it('reports an outage once, within seconds, and once that it is over', async () => {
  const storage = setUp();
  await storage.pass(5);
  storage.break();
  await storage.pass(600);
  expect(storage.sent).toEqual(['failing at 9']);
  storage.repair();
  await storage.pass(600);
  expect(storage.sent).toEqual(['failing at 9', 'recovered at 616']);
});

it('reports no short outage', async () => {
  const storage = setUp();
  storage.break();
  await storage.pass(2);
  storage.repair();
  await storage.pass(100);
  expect(storage.sent).toEqual([]);
});

it('takes a disk at its edge, which takes one write and refuses the next, for one outage', async () => {
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

it('reports two outages a quarter of an hour apart, and the second when it lasts that long', async () => {
  const storage = setUp();
  storage.break();
  await storage.pass(10);
  storage.repair();
  await storage.pass(20);
  storage.break();
  await storage.pass(1000);
  expect(storage.sent).toEqual(['failing at 4', 'recovered at 21', 'failing at 904']);
});

it('tries again each minute where the mail does not go out', async () => {
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
