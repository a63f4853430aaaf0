import type { Kysely, Transaction } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/schema/schema.ts';
import { circuitOf, markSucceeded } from './circuit.ts';
import { type Claim, endClaim, keepClaim, LeaseLost, LEASE_MS } from './claim-deliveries.ts';
import type { DeliveryProgress, DeliveryRow, ReadDelivery, ReadyDelivery } from './delivery.ts';
import { recordFailure, type DeliveryServices } from './record-failure.ts';
import { newDelivery } from '../store/batch-rows.ts';
import { deliverSubscription } from '../store/subscriptions.ts';

/** A lease with less time left is renewed before a call, so that the call ends within the lease. */
const MIN_LEASE_MS = LEASE_MS - 15_000;
/** Number of attempts to record a result while the database is busy, and the pause between them. */
const RECORD_ATTEMPTS = 4;
const RECORD_PAUSE_MS = 500;

/** Performs a claimed delivery and records its result or failure. Throws only if nothing could be recorded. */
export async function deliverClaim(
  claim: Claim,
  read: ReadDelivery,
  services: DeliveryServices,
): Promise<void> {
  const { database, log, now } = services;
  const { delivery } = claim;
  const about = {
    leadId: delivery.lead_id,
    delivery: delivery.id,
    destination: delivery.destination,
    revision: delivery.revision,
    requestId: delivery.request_id,
  };
  const ready = await read(delivery);
  if (!ready) {
    await endClaim(database, claim, {
      change: { state: 'cancelled', last_error: 'Its lead was deleted.' },
      event: null,
    });
    return;
  }
  if (ready.isHeld) {
    const at = now();
    const event = { kind: 'delivery-waits', at, detail: { reason: 'quarantined' } } as const;
    await endClaim(database, claim, { change: { state: 'held' }, event });
    log.info({ event: 'delivery-held', ...about });
    return;
  }
  try {
    const delivered = await ready.deliver(progressOf(claim, services));
    let closed = false;
    await untilRecorded(async () => {
      const at = now();
      await endClaim(database, claim, {
        change: {
          state: 'delivered',
          delivered_at: at,
          attempts: delivery.attempts + 1,
          last_error: null,
          ...(delivered.done ? { done: JSON.stringify(delivered.done) } : {}),
        },
        event: { kind: 'delivered', at, detail: delivered.detail ?? {} },
        coveredUpTo: ready.revision,
        also: async (transaction) => {
          await deliverNewerSubscription(transaction, ready, { requestId: delivery.request_id, now: at });
          if (delivered.checkIdentity && services.mails) {
            await addIdentityMail(transaction, delivery, ready.revision, at);
          }
          closed = await markSucceeded(transaction, delivery.destination, at);
        },
      });
    });
    log.info({ event: 'delivery-delivered', ...about, attempts: delivery.attempts + 1, ...delivered.detail });
    if (closed) log.info({ event: 'circuit-closed', destination: circuitOf(delivery.destination) });
  } catch (fault) {
    if (fault instanceof LeaseLost) {
      log.warn({ event: 'delivery-lease-lost', ...about });
      return;
    }
    try {
      await untilRecorded(() => recordFailure(claim, ready, fault, services, about));
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      log.warn({ event: 'delivery-lease-lost', ...about });
    }
  }
}

/**
 * Queues another delivery if the subscription changed during this one, which may have overwritten newer tags in the CRM
 * with older ones.
 */
async function deliverNewerSubscription(
  transaction: Transaction<Database>,
  { subscriber }: ReadyDelivery,
  { requestId, now }: { requestId: string | null; now: number },
): Promise<void> {
  if (!subscriber) return;
  const { email, unsubscribed } = subscriber;
  // This update changes nothing, but locks the row until the new delivery is stored.
  const changed = await transaction
    .updateTable('subscriptions')
    .set({ email })
    .where('email', '=', email)
    .where('unsubscribed_at', unsubscribed ? 'is' : 'is not', null)
    .executeTakeFirst();
  if (changed.numUpdatedRows > 0n) await deliverSubscription(transaction, { email, requestId, now });
}

/**
 * Queues an e-mail about the differing identity, because the alert may already have been sent without mentioning it.
 * Queues at most one per lead.
 */
async function addIdentityMail(
  query: Kysely<Database>,
  { lead_id, request_id }: DeliveryRow,
  revision: number,
  now: number,
): Promise<void> {
  const known = await query
    .selectFrom('deliveries')
    .select('id')
    .where('lead_id', '=', lead_id)
    .where('destination', '=', 'identity')
    .executeTakeFirst();
  if (known) return;
  await query
    .insertInto('deliveries')
    .values(newDelivery({ lead_id, destination: 'identity', revision, requestId: request_id, now }))
    .execute();
}

function progressOf(claim: Claim, { database, now, signal }: DeliveryServices): DeliveryProgress {
  const { query } = database;
  let leaseUntil = claim.delivery.lease_until ?? 0;
  const keep = async (query: Kysely<Database>, done?: Readonly<Record<string, unknown>>) => {
    const at = now();
    await keepClaim(query, claim, at, done);
    leaseUntil = at + LEASE_MS;
  };
  return {
    signal,
    beforeCall: async () => {
      signal.throwIfAborted();
      const left = leaseUntil - now();
      if (left < MIN_LEASE_MS || left > LEASE_MS) await keep(query);
    },
    save: (done, lead) =>
      query.transaction().execute(async (transaction) => {
        await keep(transaction, done);
        if (!lead) return;
        await transaction.updateTable('leads').set(lead).where('id', '=', claim.delivery.lead_id).execute();
      }),
  };
}

async function untilRecorded(record: () => Promise<void>): Promise<void> {
  for (let left = RECORD_ATTEMPTS - 1; ; left -= 1) {
    try {
      await record();
      return;
    } catch (error) {
      if (error instanceof LeaseLost || left === 0) throw error;
      await sleep(RECORD_PAUSE_MS);
    }
  }
}
