import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { eventsOfLeads } from './events-of-leads.ts';

/**
 * Empties the events that tell of leads that are deleted next. That they came stays known: a repeat must not bring them
 * back. Events about a contact that another lead stands for as well are that lead's from now on.
 */
export async function forgetCrmEvents(query: Kysely<Database>, leadIds: readonly string[]): Promise<void> {
  if (leadIds.length === 0) return;
  const heir = (of: ExpressionBuilder<Database, 'crm_events'>) =>
    of
      .selectFrom('leads')
      .select('leads.id')
      .whereRef('leads.crm_contact_id', '=', 'crm_events.crm_contact_id')
      .whereRef('leads.crm_location_id', '=', 'crm_events.location_id')
      .where('leads.id', 'not in', leadIds)
      .orderBy('leads.created_at', 'desc')
      .limit(1);
  await query
    .updateTable('crm_events')
    .set({ body: '', lead_id: null, crm_contact_id: null })
    .where('id', 'in', eventsOfLeads(query, leadIds).select('id'))
    .where((of) => of.not(of.exists(heir(of))))
    .execute();
  await query
    .updateTable('crm_events')
    .set((of) => ({ lead_id: heir(of) }))
    .where('lead_id', 'in', leadIds)
    .execute();
}
