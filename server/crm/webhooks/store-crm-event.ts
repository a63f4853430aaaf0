import type { Kysely, Transaction } from 'kysely';
import type { Database } from '../../database/schema.ts';
import { randomId } from '../../leads/store/random-id.ts';
import { leadsOfContact, type ContactLead } from './leads-of-contact.ts';
import { readEvent, type CrmEvent, type CrmEventContact } from './read-event.ts';
import { isSupported, timelineEntry } from './timeline-entry.ts';

/** What became of an event. */
export type StoredEvent = { known: true } | { known: false; id: string; type: string; leads: number };

interface Around {
  /** The location of the private-integration token, if there is one. */
  tokenLocationId: string | null;
  now: number;
}

/** Earlier events of a contact that are looked through for an appointment. */
const LOOK_BACK = 100;

/** Whether the event is stored already. */
export async function isKnownEvent(query: Kysely<Database>, onceKey: string): Promise<boolean> {
  const row = await query
    .selectFrom('crm_events')
    .select('id')
    .where('once_key', '=', onceKey)
    .executeTakeFirst();
  return row !== undefined;
}

/** Stores an event and what it adds to the stories of its leads, all or nothing, and once however often it comes. */
export function storeCrmEvent(
  query: Kysely<Database>,
  event: CrmEvent,
  { tokenLocationId, now }: Around,
): Promise<StoredEvent> {
  return query.transaction().execute(async (transaction) => {
    const isOurs = async (locationId: string) =>
      locationId === tokenLocationId || (await isGranted(transaction, locationId));
    const type = await typeOf(transaction, event);
    const reaches = isSupported(type);
    const leads = reaches ? await leadsOfContact(transaction, event, isOurs) : [];
    const before = reaches && event.contact ? await contactBefore(transaction, event) : null;
    const id = randomId();
    const { numInsertedOrUpdatedRows } = await transaction
      .insertInto('crm_events')
      .values({
        id,
        once_key: event.onceKey,
        type,
        location_id: event.locationId,
        crm_contact_id: event.contactId,
        lead_id: leads[0]?.id ?? null,
        body: event.text,
        occurred_at: event.occurredAt,
        received_at: now,
      })
      .onConflict((conflict) => conflict.column('once_key').doNothing())
      .executeTakeFirst();
    if (!numInsertedOrUpdatedRows) return { known: true };
    if (reaches && leads.length > 0) {
      if (event.contact) await linkLeads(transaction, event, leads);
      const rows = leads.map((lead) => {
        const { kind, detail } = timelineEntry(type, event, lead, before);
        return {
          id: randomId(),
          lead_id: lead.id,
          at: event.occurredAt ?? now,
          kind,
          detail: JSON.stringify({ event: id, ...detail }),
        };
      });
      await transaction.insertInto('lead_events').values(rows).execute();
    }
    return { known: false, id, type, leads: leads.length };
  });
}

async function isGranted(query: Kysely<Database>, locationId: string): Promise<boolean> {
  const grant = await query
    .selectFrom('crm_grants')
    .select('location_id')
    .where('location_id', '=', locationId)
    .executeTakeFirst();
  return grant !== undefined;
}

/**
 * The event's type. HighLevel's own examples of changed and deleted appointments say `AppointmentCreate`: an
 * appointment that is known already cannot have been made just now.
 */
async function typeOf(query: Kysely<Database>, { type, contactId, appointment }: CrmEvent): Promise<string> {
  if (type !== 'AppointmentCreate' || !appointment?.id || !contactId) return type;
  const earlier = await query
    .selectFrom('crm_events')
    .select('body')
    .where('crm_contact_id', '=', contactId)
    .where('type', 'in', ['AppointmentCreate', 'AppointmentUpdate', 'AppointmentDelete'])
    .orderBy('received_at', 'desc')
    .limit(LOOK_BACK)
    .execute();
  const isKnown = earlier.some(({ body }) => reread(body)?.appointment?.id === appointment.id);
  return isKnown ? 'AppointmentUpdate' : type;
}

/** The contact as the last event about it showed it. */
async function contactBefore(
  query: Kysely<Database>,
  { contactId, locationId }: CrmEvent,
): Promise<CrmEventContact | null> {
  if (!contactId || !locationId) return null;
  const row = await query
    .selectFrom('crm_events')
    .select('body')
    .where('crm_contact_id', '=', contactId)
    .where('location_id', '=', locationId)
    .where('type', 'in', ['ContactCreate', 'ContactUpdate', 'ContactTagUpdate', 'ContactDndUpdate'])
    .orderBy('received_at', 'desc')
    .executeTakeFirst();
  return (row && reread(row.body)?.contact) ?? null;
}

/** A stored body; null where it was emptied. */
function reread(body: string): CrmEvent | null {
  return body === '' ? null : readEvent(Buffer.from(body));
}

/** Leads without a contact get this one, so that its appointments find them; nothing else of a lead changes. */
async function linkLeads(
  transaction: Transaction<Database>,
  { contactId, locationId }: CrmEvent,
  leads: readonly ContactLead[],
): Promise<void> {
  // In the order of ids, as everyone locks them.
  const ids = leads.filter((lead) => lead.crm_contact_id === null).map(({ id }) => id);
  for (const id of ids.toSorted()) {
    await transaction
      .updateTable('leads')
      .set({ crm_contact_id: contactId, crm_location_id: locationId })
      .where('id', '=', id)
      .where('crm_contact_id', 'is', null)
      .execute();
  }
}
