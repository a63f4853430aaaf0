import type { Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';

/**
 * The CRM's events that tell of these leads: those linked to them, and all others about the same contacts, which came
 * before the lead did or are of a kind that is never linked.
 */
export function eventsOfLeads(query: Kysely<Database>, leadIds: readonly string[]) {
  return query
    .with('contacts', (contacts) =>
      contacts
        .selectFrom('leads')
        .select(['crm_contact_id as contact', 'crm_location_id as location'])
        .where('id', 'in', leadIds)
        .union(
          // One that was linked by its address can be about another contact than the lead was delivered to.
          contacts
            .selectFrom('crm_events')
            .select(['crm_contact_id as contact', 'location_id as location'])
            .where('lead_id', 'in', leadIds),
        ),
    )
    .selectFrom('crm_events')
    .where((is) =>
      is.or([
        is('lead_id', 'in', leadIds),
        is(
          is.refTuple('crm_contact_id', 'location_id'),
          'in',
          is.selectFrom('contacts').select(['contact', 'location']).$asTuple('contact', 'location'),
        ),
      ]),
    );
}
