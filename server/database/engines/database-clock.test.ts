import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openDatabaseClock, type DatabaseClock } from './database-clock.ts';

/** The database's clock and this process's timer, and how long a reading takes. */
let there: number;
let elapsed: number;
let reading: number;
/** How long the next readings take, before `reading` applies again. */
let slow: number[];
let fails: boolean;
let clock: DatabaseClock;

function pass(milliseconds: number): void {
  there += milliseconds;
  elapsed += milliseconds;
}

beforeEach(async () => {
  [there, elapsed, reading, fails, slow] = [5_000_000, 700, 40, false, [6_000, 20_000]];
  clock = await openDatabaseClock({
    readTime: async () => {
      const took = slow.shift();
      // A slow answer is slow on its way back only, so the reading is wrong by half of its time.
      pass(took === undefined ? reading / 2 : 0);
      if (fails) throw new Error('The database does not answer.');
      const time = there;
      pass(took ?? reading / 2);
      return time;
    },
    log: pino({ level: 'silent' }),
    elapsed: () => elapsed,
  });
});
afterEach(() => clock.stop());

test('shows the database’s time, and counts on between readings', () => {
  expect(clock.now()).toBe(there);
  pass(9_000);
  expect(clock.now()).toBe(there);
});

test('does not go back when a reading is less precise than the last one', async () => {
  slow = [800];
  await clock.read();
  expect(clock.now()).toBe(there);
});

test('follows the database’s clock when that is set', async () => {
  there += 3_600_000;
  expect(clock.now()).toBe(there - 3_600_000);
  await clock.read();
  expect(clock.now()).toBe(there);
});

test('keeps the last reading while the database does not answer, or answers too slowly to be precise', async () => {
  fails = true;
  await expect(clock.read()).rejects.toThrow('does not answer');
  expect(clock.now()).toBe(there);
  [fails, reading] = [false, 30_000];
  there += 5_000;
  await clock.read();
  expect(clock.now()).toBe(there - 5_000);
});
