import type { Transaction } from 'kysely';
import type { OpenDatabase } from '../../database/open-database.ts';
import { redactCrmEvents } from '../../crm/webhooks/leads-of-contact.ts';
import type { Database } from '../../database/schema/schema.ts';
import { readIdentityDifferences } from '../deliver/crm-progress.ts';

/** Leads per transaction. Small batches keep other writers from waiting long. */
const MAX_BATCH_LEADS = 200;

/**
 * Deletes, with `deleteLeads`, the leads that have not changed since `before` (epoch milliseconds), except those with
 * unfinished deliveries or with a reminder for that day or later. Then erases them from the database's files. Returns
 * the number of deleted leads.
 */
export async function deleteOldLeads(
  { query, engine, eraseDeleted }: OpenDatabase,
  before: number,
): Promise<number> {
  const lastDay = new Date(before).toISOString().slice(0, 10);
  for (let deleted = 0; ;) {
    const batch = await query.transaction().execute(async (transaction) => {
      const rows = await transaction
        .selectFrom('leads')
        .select('id')
        .where('updated_at', '<', before)
        .where((expression) =>
          expression.not(
            expression.exists(
              expression
                .selectFrom('deliveries')
                .select('deliveries.id')
                .whereRef('deliveries.lead_id', '=', 'leads.id')
                .where('deliveries.state', 'not in', ['delivered', 'cancelled']),
            ),
          ),
        )
        .where((expression) =>
          expression.not(
            expression.exists(
              expression
                .selectFrom('lead_follow_ups')
                .select('lead_follow_ups.lead_id')
                .whereRef('lead_follow_ups.lead_id', '=', 'leads.id')
                .where('lead_follow_ups.remind_on', '>=', lastDay),
            ),
          ),
        )
        // Locks the leads before the rows that belong to them, in the order of their ids, to avoid deadlocks. A lead
        // that another transaction has just changed is checked again, and stays.
        .orderBy('id')
        .limit(MAX_BATCH_LEADS)
        .$if(engine === 'postgres', (select) => select.forUpdate())
        .execute();
      const ids = rows.map(({ id }) => id);
      if (ids.length === 0) return 0;
      await deleteLeads(transaction, ids);
      return ids.length;
    });
    deleted += batch;
    if (batch === MAX_BATCH_LEADS) continue;
    if (deleted > 0) await eraseDeleted();
    return deleted;
  }
}

/**
 * Deletes leads with their submissions, deliveries, history, private notes, reminders and the contents of their CRM
 * events. Consent evidence and subscriptions remain. The id of the CRM contact is copied to the subscription, so that
 * the contact's tags can still be updated, unless the contact has another e-mail address than the lead.
 */
export async function deleteLeads(transaction: Transaction<Database>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await transaction.updateTable('consents').set({ lead_id: null }).where('lead_id', 'in', ids).execute();
  const withOthersContact = await subscribersWithOthersContact(transaction, ids);
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
  if (withOthersContact.length > 0) {
    await transaction
      .updateTable('subscriptions')
      .set({ crm_contact_id: null })
      .where('email', 'in', withOthersContact)
      .execute();
  }
  await redactCrmEvents(transaction, ids);
  for (const table of [
    'submissions',
    'deliveries',
    'lead_events',
    'lead_follow_ups',
    'lead_notes',
  ] as const) {
    await transaction.deleteFrom(table).where('lead_id', 'in', ids).execute();
  }
  await transaction.deleteFrom('leads').where('id', 'in', ids).execute();
}

/** Returns the addresses of these leads' subscriptions for which the lead's contact has another address. */
async function subscribersWithOthersContact(
  transaction: Transaction<Database>,
  ids: readonly string[],
): Promise<readonly string[]> {
  const subscriptions = await transaction
    .selectFrom('subscriptions')
    .select(['email', 'lead_id'])
    .where('lead_id', 'in', ids)
    .execute();
  const emails: string[] = [];
  for (const { email, lead_id: leadId } of subscriptions) {
    if (leadId === null) continue;
    if ((await readIdentityDifferences(transaction, leadId)).includes('email')) emails.push(email);
  }
  return emails;
}
