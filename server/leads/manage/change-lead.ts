import type { Transaction, Updateable } from 'kysely';
import { z } from 'zod';
import type { Database, DeliveryState } from '../../database/schema/schema.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { allowCircuitProbe } from '../deliver/circuit.ts';
import { type LeadEventKind, recordLeadEvent } from '../store/record-event.ts';
import { subscribeReleasedLead } from '../store/subscriptions.ts';

interface AuditedChange {
  /** Null for the delivery of a subscription. */
  leadId: string | null;
  delivery?: { delivery: string; destination: string };
}

/** Adds a change to the audit log, in the same transaction as the change. */
export type RecordAuditedChange = (
  transaction: Transaction<Database>,
  change: AuditedChange,
) => Promise<void>;

/** Changes the lead or delivery with this id. Returns false if its state does not allow the change. */
type OperatorAction = (
  database: OpenDatabase,
  id: string,
  now: number,
  audit?: RecordAuditedChange,
) => Promise<boolean>;

/**
 * Releases a quarantined lead: its held deliveries become due, or else those that were cancelled when it was rejected.
 * A requested market report subscription starts. Returns false if the lead is not quarantined.
 */
export const releaseLead: OperatorAction = (database, leadId, now, audit) =>
  changeLead(database, { leadId, now, audit, event: 'released' }, async (transaction) => {
    const lead = await transaction
      .updateTable('leads')
      .set({ status: 'open', updated_at: now })
      .where('id', '=', leadId)
      .where('status', '=', 'quarantined')
      .returning(['id', 'email', 'first_name', 'last_name', 'areas', 'rejected_at'])
      .executeTakeFirst();
    if (!lead) return false;
    const { numUpdatedRows: released } = await transaction
      .updateTable('deliveries')
      .set({ state: 'waiting', next_attempt_at: now })
      .where('lead_id', '=', leadId)
      .where('state', '=', 'held')
      .executeTakeFirst();
    // A rejected lead that was submitted again unchanged has no held deliveries, only cancelled ones.
    if (released === 0n) await sendRejected(transaction, leadId, lead.rejected_at, now);
    await transaction.updateTable('leads').set({ rejected_at: null }).where('id', '=', leadId).execute();
    await subscribeReleasedLead(transaction, lead);
    return true;
  });

/**
 * Resolves a lead and cancels its held deliveries. If the lead is quarantined, also cancels its other pending
 * deliveries, and later deliveries are held. Returns false if the lead does not exist or is already resolved.
 */
export const resolveLead: OperatorAction = (database, leadId, now, audit) =>
  changeLead(database, { leadId, now, audit, event: 'resolved' }, async (transaction) => {
    const lead = await transaction
      .updateTable('leads')
      .set((is) => ({
        rejected_at: is.case().when('status', '=', 'quarantined').then(now).else(is.ref('rejected_at')).end(),
        status: 'resolved',
        updated_at: now,
      }))
      .where('id', '=', leadId)
      .where('status', '<>', 'resolved')
      .returning('rejected_at')
      .executeTakeFirst();
    if (!lead) return false;
    await changeDeliveries(transaction, {
      of: { lead_id: leadId },
      // A delivery sends the lead's current values, so a delivery queued before the quarantine would send the
      // suspicious values too.
      in: lead.rejected_at === null ? ['held'] : ['held', 'waiting', 'attention'],
      change: { state: 'cancelled' },
      event: 'delivery-cancelled',
      now,
    });
    return true;
  });

/**
 * Reopens a resolved lead. If it was resolved while it was quarantined, it is released: the deliveries that were
 * cancelled then become due, and a requested market report subscription starts. Returns false if it is not resolved.
 */
export const reopenLead: OperatorAction = (database, leadId, now, audit) =>
  changeLead(database, { leadId, now, audit, event: 'reopened' }, async (transaction) => {
    const lead = await transaction
      .updateTable('leads')
      .set({ status: 'open', updated_at: now })
      .where('id', '=', leadId)
      .where('status', '=', 'resolved')
      .returning(['id', 'email', 'first_name', 'last_name', 'areas', 'rejected_at'])
      .executeTakeFirst();
    if (!lead) return false;
    if (lead.rejected_at === null) return true;
    await sendRejected(transaction, leadId, lead.rejected_at, now);
    await transaction.updateTable('leads').set({ rejected_at: null }).where('id', '=', leadId).execute();
    await subscribeReleasedLead(transaction, lead);
    return true;
  });

/**
 * Makes the deliveries due that were cancelled when the lead was rejected, at `rejectedAt` (epoch milliseconds). Does
 * nothing if `rejectedAt` is null.
 */
async function sendRejected(
  transaction: Transaction<Database>,
  leadId: string,
  rejectedAt: number | null,
  now: number,
): Promise<void> {
  if (rejectedAt === null) return;
  const events = await transaction
    .selectFrom('lead_events')
    .select('detail')
    .where('lead_id', '=', leadId)
    .where('kind', '=', 'delivery-cancelled')
    .where('at', '=', rejectedAt)
    .execute();
  for (const { detail } of events) {
    const { delivery: id } = cancelledDelivery.parse(JSON.parse(detail ?? '{}'));
    await changeDeliveries(transaction, {
      of: { id },
      in: ['cancelled'],
      change: { state: 'waiting', next_attempt_at: now, attempts: 0 },
      event: 'delivery-retried',
      now,
    });
  }
}

/** The detail of the event `delivery-cancelled`, as `changeDeliveries` records it. */
const cancelledDelivery = z.object({ delivery: z.string() });

interface LeadChange {
  leadId: string;
  now: number;
  audit: RecordAuditedChange | undefined;
  event: LeadEventKind;
}

/** Changes a lead and records the event in one transaction. `change` returns false if there is nothing to change. */
function changeLead(
  { query }: OpenDatabase,
  { leadId, now, audit, event }: LeadChange,
  change: (transaction: Transaction<Database>) => Promise<boolean>,
): Promise<boolean> {
  return query.transaction().execute(async (transaction) => {
    if (!(await change(transaction))) return false;
    await recordLeadEvent(transaction, { leadId, at: now, kind: event, detail: {} });
    await audit?.(transaction, { leadId });
    return true;
  });
}

/**
 * Retries a delivery that is waiting, cancelled or needs attention: makes it due now, resets its attempts, and lets its
 * destination be probed immediately. Returns false if the delivery does not exist or is in another state.
 */
export const retryDelivery: OperatorAction = async (database, id, now, audit) =>
  (await retry(database, { of: { id }, in: ['attention', 'waiting', 'cancelled'], now, audit })) > 0;

/** Retries all deliveries that are waiting or need attention. Returns their number. */
export function retryDeliveries(
  database: OpenDatabase,
  now: number,
  audit?: RecordAuditedChange,
): Promise<number> {
  return retry(database, { of: {}, in: ['attention', 'waiting'], now, audit });
}

function retry(
  { query }: OpenDatabase,
  which: Pick<DeliveriesChange, 'of' | 'in' | 'now' | 'audit'>,
): Promise<number> {
  return query.transaction().execute(async (transaction) => {
    const rows = await changeDeliveries(transaction, {
      ...which,
      change: { state: 'waiting', next_attempt_at: which.now, attempts: 0 },
      event: 'delivery-retried',
    });
    for (const destination of new Set(rows.map((row) => row.destination))) {
      await allowCircuitProbe(transaction, destination);
    }
    return rows.length;
  });
}

/** Cancels a delivery. Returns false if it does not exist, is being sent, or was already delivered or cancelled. */
export const cancelDelivery: OperatorAction = ({ query }, id, now, audit) =>
  query.transaction().execute(async (transaction) => {
    const cancelled = await changeDeliveries(transaction, {
      of: { id },
      in: ['waiting', 'attention', 'held'],
      change: { state: 'cancelled' },
      event: 'delivery-cancelled',
      now,
      audit,
    });
    return cancelled.length > 0;
  });

interface DeliveriesChange {
  /** One delivery's id, or a lead's id for all its deliveries. Empty selects all deliveries. */
  of: { id?: string; lead_id?: string };
  /** Deliveries in other states stay unchanged. */
  in: readonly DeliveryState[];
  change: Updateable<Database['deliveries']>;
  event: LeadEventKind;
  now: number;
  audit?: RecordAuditedChange | undefined;
}

async function changeDeliveries(
  transaction: Transaction<Database>,
  { of, in: states, change, event, now, audit }: DeliveriesChange,
) {
  let update = transaction.updateTable('deliveries').set(change).where('state', 'in', states);
  if (of.id !== undefined) update = update.where('id', '=', of.id);
  if (of.lead_id !== undefined) update = update.where('lead_id', '=', of.lead_id);
  const rows = await update.returning(['id', 'lead_id', 'destination', 'revision']).execute();
  for (const { id, lead_id: leadId, destination, revision } of rows) {
    const about = { delivery: id, destination };
    await recordLeadEvent(transaction, { leadId, at: now, kind: event, detail: { ...about, revision } });
    await audit?.(transaction, { leadId, delivery: about });
  }
  return rows;
}
