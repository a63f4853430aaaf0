import type { Kysely } from 'kysely';
import type { Database, DeliveryState, DestinationName } from '../../database/schema.ts';
import type { Circuit } from '../deliver/circuit.ts';

/** How deliveries stand. */
export interface DeliverySummary {
  /** Those of one destination in one state. */
  counts: readonly { destination: DestinationName; state: DeliveryState; count: number }[];
  /** Since when the oldest delivery waits, epoch milliseconds; null where none waits. */
  oldestWaiting: number | null;
  circuits: readonly Circuit[];
  /** What needs an operator, oldest first; at most fifty. */
  attention: readonly {
    id: string;
    lead_id: string;
    destination: DestinationName;
    attempts: number;
    last_error: string | null;
  }[];
  /** Leads held back as suspicious, oldest first; at most fifty. */
  quarantined: readonly { id: string; suspicions: string | null }[];
}

/** Most that is listed of anything. */
const MOST = 50;

/** Counts and lists what an operator must know. */
export async function deliverySummary(query: Kysely<Database>): Promise<DeliverySummary> {
  const counts = await query
    .selectFrom('deliveries')
    .select((is) => ['destination', 'state', is.fn.countAll<number | string>().as('count')])
    .groupBy(['destination', 'state'])
    .orderBy('destination')
    .orderBy('state')
    .execute();
  const oldest = await query
    .selectFrom('deliveries')
    .select('created_at')
    .where('state', 'in', ['waiting', 'sending'])
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return {
    counts: counts.map(({ destination, state, count }) => ({ destination, state, count: Number(count) })),
    oldestWaiting: oldest?.created_at ?? null,
    circuits: await query.selectFrom('destinations').selectAll().orderBy('name').execute(),
    attention: await query
      .selectFrom('deliveries')
      .select(['id', 'lead_id', 'destination', 'attempts', 'last_error'])
      .where('state', '=', 'attention')
      .orderBy('created_at')
      .limit(MOST)
      .execute(),
    quarantined: await query
      .selectFrom('leads')
      .select(['id', 'suspicions'])
      .where('status', '=', 'quarantined')
      .orderBy('created_at')
      .limit(MOST)
      .execute(),
  };
}
