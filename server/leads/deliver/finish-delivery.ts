import type { Kysely, Transaction, Updateable } from 'kysely';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { Database } from '../../database/schema.ts';
import type { Claim } from './claim-deliveries.ts';
import { LEASE } from './moments.ts';
import { recordEvent, type DeliveryEvent } from './record-event.ts';

/** The lease ended and another worker may have the delivery: what this one still does is not noted. */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

type Change = Updateable<Database['deliveries']>;

/** Notes what is done so far, and lengthens the lease. Throws `LeaseLost`. */
export async function keepClaim(
  query: Kysely<Database>,
  claim: Claim,
  now: number,
  done?: Readonly<Record<string, unknown>>,
): Promise<void> {
  await changeClaimed(query, claim, {
    lease_until: now + LEASE,
    ...(done ? { done: JSON.stringify(done) } : {}),
  });
}

interface Outcome {
  change: Change;
  event: { kind: DeliveryEvent; at: number; detail: Readonly<Record<string, unknown>> } | null;
  /** The revision of the lead that was brought: what was to bring it or an earlier one is done with. */
  brought?: number;
  /** What else is to be noted in the same transaction. */
  also?(transaction: Transaction<Database>): Promise<void>;
}

/** Ends a claim with a new state, in one transaction. Throws `LeaseLost`, and then nothing is noted. */
export async function endClaim(database: OpenDatabase, claim: Claim, outcome: Outcome): Promise<void> {
  const { delivery } = claim;
  await database.query.transaction().execute(async (transaction) => {
    await changeClaimed(transaction, claim, { ...outcome.change, lease_owner: null, lease_until: null });
    const about = { delivery: delivery.id, destination: delivery.destination, revision: delivery.revision };
    if (outcome.event) {
      const { kind, at, detail } = outcome.event;
      await recordEvent(transaction, { leadId: delivery.lead_id, at, kind, detail: { ...about, ...detail } });
      if (outcome.brought !== undefined) {
        const covered = await transaction
          .updateTable('deliveries')
          .set({
            state: 'delivered',
            delivered_at: at,
            lease_owner: null,
            lease_until: null,
            last_error: null,
          })
          .where('lead_id', '=', delivery.lead_id)
          .where('destination', '=', delivery.destination)
          .where('revision', '<=', outcome.brought)
          .where('id', '<>', delivery.id)
          .where('state', 'in', ['waiting', 'sending', 'attention'])
          .returning(['id', 'revision'])
          .execute();
        for (const { id, revision } of covered) {
          const detail = { ...about, delivery: id, revision, by: delivery.id };
          const kind = 'delivery-superseded';
          await recordEvent(transaction, { leadId: delivery.lead_id, at, kind, detail });
        }
      }
    }
    await outcome.also?.(transaction);
  });
}

async function changeClaimed(query: Kysely<Database>, claim: Claim, change: Change): Promise<void> {
  const { numUpdatedRows } = await query
    .updateTable('deliveries')
    .set(change)
    .where('id', '=', claim.delivery.id)
    .where('state', '=', 'sending')
    .where('lease_owner', '=', claim.owner)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) throw new LeaseLost(`The lease of delivery ${claim.delivery.id} has ended.`);
}
