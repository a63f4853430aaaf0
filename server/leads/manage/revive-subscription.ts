import type { Selectable, Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';

type Lead = Pick<Selectable<Database['leads']>, 'id' | 'email' | 'first_name' | 'last_name' | 'areas'>;

/**
 * Subscribes the address that a lead, quarantined until now, asked the market report for; while it was, that
 * subscribed nobody. Who unsubscribed after asking stays unsubscribed.
 */
export async function reviveSubscription(transaction: Transaction<Database>, lead: Lead): Promise<void> {
  const email = lead.email?.toLowerCase();
  if (!email) return;
  const asked = await transaction
    .selectFrom('submissions')
    .select('at')
    .where('lead_id', '=', lead.id)
    .where('step', '=', 'subscription')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!asked) return;
  const said = {
    lead_id: lead.id,
    name: [lead.first_name, lead.last_name].filter(Boolean).join(' ') || null,
    areas: lead.areas,
  };
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('subscriptions')
    .values({ email, ...said, since: asked.at, unsubscribed_at: null })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .executeTakeFirst();
  if (numInsertedOrUpdatedRows) return;
  await transaction
    .updateTable('subscriptions')
    .set({ ...said, since: asked.at, unsubscribed_at: null })
    .where('email', '=', email)
    .where('unsubscribed_at', '<', asked.at)
    .execute();
}
