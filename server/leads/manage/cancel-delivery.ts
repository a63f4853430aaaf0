import type { OpenDatabase } from '../../database/open-database.ts';
import { recordEvent } from '../deliver/record-event.ts';
import type { NoteDeed } from './note-deed.ts';

/**
 * An operator decides that a delivery is not needed. False: there is none with this id, it is on its way, or it is
 * done with.
 */
export function cancelDelivery(
  database: OpenDatabase,
  id: string,
  now = Date.now(),
  note?: NoteDeed,
): Promise<boolean> {
  return database.query.transaction().execute(async (transaction) => {
    const row = await transaction
      .updateTable('deliveries')
      .set({ state: 'cancelled' })
      .where('id', '=', id)
      .where('state', 'in', ['waiting', 'attention', 'held'])
      .returningAll()
      .executeTakeFirst();
    if (!row) return false;
    await recordEvent(transaction, {
      leadId: row.lead_id,
      at: now,
      kind: 'delivery-cancelled',
      detail: { delivery: row.id, destination: row.destination, revision: row.revision },
    });
    await note?.(transaction, {
      leadId: row.lead_id,
      delivery: { delivery: row.id, destination: row.destination },
    });
    return true;
  });
}
