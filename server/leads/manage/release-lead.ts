import type { OpenDatabase } from '../../database/open-database.ts';
import { recordEvent } from '../deliver/record-event.ts';
import type { NoteDeed } from './note-deed.ts';
import { reviveSubscription } from './revive-subscription.ts';

/**
 * An operator finds nothing wrong with a quarantined lead: its deliveries go out, and who asked for the market report
 * gets it. False: it is not quarantined.
 */
export function releaseLead(
  database: OpenDatabase,
  leadId: string,
  now = Date.now(),
  note?: NoteDeed,
): Promise<boolean> {
  return database.query.transaction().execute(async (transaction) => {
    const lead = await transaction
      .updateTable('leads')
      .set({ status: 'open', rejected_at: null, updated_at: now })
      .where('id', '=', leadId)
      .where('status', '=', 'quarantined')
      .returning(['id', 'email', 'first_name', 'last_name', 'areas'])
      .executeTakeFirst();
    if (!lead) return false;
    await transaction
      .updateTable('deliveries')
      .set({ state: 'waiting', next_attempt_at: now })
      .where('lead_id', '=', leadId)
      .where('state', '=', 'held')
      .execute();
    await reviveSubscription(transaction, lead);
    await recordEvent(transaction, { leadId, at: now, kind: 'released', detail: {} });
    await note?.(transaction, { leadId });
    return true;
  });
}
