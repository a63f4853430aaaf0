import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createReminderAlert } from '../../server/leads/deliver/quarantine-and-reminder-alerts.ts';
import { openBench, type DeliveryBench } from './delivery-test-bench.ts';

const HOUR = 3_600_000;

let bench: DeliveryBench;

describe.each(['sqlite', 'postgres'] as const)('on %s', (engine) => {
  beforeEach(async () => {
    bench = await openBench(engine);
    // Midnight in Chicago.
    bench.clock.now = Date.parse('2026-11-22T06:00:00Z');
  });
  afterEach(() => bench.stop());

  const remind = (lead_id: string, remind_on: string) =>
    bench.database.query
      .insertInto('lead_follow_ups')
      .values({ lead_id, stage: 'new', remind_on, updated_at: 1 })
      .execute();
  const notice = (alert: (due: number) => Promise<void>) =>
    createReminderAlert({
      query: bench.database.query,
      log: bench.log,
      now: () => bench.clock.now,
      timeZone: () => 'America/Chicago',
      alert,
    });

  test('mails due reminders once, in the morning, from one server', async () => {
    const told: number[] = [];
    const alert = async (due: number) => void told.push(due);
    const [one, other] = [notice(alert), notice(alert)];
    const pass = async (hours: number) => {
      bench.clock.now += hours * HOUR;
      await Promise.all([one.send(), other.send()]);
    };
    await remind('a', '2026-11-22');
    await remind('b', '2026-11-23');
    await pass(1);
    expect(told).toEqual([]);
    await pass(6);
    expect(told).toEqual([1]);
    await remind('c', '2026-11-21');
    await pass(0.5);
    expect(told).toEqual([1]);
    await pass(1);
    // The second mail counts both reminders, because the first is still due.
    expect(told).toEqual([1, 2]);
    await pass(20);
    expect(told).toEqual([1, 2]);
    await pass(4);
    expect(told).toEqual([1, 2, 3]);
  });

  test.each([
    ['the clocks go forward', '2026-03-08', '2026-03-08T12:00:00Z'],
    ['the clocks go back', '2026-11-01', '2026-11-01T13:00:00Z'],
  ])('the mail goes out at seven on the day when %s', async (_when, day, seven) => {
    const told: number[] = [];
    const reminders = notice(async (due) => void told.push(due));
    await remind('a', day);
    bench.clock.now = Date.parse(seven) - 60_000;
    await reminders.send();
    expect(told).toEqual([]);
    bench.clock.now = Date.parse(seven) + 60_000;
    await reminders.send();
    expect(told).toEqual([1]);
  });

  test('a mail that failed is sent later', async () => {
    await remind('a', '2026-11-20');
    const told: number[] = [];
    let fails = true;
    const reminders = notice(async (due) => {
      if (fails) throw new Error('No mail.');
      told.push(due);
    });
    await reminders.send();
    expect(bench.events()).toContainEqual(
      expect.objectContaining({ event: 'operators-not-notified', kind: 'reminders' }),
    );
    fails = false;
    bench.clock.now += HOUR;
    await reminders.send();
    expect(told).toEqual([1]);
  });
});
