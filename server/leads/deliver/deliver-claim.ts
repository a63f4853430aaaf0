import type { Kysely } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../../database/schema.ts';
import { noteSuccess } from './circuit.ts';
import type { Claim } from './claim-deliveries.ts';
import type { Deliver, DeliveryMaterial, DeliveryProgress } from './delivery-progress.ts';
import { endClaim, keepClaim, LeaseLost } from './finish-delivery.ts';
import { LEASE } from './moments.ts';
import { noteFault, type FaultSurroundings } from './note-fault.ts';
import { readMaterial } from './read-material.ts';

/** With less than this left, a lease is renewed before a call: the call and its wait must end within it. */
const LEAST_LEASE = LEASE - 15_000;
/** What is done must be noted even when the database is busy for a moment. */
const NOTE_TRIES = 4;
const NOTE_PAUSE = 500;

interface Surroundings extends FaultSurroundings {
  deliver: Deliver;
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
  if (material.lead.status === 'quarantined') {
    const at = now();
    const event = { kind: 'delivery-waits', at, detail: { reason: 'quarantined' } } as const;
    await endClaim(database, claim, { change: { state: 'held' }, event });
    log.info({ event: 'delivery-held', ...about });
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
          if (delivery.destination === 'crm') await tellAgain(transaction, material, at);
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

/**
 * Whose subscription has changed since it was read for this delivery may have got the earlier tags after the later ones,
 * which another lead's delivery brought: the CRM is told once more.
 */
async function tellAgain(
  query: Kysely<Database>,
  { lead, subscription }: DeliveryMaterial,
  at: number,
): Promise<void> {
  if (!lead.email) return;
  const was = subscription?.unsubscribed_at ?? null;
  await query
    .updateTable('subscriptions')
    .set({ tell_crm_at: at })
    .where('email', '=', lead.email.toLowerCase())
    .where('unsubscribed_at', was === null ? 'is not' : 'is', null)
    .execute();
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
