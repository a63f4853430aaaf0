import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { Database } from '../../database/schema/schema.ts';
import { DeliveryError, isDeliveryError, type LoadedDelivery } from './delivery.ts';
import {
  circuitDestination,
  MAX_DELIVERY_WAIT_MS,
  recordCircuitFailure,
  recordCircuitRefusal,
  recordCircuitSuccess,
  allowCircuitProbe,
} from './circuit.ts';
import { type DeliveryClaim, endClaim } from './claim-deliveries.ts';
import { areRetriesExhausted, retryDelayMs } from './retry-schedule.ts';
import type { DeliveryAlerts } from './delivery-alerts.ts';
import { redactText } from '../../platform/logging/redact-error.ts';

/** The services that deliveries to all destinations share. */
export interface DeliveryServices {
  database: OpenDatabase;
  log: Logger;
  /** Returns epoch milliseconds. */
  now: () => number;
  random: () => number;
  alerts: DeliveryAlerts;
  /** Whether a mail server is configured. */
  mails: boolean;
  /** Aborts the calls when the server stops. */
  signal: AbortSignal;
}

/**
 * Records a failure and decides whether the delivery returns to the queue, is retried later, or needs an operator, who
 * is then alerted. Updates the destination's circuit, and adds `about` to the log lines. Throws a `DeliveryError`
 * (`lease-lost`) if the delivery no longer belongs to this worker.
 */
export async function recordDeliveryFailure(
  claim: DeliveryClaim,
  { personal }: LoadedDelivery,
  error: unknown,
  { database, log, now, random, alerts, signal }: DeliveryServices,
  about: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { delivery, probe } = claim;
  const { destination } = delivery;
  const at = now();
  const isLasting = isDeliveryError(error, 'lasting');
  const isInconclusive = error instanceof DeliveryError && error.inconclusive;
  /** Lets the next delivery be the probe if this one was. */
  const skipCircuit = async (transaction: Kysely<Database>) => {
    if (probe) await allowCircuitProbe(transaction, destination);
  };
  const message = error instanceof Error ? error.message : String(error);
  const reason = redactText(message, personal);

  if (isDeliveryError(error, 'not-connected') || (signal.aborted && !isLasting)) {
    await endClaim(database, claim, { change: { state: 'waiting', next_attempt_at: at }, event: null });
    log.info({ event: 'delivery-put-back', ...about });
    return;
  }
  if (isDeliveryError(error, 'refused')) {
    await endClaim(database, claim, {
      change: { state: 'waiting', next_attempt_at: at, last_error: reason },
      event: probe ? null : { kind: 'delivery-waits', at, detail: { reason } },
      also: async (transaction) => {
        await recordCircuitRefusal(transaction, destination, at, reason);
      },
    });
    log.error({ event: 'delivery-waits', ...about, reason });
    return;
  }
  const attempts = delivery.attempts + 1;
  const failure = {
    destination,
    now: at,
    random,
    reason,
    probe,
    subject: delivery.lead_id ?? delivery.id,
    attempts,
  };
  if (isLasting || (!probe && areRetriesExhausted(attempts, delivery.created_at, at))) {
    await endClaim(database, claim, {
      change: { state: 'attention', attempts, last_error: reason },
      event: { kind: 'delivery-attention', at, detail: { attempts, reason } },
      also: async (transaction) => {
        if (isInconclusive) await skipCircuit(transaction);
        // The destination answered, so it works.
        else if (isLasting) await recordCircuitSuccess(transaction, destination, at);
        else await recordCircuitFailure(transaction, failure);
      },
    });
    log.error({ event: 'delivery-attention', ...about, attempts, reason });
    alerts.attention(destination, reason);
    return;
  }
  if (!isDeliveryError(error, 'transient')) {
    // Log the stack without its message, which may contain personal data. `reason` is already redacted.
    const stack = error instanceof Error ? (error.stack ?? '').split('\n    at ').slice(1, 6) : [];
    log.error({ event: 'delivery-fault-unexpected', ...about, reason, stack });
  }
  const retryAfterMs = isDeliveryError(error, 'transient') ? error.retryAfterMs : 0;
  // A later time would count as a clock that has jumped, and the delivery as due.
  const wait = Math.min(Math.max(retryAfterMs, retryDelayMs(attempts, random)), MAX_DELIVERY_WAIT_MS);
  let circuit = { wasClosed: false, opened: false };
  let counted = delivery.attempts;
  await endClaim(database, claim, {
    change: { state: 'waiting', next_attempt_at: at + wait, last_error: reason },
    event: probe ? null : { kind: 'delivery-failed', at, detail: { attempts, reason } },
    also: async (transaction) => {
      if (isInconclusive) return skipCircuit(transaction);
      circuit = await recordCircuitFailure(transaction, failure);
      // While the circuit is open, the destination is the cause, so this attempt does not count.
      if (!circuit.wasClosed) return;
      counted = attempts;
      await transaction.updateTable('deliveries').set({ attempts }).where('id', '=', delivery.id).execute();
    },
  });
  log.warn({ event: 'delivery-failed', ...about, attempts: counted, wait, reason });
  if (circuit.opened)
    log.error({ event: 'circuit-opened', destination: circuitDestination(destination), reason });
}
