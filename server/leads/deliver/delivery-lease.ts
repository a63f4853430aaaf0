import type { Kysely, Transaction, Updateable } from 'kysely';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { Database } from '../../database/schema.ts';
import { subjectColumn, subjectOf, type DeliveryRow } from './delivery.ts';
import { recordEvent, type LeadEvent } from '../store/record-event.ts';

/** How long a worker owns a claimed delivery, in milliseconds. Longer than any call can take. */
export const LEASE = 60_000;
/** Upper bound of all pauses and leases, in milliseconds. A time further ahead means that a clock has jumped. */
export const LONGEST_WAIT = 2 * 60 * 60_000;

/**
 * Returns whether a time is null or has passed. A time more than `LONGEST_WAIT` ahead counts as passed, because a clock
 * must have jumped.
 */
export function isDue(moment: number | null, now: number): boolean {
  return moment === null || moment <= now || moment > now + LONGEST_WAIT;
}

/** A delivery that belongs to this worker until its lease ends. */
export interface Claim {
  delivery: DeliveryRow;
  owner: string;
  /** Whether this is the probe call of an open circuit. */
  probe: boolean;
}

/**
 * Thrown when a delivery no longer belongs to the worker, for example because another one claimed it after the lease
 * expired. The worker may not record anything more about it.
 */
export class LeaseLost extends Error {
  override name = 'LeaseLost';
}

type Change = Updateable<Database['deliveries']>;

/** Extends the lease and saves the progress if `done` is given. Throws `LeaseLost`. */
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
  event: { kind: LeadEvent; at: number; detail: Readonly<Record<string, unknown>> } | null;
  /** The delivered revision. Other pending deliveries up to this revision are marked as delivered too. */
  coveredUpTo?: number;
  /** Other changes in the same transaction. */
  also?(transaction: Transaction<Database>): Promise<void>;
}

/**
 * Ends a claim and stores its outcome in one transaction. If the delivery no longer belongs to the worker, changes
 * nothing and throws `LeaseLost`.
 */
export async function endClaim(database: OpenDatabase, claim: Claim, outcome: Outcome): Promise<void> {
  const { delivery } = claim;
  await database.query.transaction().execute(async (transaction) => {
    await changeClaimed(transaction, claim, { ...outcome.change, lease_owner: null, lease_until: null });
    const about = { delivery: delivery.id, destination: delivery.destination, revision: delivery.revision };
    if (outcome.event) {
      const { kind, at, detail } = outcome.event;
      await recordEvent(transaction, { leadId: delivery.lead_id, at, kind, detail: { ...about, ...detail } });
      if (outcome.coveredUpTo !== undefined) {
        const covered = await transaction
          .updateTable('deliveries')
          .set({
            state: 'delivered',
            delivered_at: at,
            lease_owner: null,
            lease_until: null,
            last_error: null,
          })
          .where(subjectColumn(delivery.destination), '=', subjectOf(delivery))
          .where('destination', '=', delivery.destination)
          .where('revision', '<=', outcome.coveredUpTo)
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
