import type { OpenDatabase } from '../database/open-database.ts';
import { recordEvent } from './deliver/record-event.ts';

/** An operator finds nothing wrong with a quarantined lead: its deliveries go out. False: it is not quarantined. */
export function releaseLead(database: OpenDatabase, leadId: string, now = Date.now()): Promise<boolean> {
  return database.query.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('leads')
      .set({ status: 'open', updated_at: now })
      .where('id', '=', leadId)
      .where('status', '=', 'quarantined')
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return false;
    await transaction
      .updateTable('deliveries')
      .set({ state: 'waiting', next_attempt_at: now })
      .where('lead_id', '=', leadId)
      .where('state', '=', 'held')
      .execute();
    await recordEvent(transaction, { leadId, at: now, kind: 'released', detail: {} });
    return true;
  });
}
