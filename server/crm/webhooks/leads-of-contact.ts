import { sql, type Kysely } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { normalisePhone } from '../../leads/accept/normalise-phone.ts';
import type { CrmEvent } from './read-event.ts';

export type ContactLead = Pick<
  Database['leads'],
  'id' | 'crm_contact_id' | 'tags' | 'first_name' | 'last_name' | 'email' | 'phone' | 'phone_e164'
>;

/** One person may have sent several forms; more are not one person's. */
const MOST = 20;

const columns = [
  'id',
  'crm_contact_id',
  'tags',
  'first_name',
  'last_name',
  'email',
  'phone',
  'phone_e164',
] as const satisfies (keyof ContactLead)[];

/**
 * The leads an event's contact stands for, newest first: those delivered to it, else those with its e-mail address,
 * else those with its number and no other address. By address and number only in a location that is ours: every
 * HighLevel account can make a contact with anyone's address, and have that signed.
 */
export async function leadsOfContact(
  query: Kysely<Database>,
  { locationId, contactId, contact }: CrmEvent,
  isOurs: (locationId: string) => Promise<boolean>,
): Promise<ContactLead[]> {
  if (!locationId || !contactId) return [];
  const leads = query.selectFrom('leads').select(columns).orderBy('created_at', 'desc').limit(MOST);
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
