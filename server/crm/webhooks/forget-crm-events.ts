import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';

/** Empties the events of leads that are deleted. That they came stays known: a repeat must not bring them back. */
export async function forgetCrmEvents(query: Kysely<Database>, leadIds: readonly string[]): Promise<void> {
  if (leadIds.length === 0) return;
  await query
    .updateTable('crm_events')
    .set({ body: '', lead_id: null, crm_contact_id: null })
    .where('lead_id', 'in', leadIds)
    .execute();
}
