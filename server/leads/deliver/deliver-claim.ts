import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { Database } from '../../database/schema.ts';
import { LastingFault, RefusedFault, TransientFault } from '../delivery-fault.ts';
import { backOff, isExhausted } from './back-off.ts';
import { noteFailure, noteRefusal, noteSuccess } from './circuit.ts';
import type { Claim } from './claim-deliveries.ts';
import type { Deliver, DeliveryMaterial, DeliveryProgress } from './delivery-progress.ts';
import { endClaim, keepClaim, LeaseLost } from './finish-delivery.ts';
import { LEASE } from './moments.ts';
import type { OperatorNotices } from './operator-notices.ts';
import { readMaterial } from './read-material.ts';
import { scrubText } from './scrub-text.ts';

/** With less than this left, a lease is renewed before a call: the call and its wait must end within it. */
const LEAST_LEASE = LEASE - 15_000;
/** What is done must be noted even when the database is busy for a moment. */
const NOTE_TRIES = 4;
const NOTE_PAUSE = 500;

interface Surroundings {
  database: OpenDatabase;
  log: Logger;
  now: () => number;
  random: () => number;
  deliver: Deliver;
  notices: OperatorNotices;
  /** Ends the calls when the server stops. */
  signal: AbortSignal;
}

/** Brings one claimed delivery to its destination and notes how it went. Throws only what the database throws. */
export async function deliverClaim(claim: Claim, around: Surroundings): Promise<void> {
  const { database, log, now } = around;
  const { delivery } = claim;
  const about = {
    leadId: delivery.lead_id,
    delivery: delivery.id,
    destination: delivery.destination,
    revision: delivery.revision,
    requestId: delivery.request_id,
  };
  const material = await readMaterial(database.query, delivery);
  if (!material) {
    await endClaim(database, claim, {
      change: { state: 'cancelled', last_error: 'Its lead was deleted.' },
      event: null,
    });
    return;
  }
  try {
    const delivered = await around.deliver(material, progressOf(claim, around));
    let closed = false;
    await untilNoted(async () => {
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
        brought: material.lead.revision,
        also: async (transaction) => {
          closed = await noteSuccess(transaction, delivery.destination, at);
        },
      });
    });
    log.info({ event: 'delivery-delivered', ...about, attempts: delivery.attempts + 1, ...delivered.detail });
    if (closed) log.info({ event: 'circuit-closed', destination: delivery.destination });
  } catch (fault) {
    if (fault instanceof LeaseLost) {
      log.warn({ event: 'delivery-lease-lost', ...about });
      return;
    }
    try {
      await untilNoted(() => noteFault(claim, material, fault, around, about));
    } catch (error) {
      if (!(error instanceof LeaseLost)) throw error;
      log.warn({ event: 'delivery-lease-lost', ...about });
    }
  }
}

function progressOf(claim: Claim, { database, now, signal }: Surroundings): DeliveryProgress {
  const { query } = database;
  let leaseUntil = claim.delivery.lease_until ?? 0;
  const keep = async (query: Kysely<Database>, done?: Readonly<Record<string, unknown>>) => {
    const at = now();
    await keepClaim(query, claim, at, done);
    leaseUntil = at + LEASE;
  };
  return {
    signal,
    beforeCall: async () => {
      signal.throwIfAborted();
      const left = leaseUntil - now();
      if (left < LEAST_LEASE || left > LEASE) await keep(query);
    },
    save: (done, lead) =>
      query.transaction().execute(async (transaction) => {
        await keep(transaction, done);
        if (!lead) return;
        await transaction.updateTable('leads').set(lead).where('id', '=', claim.delivery.lead_id).execute();
      }),
  };
}

async function noteFault(
  claim: Claim,
  { lead }: DeliveryMaterial,
  fault: unknown,
  { database, log, now, random, notices, signal }: Surroundings,
  about: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { delivery, probe } = claim;
  const { destination } = delivery;
  const at = now();
  const personal = [lead.first_name, lead.last_name, lead.email, lead.phone, lead.phone_e164, lead.message];
  const said = fault instanceof Error ? fault.message : String(fault);
  const reason = scrubText(said, personal);

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
  if (fault instanceof LastingFault || (!probe && isExhausted(attempts, delivery.created_at, at))) {
    await endClaim(database, claim, {
      change: { state: 'attention', attempts, last_error: reason },
      event: { kind: 'delivery-attention', at, detail: { attempts, reason } },
      also: async (transaction) => {
        // It answered, if not as we liked.
        if (fault instanceof LastingFault) await noteSuccess(transaction, destination, at);
        else await noteFailure(transaction, { destination, now: at, random, reason, probe });
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
  const circuit = await noteTransient(claim, { database, at, wait, attempts, reason, random });
  log.warn({
    event: 'delivery-failed',
    ...about,
    attempts: circuit.wasClosed ? attempts : delivery.attempts,
    wait,
    reason,
  });
  if (circuit.opened) log.error({ event: 'circuit-opened', destination, reason });
}

interface Transient {
  database: OpenDatabase;
  at: number;
  wait: number;
  attempts: number;
  reason: string;
  random: () => number;
}

/** While a circuit is open no delivery's attempts are counted: the failure is the destination's. */
async function noteTransient(claim: Claim, { database, at, wait, attempts, reason, random }: Transient) {
  const { delivery, probe } = claim;
  const { destination } = delivery;
  let circuit = { wasClosed: false, opened: false };
  await endClaim(database, claim, {
    change: { state: 'waiting', next_attempt_at: at + wait, last_error: reason },
    event: probe ? null : { kind: 'delivery-failed', at, detail: { attempts, reason } },
    also: async (transaction) => {
      circuit = await noteFailure(transaction, { destination, now: at, random, reason, probe });
      if (!circuit.wasClosed) return;
      await transaction.updateTable('deliveries').set({ attempts }).where('id', '=', delivery.id).execute();
    },
  });
  return circuit;
}

async function untilNoted(note: () => Promise<void>): Promise<void> {
  for (let left = NOTE_TRIES - 1; ; left -= 1) {
    try {
      await note();
      return;
    } catch (error) {
      if (error instanceof LeaseLost || left === 0) throw error;
      await sleep(NOTE_PAUSE);
    }
  }
}
