import { expect, it } from 'vitest';
import { countSignInTry } from '../../server/operators/sign-in/sign-in-limits.ts';
import { openBench } from './delivery-test-bench.ts';

const DAY_MS = 24 * 60 * 60_000;

it('a wait that was set while the clock was a day ahead does not lock an operator out', async () => {
  const bench = await openBench('sqlite');
  const { query } = bench.database;
  const { now } = bench.clock;
  const tries = async (at: number) => (await countSignInTry(query, 'name jane@agent.test', at)).kind;
  expect([await tries(now + DAY_MS), await tries(now + DAY_MS), await tries(now + DAY_MS)]).toEqual([
    'counted',
    'counted',
    'counted',
  ]);
  expect(await tries(now + DAY_MS)).toBe('wait');
  expect(await tries(now)).toBe('counted');
  // The wait itself still holds.
  expect(await tries(now)).toBe('wait');
  await bench.stop();
});
