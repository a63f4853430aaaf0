import type { Kysely, Transaction } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { Database, DestinationName } from '../../database/schema/schema.ts';
import { singleFlight } from '../../platform/async/single-flight.ts';
import { withTimeout } from '../../platform/async/timeout.ts';
import { randomId } from '../../platform/security/tokens.ts';
import { newDeliveryRow } from '../store/batch-rows.ts';
import { queueSubscriptionDelivery } from '../store/subscriptions.ts';
import { allowCircuitProbe, circuitDestination, recordCircuitSuccess } from './circuit.ts';
import {
  claimDeliveries,
  endClaim,
  extendClaim,
  DELIVERY_LEASE_MS,
  type DeliveryClaim,
} from './claim-deliveries.ts';
import {
  isDeliveryError,
  deliverySubject,
  type DeliveryContext,
  type DeliveryRow,
  type LoadDelivery,
  type LoadedDelivery,
} from './delivery.ts';
import { recordDeliveryFailure, type DeliveryServices } from './record-failure.ts';

interface Options {
  destination: DestinationName;
  /** Maximum number of concurrent deliveries. */
  limit: number;
  read: LoadDelivery;
  /**
   * Returns the state of the credentials. `none`: there are none, so nothing is claimed. `others`: they differ from
   * those that were last refused, so a refusal does not delay the next call. `same`: they do not differ.
   */
  credentials(): Promise<'none' | 'same' | 'others'>;
  /** Called when there may be more to claim, for example because a delivery has ended. */
  onEnd: () => void;
}

/** Milliseconds to wait for credentials. Renewing credentials is slow, and other lanes must not wait for it. */
const CREDENTIALS_WAIT_MS = 250;
/** A lease with fewer milliseconds left is renewed before a call, so that the call ends within the lease. */
const MIN_LEASE_MS = DELIVERY_LEASE_MS - 15_000;
/** Number of attempts to record a result if the database fails, and the milliseconds between them. */
const RECORD_ATTEMPTS = 4;
const RECORD_PAUSE_MS = 500;

/** Runs the deliveries to one destination. */
export interface DeliveryLane {
  /**
   * Starts due deliveries up to the limit and returns their number. Waits for slow credentials only if `waits` is true;
   * otherwise returns 0, and calls `onEnd` when they arrive. Throws database errors.
   */
  claim(options?: { waits: boolean }): Promise<number>;
  /** Resolves when all started deliveries have ended. */
  settled(): Promise<void>;
}

/** Creates a lane. Each destination has its own lane, so that a slow destination does not block the others. */
export function createDeliveryLane(services: DeliveryServices, options: Options): DeliveryLane {
  const { database, log, now } = services;
  const { destination, limit } = options;
  const owner = randomId();
  /** Running deliveries, keyed by lead id or e-mail address. */
  const running = new Map<string, Promise<void>>();

  async function run(claim: DeliveryClaim): Promise<void> {
    try {
      await deliverClaim(claim, options.read, services);
    } catch (error) {
      // The delivery is claimed again when its lease expires.
      log.error({ event: 'delivery-not-recorded', destination, delivery: claim.delivery.id, err: error });
    } finally {
      running.delete(deliverySubject(claim.delivery));
      options.onEnd();
    }
  }

  const readCredentials = singleFlight(() => options.credentials());

  /** Waits briefly for the credentials. Returns `late` if they have not arrived yet. */
  async function credentialsInTime(): Promise<Awaited<ReturnType<Options['credentials']>> | 'late'> {
    const reading = readCredentials();
    const credentials = await withTimeout(reading, CREDENTIALS_WAIT_MS);
    if (credentials === 'late') reading.then(options.onEnd, options.onEnd);
    return credentials;
  }

  return {
    async claim({ waits } = { waits: false }) {
      if (running.size >= limit) return 0;
      const credentials = await (waits ? options.credentials() : credentialsInTime());
      if (credentials === 'late' || credentials === 'none') return 0;
      const claims = await claimDeliveries(database, {
        destination,
        limit: limit - running.size,
        owner,
        now: now(),
        busy: new Set(running.keys()),
        haveOtherCredentials: credentials === 'others',
      });
      for (const claim of claims) running.set(deliverySubject(claim.delivery), run(claim));
      return claims.length;
    },
    settled: async () => {
      await Promise.all(running.values());
    },
  };
}

/**
 * Performs a claimed delivery and records its result or failure. Throws an error only if its content could not be read
 * or its outcome could not be recorded.
 */
async function deliverClaim(
  claim: DeliveryClaim,
  read: LoadDelivery,
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
    await endClaim(database, claim, {
      change: { state: 'held' },
      event,
      also: (transaction) => unholdReleased(transaction, database.engine, delivery, at),
    });
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
          if (!delivered.inconclusive) {
            closed = await recordCircuitSuccess(transaction, delivery.destination, at);
          } else if (claim.probe) await allowCircuitProbe(transaction, delivery.destination);
        },
      });
    });
    log.info({ event: 'delivery-delivered', ...about, attempts: delivery.attempts + 1, ...delivered.detail });
    if (closed) log.info({ event: 'circuit-closed', destination: circuitDestination(delivery.destination) });
  } catch (failure) {
    try {
      if (isDeliveryError(failure, 'lease-lost')) throw failure;
      await untilRecorded(() => recordDeliveryFailure(claim, ready, failure, services, about));
    } catch (error) {
      if (!isDeliveryError(error, 'lease-lost')) throw error;
      log.warn({ event: 'delivery-lease-lost', ...about });
    }
  }
}

/**
 * Makes a held delivery due if an operator has released its lead since it was read. The release itself did not make it
 * due, because it was not held yet.
 */
async function unholdReleased(
  transaction: Transaction<Database>,
  engine: OpenDatabase['engine'],
  { id, lead_id }: DeliveryRow,
  now: number,
): Promise<void> {
  const lead = await transaction
    .selectFrom('leads')
    .select('status')
    .where('id', '=', lead_id)
    // Waits for a release that is being stored.
    .$if(engine === 'postgres', (select) => select.forUpdate())
    .executeTakeFirst();
  if (lead?.status !== 'open') return;
  await transaction
    .updateTable('deliveries')
    .set({ state: 'waiting', next_attempt_at: now })
    .where('id', '=', id)
    .execute();
}

/**
 * Queues another delivery if the subscription changed during this one, which may have overwritten newer tags in the CRM
 * with older ones.
 */
async function deliverNewerSubscription(
  transaction: Transaction<Database>,
  { subscriber }: LoadedDelivery,
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
  if (changed.numUpdatedRows > 0n) await queueSubscriptionDelivery(transaction, { email, requestId, now });
}

/**
 * Queues the e-mail that warns the agent that a lead and its contact may be different people, because the alert about
 * the lead may already have been sent. Queues at most one such e-mail per lead.
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
    .values(newDeliveryRow({ lead_id, destination: 'identity', revision, requestId: request_id, now }))
    .execute();
}

function progressOf(claim: DeliveryClaim, { database, now, signal }: DeliveryServices): DeliveryContext {
  const { query } = database;
  let leaseUntil = claim.delivery.lease_until ?? 0;
  const keep = async (query: Kysely<Database>, done?: Readonly<Record<string, unknown>>) => {
    const at = now();
    await extendClaim(query, claim, at, done);
    leaseUntil = at + DELIVERY_LEASE_MS;
  };
  return {
    signal,
    beforeCall: async () => {
      signal.throwIfAborted();
      const left = leaseUntil - now();
      if (left < MIN_LEASE_MS || left > DELIVERY_LEASE_MS) await keep(query);
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
      if (isDeliveryError(error, 'lease-lost') || left === 0) throw error;
      await sleep(RECORD_PAUSE_MS);
    }
  }
}
