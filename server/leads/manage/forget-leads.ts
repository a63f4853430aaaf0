import type { Transaction } from 'kysely';
import { forgetCrmEvents } from '../../crm/webhooks/forget-crm-events.ts';
import type { Database } from '../../database/schema.ts';

/**
 * Deletes leads with what was sent, their deliveries, their story and what the CRM told of them. Consent evidence and
 * subscriptions stay, without the lead; these with its contact in the CRM, which must hear of their end.
 */
export async function forgetLeads(transaction: Transaction<Database>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction.updateTable('consents').set({ lead_id: null }).where('lead_id', 'in', ids).execute();
  await transaction
    .updateTable('subscriptions')
    .set((is) => {
      const ofLead = (column: 'crm_location_id' | 'crm_contact_id') =>
        is.fn.coalesce(
          is.selectFrom('leads').select(`leads.${column}`).whereRef('leads.id', '=', 'subscriptions.lead_id'),
          `subscriptions.${column}`,
        );
      return {
        lead_id: null,
        crm_location_id: ofLead('crm_location_id'),
        crm_contact_id: ofLead('crm_contact_id'),
      };
    })
    .where('lead_id', 'in', ids)
    .execute();
  await forgetCrmEvents(transaction, ids);
  for (const table of ['submissions', 'deliveries', 'lead_events'] as const) {
    await transaction.deleteFrom(table).where('lead_id', 'in', ids).execute();
  }
  await transaction.deleteFrom('leads').where('id', 'in', ids).execute();
}
