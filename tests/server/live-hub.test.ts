import type { Kysely } from 'kysely';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Database } from '../../server/database/schema/schema.ts';
import { createLiveEventHub } from '../../server/operators/live/live-events.ts';
import { openBench, type DeliveryBench } from './delivery-test-bench.ts';

let bench: DeliveryBench;
beforeEach(async () => {
  bench = await openBench('sqlite');
});
afterEach(() => bench.stop());

/** Returns the bench's database, whose answers can be held back, and the number of its answers so far. */
function heldDatabase() {
  let answers = 0;
  let held: Promise<void> | undefined;
  const query: Kysely<Database> = bench.database.query.withPlugin({
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      answers += 1;
      await held;
      return result;
    },
  });
  const hold = () => {
    let release = () => {};
    held = new Promise<void>((resolve) => (release = resolve));
    return () => {
      held = undefined;
      release();
    };
  };
  return { query, hold, answers: () => answers };
}

it('goes on for the next listener after all have left during a query', async () => {
  const { query, hold, answers } = heldDatabase();
  const hub = createLiveEventHub({ database: { query }, log: bench.log, now: () => bench.clock.now });
  let ended = 0;
  const listen = () =>
    hub.listen({
      session: { sidHash: 'unknown', epoch: 0, signedInAt: bench.clock.now },
      since: 0,
      happened: () => {},
      end: () => (ended += 1),
    });
  const release = hold();
  const leave = listen();
  await expect.poll(answers).toBe(1);
  hub.look();
  leave();
  release();
  // The query ends, with its three lists of events.
  await expect.poll(answers).toBe(4);
  listen();
  // The hub ends a stream whose session is unknown, so it has asked the database again.
  await expect.poll(() => ended).toBe(1);
  hub.close();
});
