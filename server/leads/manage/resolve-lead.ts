import type { OpenDatabase } from '../../database/open-database.ts';
import { recordEvent } from '../deliver/record-event.ts';
import type { NoteDeed } from './note-deed.ts';

/**
 * An operator is done with a lead. What was held back of a quarantined one is cancelled: nothing of it is sent, and
 * what comes later is held back again. False: there is none with this id, or it is resolved already.
 */
export function resolveLead(
  database: OpenDatabase,
  leadId: string,
  now = Date.now(),
  note?: NoteDeed,
): Promise<boolean> {
  return database.query.transaction().execute(async (transaction) => {
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
    const cancelled = await transaction
      .updateTable('deliveries')
      .set({ state: 'cancelled' })
      .where('lead_id', '=', leadId)
      // What needed an operator before it was held back would bring what came since.
      .where('state', 'in', lead.rejected_at === null ? ['held'] : ['held', 'waiting', 'attention'])
      .returning(['id', 'destination', 'revision'])
      .execute();
    for (const { id, destination, revision } of cancelled) {
      const detail = { delivery: id, destination, revision };
      await recordEvent(transaction, { leadId, at: now, kind: 'delivery-cancelled', detail });
    }
    await recordEvent(transaction, { leadId, at: now, kind: 'resolved', detail: {} });
    await note?.(transaction, { leadId });
    return true;
  });
}

/** An operator takes a resolved lead up again. False: it is not resolved. */
export function reopenLead(
  database: OpenDatabase,
  leadId: string,
  now = Date.now(),
  note?: NoteDeed,
): Promise<boolean> {
  return database.query.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('leads')
      .set({ status: 'open', rejected_at: null, updated_at: now })
      .where('id', '=', leadId)
      .where('status', '=', 'resolved')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await recordEvent(transaction, { leadId, at: now, kind: 'reopened', detail: {} });
    await note?.(transaction, { leadId });
    return true;
  });
}
