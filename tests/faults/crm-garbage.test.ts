import { expect, test } from 'vitest';
import type { Visitor } from '../load/support/lead-payloads.ts';
import { runCommand } from '../server/run-command.ts';
import { compareWithCrm } from './support/crm-figures.ts';
import { openFaultyCrm } from './support/faulty-crm.ts';
import { printFigures } from './support/print-figures.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

async function leadsCommand(dataDir: string, ...words: string[]): Promise<string> {
  const { code, out, err } = await runCommand(['leads', ...words], { DATA_DIR: dataDir });
  expect([code, err]).toEqual([0, '']);
  return out;
}

test.each([
  ['html', 'with what is not JSON'],
  ['empty', 'with what is not JSON'],
  ['truncated', 'with what is not JSON'],
  ['wrong-shape', 'with an unexpected shape'],
] as const)(
  'a CRM that answers everything with garbage (%s): deliveries are retried with back-off, then each lead is there once',
  async (garbage, words) => {
    const { dataDir, crm, clock, worker, takeNew, open } = await openFaultyCrm();
    crm.faults.set({ garbage });
    const people: Visitor[] = [];
    for (let n = 0; n < 8; n += 1) people.push(await takeNew(n));
    const own = worker();
    for (let minute = 0; minute < 120; minute += 1) {
      await own.drain();
      clock.now += MINUTE;
    }
    const calls = crm.state.requests.length;
    expect((await open()).length).toBe(people.length * 2);
    const status = await leadsCommand(dataDir, 'status');
    expect(status).toMatch(/crm cannot be reached; tried again in \d+ s/);
    expect(status).toContain(words);
    expect(status).not.toMatch(/Halvorsen|example\.com/);

    crm.faults.clear();
    clock.now += 10 * MINUTE;
    await own.drain();
    expect(await open()).toEqual([]);
    expect(
      compareWithCrm(
        crm,
        people.map(({ email }) => email),
      ),
    ).toEqual({ missing: [], doubled: [] });
    expect(crm.state.violations).toEqual([]);
    printFigures(`The CRM answers garbage (${garbage}) for two hours`, {
      'calls meanwhile': calls,
      'contacts, notes': `${crm.state.contacts.size}, ${crm.state.notes.length}`,
    });
    // In these two hours, the worker probes the CRM at least every five minutes, but less often than every minute.
    expect(calls).toBeGreaterThan(24);
    expect(calls).toBeLessThan(120);
  },
);

test('a lead that is the only one to get garbage needs attention after a day, and “retry all” delivers it', async () => {
  const { dataDir, crm, clock, told, worker, take, takeNew, open } = await openFaultyCrm();
  const own = worker();
  const well = await takeNew(1);
  await own.drain();
  // This search only runs for people who are not in the CRM yet, so only the second lead is affected.
  crm.faults.set({ garbage: 'html', only: 'GET /contacts/search/duplicate' });
  const ill = await takeNew(2);
  let rounds = 0;
  for (; rounds < 20; rounds += 1) {
    await own.drain();
    clock.now += 70 * MINUTE;
    const values = { ...well.values, message: `More, the ${rounds}th time.` };
    await take({ ...well, values });
  }
  expect((await open()).some(({ state }) => state === 'attention')).toBe(false);
  for (; rounds < 30 && told.length === 0; rounds += 1) {
    await own.drain();
    clock.now += HOUR;
  }
  expect(told).toMatchObject([
    { destination: 'crm', reason: 'The CRM answered 200 with what is not JSON.', attention: 1 },
  ]);
  expect(await leadsCommand(dataDir, 'status')).toContain(
    'Need attention; fix the cause, then: npm run leads retry <delivery>, or retry all',
  );
  crm.faults.clear();
  const answer = await leadsCommand(dataDir, 'retry', 'all');
  expect(answer).toMatch(/^\d deliveries are due now\.\n$/);
  await own.drain();
  expect(await open()).toEqual([]);
  expect(compareWithCrm(crm, [well.email, ill.email])).toEqual({ missing: [], doubled: [] });
  printFigures('The CRM answers garbage for one lead', {
    'tries until attention': rounds,
    'answer to retry all': answer.trim(),
  });
});
