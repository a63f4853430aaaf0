import type { Kysely } from 'kysely';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { Database, DeliveryState } from '../../database/schema.ts';
import { resetCircuit } from '../deliver/circuit.ts';
import type { DeliveryRow } from '../deliver/delivery-rows.ts';
import { recordEvent } from '../deliver/record-event.ts';
import type { NoteDeed } from './note-deed.ts';

/**
 * Makes a delivery due now that waits, needs attention or was cancelled, with its attempts counted anew; its
 * destination is tried at once, too. False: there is none with this id in such a state.
 */
export async function retryDelivery(
  database: OpenDatabase,
  id: string,
  now = Date.now(),
  note?: NoteDeed,
): Promise<boolean> {
  const retried = await retry(database, ['attention', 'waiting', 'cancelled'], { now, note, id });
  return retried > 0;
}

/** Makes all deliveries due now that wait or need attention. Returns how many. */
export function retryDeliveries(database: OpenDatabase, now = Date.now(), note?: NoteDeed): Promise<number> {
  return retry(database, ['attention', 'waiting'], { now, note });
}

function retry(
  database: OpenDatabase,
  states: readonly DeliveryState[],
  { now, note, id }: { now: number; note: NoteDeed | undefined; id?: string },
): Promise<number> {
  return database.query.transaction().execute(async (transaction) => {
    const rows = await makeDue(transaction, states, now, id);
    for (const { id, lead_id, destination, revision } of rows) {
      const detail = { delivery: id, destination, revision };
      await recordEvent(transaction, { leadId: lead_id, at: now, kind: 'delivery-retried', detail });
      await note?.(transaction, { leadId: lead_id, delivery: { delivery: id, destination } });
    }
    for (const destination of new Set(rows.map((row) => row.destination))) {
      await resetCircuit(transaction, destination);
    }
    return rows.length;
  });
}

function makeDue(
  query: Kysely<Database>,
  states: readonly DeliveryState[],
  now: number,
  id: string | undefined,
): Promise<DeliveryRow[]> {
  let update = query
    .updateTable('deliveries')
    .set({ state: 'waiting', next_attempt_at: now, attempts: 0 })
    .where('state', 'in', states);
  if (id !== undefined) update = update.where('id', '=', id);
  return update.returningAll().execute();
}
