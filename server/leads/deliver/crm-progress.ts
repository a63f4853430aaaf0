import { sql, type Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../database/schema/schema.ts';
import { identityParts, type CrmContactFields, type IdentityPart } from './plan-contact-changes.ts';
import type { DeliveryInput } from './delivery.ts';

const done = z.object({
  locationId: z.string().optional(),
  contactId: z.string().optional(),
  /** The revision of the lead that was written to the contact. */
  revision: z.number().optional(),
  /** Keys of the values that are stored in custom fields. */
  fields: z.array(z.string()).optional(),
  /** The contact fields that this lead has set, across all its revisions. */
  written: z.record(z.string(), z.string()).optional(),
  /** The identity parts that differ between the lead and the contact. */
  differs: z.array(z.enum(identityParts)).optional(),
  /** Set before a contact is created, so that it may exist even if `contactId` is missing. */
  creating: z.boolean().optional(),
  /** Whether this lead created the contact. */
  created: z.boolean().optional(),
  /** The contact's tags before this delivery. */
  tags: z.array(z.string()).nullish(),
  tagged: z.boolean().optional(),
  /** Whether neither this lead nor another lead of this site created the contact. */
  isForeign: z.boolean().optional(),
  /** The lead's tags that were not added to the contact. */
  withheld: z.array(z.string()).optional(),
  /** Set before the note is created, so the note may exist even if `noteId` is missing. */
  noteBegun: z.boolean().optional(),
  noteId: z.string().optional(),
});

/** The progress of a delivery to the CRM, as stored in `deliveries.done`. */
export type CrmProgress = z.infer<typeof done>;

/** Parses a delivery's progress. Returns an empty object if it is null, of unknown shape, or of another location. */
export function parseCrmProgress(json: string | null, locationId: string): CrmProgress {
  if (json === null) return {};
  const read = done.safeParse(JSON.parse(json)).data;
  return read?.locationId === locationId ? read : {};
}

/** Returns the location in which a delivery wrote its contact, or null if it has not written a contact. */
function locationOfContact(json: string): string | null {
  const read = done.safeParse(JSON.parse(json)).data;
  return read?.contactId ? (read.locationId ?? null) : null;
}

/**
 * Returns all fields that a lead has set on a contact, with the values of its latest revision. `deliveries` is the
 * progress of the lead's deliveries, in any order.
 */
export function fieldsWrittenTo(contactId: string, deliveries: readonly CrmProgress[]): CrmContactFields {
  const [latest] = deliveries
    .filter((one) => one.contactId === contactId && one.written)
    .toSorted((one, other) => (other.revision ?? 0) - (one.revision ?? 0));
  return latest?.written ?? {};
}

/** Returns the fields that other leads have set on the contact, one entry per delivery. */
export async function readFieldsWrittenByOtherLeads(
  query: Kysely<Database>,
  leadId: string,
  contact: { id: string; locationId: string },
): Promise<readonly CrmContactFields[]> {
  const rows = await query
    .selectFrom('deliveries')
    .innerJoin('leads', 'leads.id', 'deliveries.lead_id')
    .select('done')
    .where('leads.crm_contact_id', '=', contact.id)
    .where('leads.id', '<>', leadId)
    .where('deliveries.destination', '=', 'crm')
    .execute();
  return rows.map(({ done }) => fieldsWrittenTo(contact.id, [parseCrmProgress(done, contact.locationId)]));
}

/**
 * Returns whether another lead created the contact, or is now creating a contact with the same e-mail address or phone
 * number.
 */
export async function wasContactCreatedByOtherLead(
  query: Kysely<Database>,
  { id, email, phone_e164 }: Pick<Database['leads'], 'id' | 'email' | 'phone_e164'>,
  contact: { id: string; locationId: string },
): Promise<boolean> {
  const rows = await query
    .selectFrom('deliveries')
    .innerJoin('leads', 'leads.id', 'deliveries.lead_id')
    .select(['done', 'state'])
    .where('leads.id', '<>', id)
    .where('deliveries.destination', '=', 'crm')
    .where('done', 'is not', null)
    .where((is) =>
      is.or([
        is('leads.crm_contact_id', '=', contact.id),
        is(sql`lower(leads.email)`, '=', sql`lower(${email})`),
        is('leads.phone_e164', '=', phone_e164),
      ]),
    )
    .execute();
  return rows.some(({ done, state }) => {
    const { contactId, created, creating } = parseCrmProgress(done, contact.locationId);
    if (contactId === undefined) return state === 'sending' && creating === true;
    return contactId === contact.id && created === true;
  });
}

/** Returns the identity parts that differed from the contact when the lead was last written to it. */
export async function readIdentityDifferences(
  query: Kysely<Database>,
  leadId: string,
): Promise<readonly IdentityPart[]> {
  const rows = await query
    .selectFrom('deliveries')
    .select('done')
    .where('lead_id', '=', leadId)
    .where('destination', '=', 'crm')
    .where('done', 'is not', null)
    .orderBy('revision', 'desc')
    .execute();
  const last = rows
    .map((row) => done.safeParse(JSON.parse(row.done ?? '{}')).data)
    .find((one) => one?.contactId);
  return last?.differs ?? [];
}

/**
 * Returns the CRM location to which the lead was delivered, or null if it was not delivered. Later deliveries must go
 * to the same location, because personal data must not go to another location automatically. A contact that is known
 * only from a webhook does not count as delivered.
 */
export function crmLocationOfLead({
  delivery,
  earlierDone,
}: Pick<DeliveryInput, 'delivery' | 'earlierDone'>): string | null {
  for (const json of [delivery.done, ...earlierDone]) {
    const location = json === null ? null : locationOfContact(json);
    if (location !== null) return location;
  }
  return null;
}
