import type { Kysely } from 'kysely';
import type { Overview } from '../../src/operator/api-shapes.ts';
import type { Database } from '../database/schema.ts';
import type { Circuit } from '../leads/deliver/circuit.ts';

/** How the deliveries stand, how many leads are held back, and what failed where. */
export interface DeliveryFigures {
  deliveries: Overview['deliveries'];
  quarantined: number;
  circuits: readonly Circuit[];
}

/** Counts what waits, what needs an operator and what is held back. */
export async function deliveryFigures(query: Kysely<Database>): Promise<DeliveryFigures> {
  const [states, oldest, quarantined, circuits] = await Promise.all([
    query
      .selectFrom('deliveries')
      .where('state', 'in', ['waiting', 'sending', 'attention', 'held'])
      .select((is) => ['state', is.fn.countAll<number | string>().as('count')])
      .groupBy('state')
      .execute(),
    query
      .selectFrom('deliveries')
      .where('state', 'in', ['waiting', 'sending'])
      .select((is) => is.fn.min('created_at').as('at'))
      .executeTakeFirst(),
    query
      .selectFrom('leads')
      .where('status', '=', 'quarantined')
      .select((is) => is.fn.countAll<number | string>().as('count'))
      .executeTakeFirst(),
    query.selectFrom('destinations').selectAll().orderBy('name').execute(),
  ]);
  const count = (...wanted: readonly string[]) =>
    states.reduce((sum, { state, count }) => sum + (wanted.includes(state) ? Number(count) : 0), 0);
  return {
    deliveries: {
      waiting: count('waiting', 'sending'),
      attention: count('attention'),
      held: count('held'),
      oldestWaitingAt: oldest?.at ?? null,
    },
    quarantined: Number(quarantined?.count ?? 0),
    circuits,
  };
}
