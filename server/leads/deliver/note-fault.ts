import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { Database } from '../../database/schema.ts';
import { LastingFault, RefusedFault, TransientFault } from './delivery-fault.ts';
import { backOff, isExhausted } from './back-off.ts';
import { noteFailure, noteRefusal, noteSuccess } from './circuit.ts';
import type { Claim } from './claim-deliveries.ts';
import type { DeliveryMaterial } from './delivery-progress.ts';
import type { DeliveryRow } from './delivery-rows.ts';
import { endClaim } from './finish-delivery.ts';
import type { OperatorNotices } from './operator-notices.ts';
import { personalValues } from './personal-values.ts';
import { scrubText } from './scrub-text.ts';

export interface FaultSurroundings {
  database: OpenDatabase;
  log: Logger;
  now: () => number;
  random: () => number;
  notices: OperatorNotices;
  /** Ends the calls when the server stops. */
  signal: AbortSignal;
}

/**
 * Notes why a delivery did not succeed and decides what becomes of it: put back, tried again, or an operator's.
 * Throws `LeaseLost`. `about` goes into the log.
 */
export async function noteFault(
  claim: Claim,
  { lead }: DeliveryMaterial,
  fault: unknown,
  { database, log, now, random, notices, signal }: FaultSurroundings,
  about: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { delivery, probe } = claim;
  const { destination } = delivery;
  const at = now();
  const said = fault instanceof Error ? fault.message : String(fault);
  const reason = scrubText(said, personalValues(lead));

  if (signal.aborted && !(fault instanceof LastingFault)) {
    await endClaim(database, claim, { change: { state: 'waiting', next_attempt_at: at }, event: null });
    log.info({ event: 'delivery-put-back', ...about });
    return;
  }
  if (fault instanceof RefusedFault) {
    let isNews = false;
    await endClaim(database, claim, {
      change: { state: 'waiting', next_attempt_at: at, last_error: reason },
      event: probe ? null : { kind: 'delivery-waits', at, detail: { reason } },
      also: async (transaction) => {
        isNews = await noteRefusal(transaction, destination, at, reason);
      },
    });
    log.error({ event: 'delivery-waits', ...about, reason });
    if (isNews) notices.reconnect(destination, reason);
    return;
  }
  const attempts = delivery.attempts + 1;
  const failure = { destination, now: at, random, reason, probe, leadId: delivery.lead_id, attempts };
  const counts = !probe || (await isAlone(database.query, delivery));
  if (fault instanceof LastingFault || (counts && isExhausted(attempts, delivery.created_at, at))) {
    await endClaim(database, claim, {
      change: { state: 'attention', attempts, last_error: reason },
      event: { kind: 'delivery-attention', at, detail: { attempts, reason } },
      also: async (transaction) => {
        // It answered, if not as we liked.
        if (fault instanceof LastingFault) await noteSuccess(transaction, destination, at);
        else await noteFailure(transaction, failure);
      },
    });
    log.error({ event: 'delivery-attention', ...about, attempts, reason });
    notices.attention(destination, reason);
    return;
  }
  if (!(fault instanceof TransientFault)) {
    // Not one we expect: its stack helps, its message is scrubbed.
    const stack = fault instanceof Error ? (fault.stack ?? '').split('\n    at ').slice(1, 6) : [];
    log.error({ event: 'delivery-fault-unexpected', ...about, reason, stack });
  }
  const retryAfter = fault instanceof TransientFault ? fault.retryAfter : 0;
  const wait = Math.max(retryAfter, backOff(attempts, random));
  let circuit = { wasClosed: false, opened: false };
  let counted = delivery.attempts;
  await endClaim(database, claim, {
    change: { state: 'waiting', next_attempt_at: at + wait, last_error: reason },
    event: probe ? null : { kind: 'delivery-failed', at, detail: { attempts, reason } },
    also: async (transaction) => {
      circuit = await noteFailure(transaction, failure);
      // While a circuit is open, the failure is the destination's, unless nothing else waits for it.
      if (!counts || !(probe || circuit.wasClosed)) return;
      counted = attempts;
      await transaction.updateTable('deliveries').set({ attempts }).where('id', '=', delivery.id).execute();
    },
  });
  log.warn({ event: 'delivery-failed', ...about, attempts: counted, wait, reason });
  if (circuit.opened) log.error({ event: 'circuit-opened', destination, reason });
}

/** Whether no other lead waits for the destination: then nobody but an operator can tell whose fault it is. */
async function isAlone(query: Kysely<Database>, { destination, lead_id }: DeliveryRow): Promise<boolean> {
  const other = await query
    .selectFrom('deliveries')
    .select('id')
    .where('destination', '=', destination)
    .where('state', 'in', ['waiting', 'sending'])
    .where('lead_id', '<>', lead_id)
    .limit(1)
    .executeTakeFirst();
  return other === undefined;
}
