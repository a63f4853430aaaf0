import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Database } from '../../database/schema.ts';
import { identityParts, type ContactFields, type IdentityPart } from './plan-contact-changes.ts';
import type { DeliveryInput } from './delivery.ts';

const done = z.object({
  locationId: z.string().optional(),
  contactId: z.string().optional(),
  /** The revision of the lead that was written to the contact. */
  revision: z.number().optional(),
  /** Keys of the values that custom fields accepted. */
  fields: z.array(z.string()).optional(),
  /** The contact fields the lead has set, over all its revisions. */
  written: z.record(z.string(), z.string()).optional(),
  /** The identity parts that differ between the lead and the contact. */
  differs: z.array(z.enum(identityParts)).optional(),
  /** The contact's tags before this delivery changes them. */
  tags: z.array(z.string()).nullish(),
  tagged: z.boolean().optional(),
  /** Once this is set, a note may exist. */
  noteBegun: z.boolean().optional(),
  noteId: z.string().optional(),
});

/** The progress of a delivery to the CRM, as stored in `deliveries.done`. */
export type CrmProgress = z.infer<typeof done>;

/** Reads the progress. Returns an empty object if it is unreadable or belongs to another location. */
export function readCrmProgress(json: string | null, locationId: string): CrmProgress {
  if (json === null) return {};
  const read = done.safeParse(JSON.parse(json)).data;
  return read?.locationId === locationId ? read : {};
}

/** Returns the location of the contact that a delivery created or updated, or null if there is none yet. */
function locationOfContact(json: string): string | null {
  const read = done.safeParse(JSON.parse(json)).data;
  return read?.contactId ? (read.locationId ?? null) : null;
}

/** Returns the fields a lead last set on a contact. The deliveries may be in any order. */
export function writtenTo(contactId: string, deliveries: readonly CrmProgress[]): ContactFields {
  const [latest] = deliveries
    .filter((one) => one.contactId === contactId && one.written)
    .toSorted((one, other) => (other.revision ?? 0) - (one.revision ?? 0));
  return latest?.written ?? {};
}

/** Reads the fields that other leads have set on a contact. */
export async function writtenByOthers(
  query: Kysely<Database>,
  leadId: string,
  contact: { id: string; locationId: string },
): Promise<readonly ContactFields[]> {
  const rows = await query
    .selectFrom('deliveries')
    .innerJoin('leads', 'leads.id', 'deliveries.lead_id')
    .select('done')
    .where('leads.crm_contact_id', '=', contact.id)
    .where('leads.id', '<>', leadId)
    .where('deliveries.destination', '=', 'crm')
    .execute();
  return rows.map(({ done }) => writtenTo(contact.id, [readCrmProgress(done, contact.locationId)]));
}

/** Reads the identity parts that differed between a lead and its contact at the last write. */
export async function readDiffers(query: Kysely<Database>, leadId: string): Promise<readonly IdentityPart[]> {
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
 * Returns the CRM location that has the lead's contact, or null if there is none yet. Personal data is not sent to any
 * other location automatically. A contact known only from a webhook does not count.
 */
export function locationOfLead({
  delivery,
  earlierDone,
}: Pick<DeliveryInput, 'delivery' | 'earlierDone'>): string | null {
  for (const json of [delivery.done, ...earlierDone]) {
    const location = json === null ? null : locationOfContact(json);
    if (location !== null) return location;
  }
  return null;
}
