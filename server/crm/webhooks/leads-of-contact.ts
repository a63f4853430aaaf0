import { sql, type Kysely, type ExpressionBuilder } from 'kysely';
import type { Database } from '../../database/schema/schema.ts';
import { normalisePhone } from '../../platform/contact-details.ts';
import type { CrmEvent } from './read-event.ts';

/** The columns of a lead that are compared with a CRM contact. */
export type ComparedLead = Pick<
  Database['leads'],
  'id' | 'crm_contact_id' | 'tags' | 'first_name' | 'last_name' | 'email' | 'phone' | 'phone_e164'
>;

/** Maximum number of leads to return for one contact. */
const MAX_LEADS = 20;

const columns = [
  'id',
  'crm_contact_id',
  'tags',
  'first_name',
  'last_name',
  'email',
  'phone',
  'phone_e164',
] as const satisfies (keyof ComparedLead)[];

/**
 * Returns the leads of an event's contact, newest first. Searches for leads that are linked to the contact, then by its
 * e-mail address, then by its phone number (omitting leads that have a different e-mail address). Compares addresses
 * and numbers only for our own locations, because any HighLevel account can send a signed event about anyone.
 */
export async function leadsOfContact(
  query: Kysely<Database>,
  { locationId, contactId, contact }: CrmEvent,
  isOurs: (locationId: string) => Promise<boolean>,
): Promise<ComparedLead[]> {
  if (!locationId || !contactId) return [];
  const leads = query.selectFrom('leads').select(columns).orderBy('created_at', 'desc').limit(MAX_LEADS);
  const delivered = await leads
    .where('crm_contact_id', '=', contactId)
    .where('crm_location_id', '=', locationId)
    .execute();
  if (delivered.length > 0 || !contact || !(await isOurs(locationId))) return delivered;
  const { email } = contact;
  if (email) {
    const sameAddress = await leads.where(sql`lower(email)`, '=', sql`lower(${email})`).execute();
    if (sameAddress.length > 0) return sameAddress;
  }
  const phone = contact.phone ? normalisePhone(contact.phone) : undefined;
  if (!phone) return [];
  const sameNumber = leads.where('phone_e164', '=', phone);
  return (email ? sameNumber.where('email', 'is', null) : sameNumber).execute();
}

/** Selects the CRM events that are linked to these leads, and all other events about the same contacts. */
export function crmEventsOfLeads(query: Kysely<Database>, leadIds: readonly string[]) {
  return query
    .with('contacts', (contacts) =>
      contacts
        .selectFrom('leads')
        .select(['crm_contact_id as contact', 'crm_location_id as location'])
        .where('id', 'in', leadIds)
        .union(
          // An event linked by e-mail address may be about a different contact than the one the lead was delivered to.
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

/**
 * Clears the contents of events about leads that are about to be deleted. Keeps their keys, so repeated events are not
 * stored again. If the contact also has another lead, its events are linked to that lead instead.
 */
export async function redactCrmEvents(query: Kysely<Database>, leadIds: readonly string[]): Promise<void> {
  if (leadIds.length === 0) return;
  const otherLead = (of: ExpressionBuilder<Database, 'crm_events'>) =>
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
    .where('id', 'in', crmEventsOfLeads(query, leadIds).select('id'))
    .where((of) => of.not(of.exists(otherLead(of))))
    .execute();
  await query
    .updateTable('crm_events')
    .set((of) => ({ lead_id: otherLead(of) }))
    .where('lead_id', 'in', leadIds)
    .execute();
}
