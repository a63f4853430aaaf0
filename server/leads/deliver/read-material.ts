import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import type { DeliveryMaterial } from './delivery-progress.ts';
import type { DeliveryRow } from './delivery-rows.ts';

/** Reads what a delivery is made from, as it is now. Null: the lead is no longer there. */
export async function readMaterial(
  query: Kysely<Database>,
  delivery: DeliveryRow,
): Promise<DeliveryMaterial | null> {
  const id = delivery.lead_id;
  const lead = await query.selectFrom('leads').selectAll().where('id', '=', id).executeTakeFirst();
  if (!lead) return null;
  const consents = await query
    .selectFrom('consents')
    .selectAll()
    .where('lead_id', '=', id)
    .orderBy('at')
    .execute();
  const subscription = lead.email
    ? await query
        .selectFrom('subscriptions')
        .selectAll()
        .where('email', '=', lead.email.toLowerCase())
        .executeTakeFirst()
    : undefined;
  const earlier = await query
    .selectFrom('deliveries')
    .select('done')
    .where('lead_id', '=', id)
    .where('destination', '=', delivery.destination)
    .where('id', '<>', delivery.id)
    .orderBy('revision', 'desc')
    .execute();
  const earlierDone = earlier.flatMap((row) => row.done ?? []);
  return { delivery, lead, consents, subscription, earlierDone };
}
