import { expect, test } from 'vitest';
import type { Visitor } from '../load/support/lead-payloads.ts';
import { compareWithCrm } from './support/crm-figures.ts';
import { openFaultyCrm } from './support/faulty-crm.ts';
import { printFigures } from './support/print-figures.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
/** Maximum number of CRM calls per lead, including calls that are repeated after a lost lease. */
const CALLS = 8;

test.each([
  ['a day forwards', DAY],
  ['a day backwards', -DAY],
])('the clock jumps %s: deliveries go on, without a flood of calls or duplicates', async (name, jump) => {
  const { crm, clock, worker, takeNew, open, app } = await openFaultyCrm();
  const people: Visitor[] = [];
  const takeMore = async (count: number) => {
    for (let n = 0; n < count; n += 1) people.push(await takeNew(people.length));
  };
  const calls = () => crm.state.requests.length;
  const [own, other] = [worker(), worker()];

  // A slow delivery is in flight when the clock jumps, and another server looks for expired leases.
  await takeMore(1);
  crm.faults.set({ delayMs: 700, only: 'POST /contacts/', times: 1 });
  const slow = own.drain();
  await expect
    .poll(() => crm.state.requests.some(({ method, path }) => method === 'POST' && path === '/contacts/'))
    .toBe(true);
  clock.now += jump;
  await other.drain();
  await slow;
  expect(await open()).toEqual([]);

  // The circuit opens and back-offs are set before the clock jumps back.
  crm.faults.set({ delayMs: 0, only: '', times: null, down: true });
  await takeMore(12);
  await own.drain();
  const beforeJump = calls();
  clock.now -= jump;
  for (let second = 0; second < 30; second += 1) {
    await Promise.all([own.drain(), other.drain()]);
    clock.now += 1000;
  }
  const whileDown = calls() - beforeJump;
  crm.faults.clear();
  const beforeUp = calls();
  clock.now += jump;
  let minutes = 0;
  for (; minutes < 16 && (await open()).length > 0; minutes += 1) {
    clock.now += MINUTE;
    await Promise.all([own.drain(), other.drain()]);
  }
  const whileUp = calls() - beforeUp;

  // New leads are accepted and delivered as usual.
  await takeMore(3);
  await own.drain();
  expect(await open()).toEqual([]);
  expect(
    compareWithCrm(
      crm,
      people.map(({ email }) => email),
    ),
  ).toEqual({ missing: [], doubled: [] });
  expect(crm.state.violations).toEqual([]);
  expect(app.events().filter(({ event }) => event === 'lead-not-stored')).toEqual([]);
  printFigures(`The clock jumps ${name}`, {
    'calls in half a minute, CRM down': whileDown,
    'calls for 12 leads, CRM up': whileUp,
    'minutes until all were there': minutes,
  });
  expect(whileDown).toBeLessThan(12);
  expect(whileUp).toBeLessThan(12 * CALLS);
  expect(minutes).toBeLessThan(16);
});

test('when a clock that was a day ahead is corrected, leads that wait or are claimed until tomorrow are delivered soon', async () => {
  const { app, crm, clock, worker, takeNew, open } = await openFaultyCrm();
  const own = worker();
  clock.now += DAY;
  const waits = await takeNew(1);
  crm.faults.set({ errorRate: 1, errorStatus: 503, only: 'POST /contacts/', times: 1 });
  await own.drain();
  crm.faults.clear();
  expect(await open()).toContainEqual(expect.objectContaining({ state: 'waiting', attempts: 1 }));
  // The server that claimed this lead was killed before it finished.
  const claimed = await takeNew(2);
  await app.database.query
    .updateTable('deliveries')
    .set({ state: 'sending', lease_owner: 'killed', lease_until: clock.now + MINUTE })
    .where('lead_id', 'in', (leads) =>
      leads.selectFrom('leads').select('id').where('email', '=', claimed.email),
    )
    .execute();
  clock.now -= DAY;
  let minutes = 0;
  for (; minutes < 5 && (await open()).length > 0; minutes += 1) {
    await own.drain();
    clock.now += MINUTE;
  }
  printFigures('The clock was a day ahead', { 'minutes until all were there': minutes });
  expect(await open()).toEqual([]);
  expect(compareWithCrm(crm, [waits.email, claimed.email])).toEqual({ missing: [], doubled: [] });
});
