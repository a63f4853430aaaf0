import type { Kysely, Transaction } from 'kysely';
import type { SupportedWebhookEvent } from '../../../src/contracts/operators/webhooks.ts';
import type { Database } from '../../database/schema/schema.ts';
import { normalisePhone } from '../../platform/contact-details.ts';
import { parseStringArray } from '../../platform/parse-string-array.ts';
import { randomId } from '../../platform/security/tokens.ts';
import { leadsOfContact, type ComparedLead } from './leads-of-contact.ts';
import { parseCrmEvent, type CrmEvent, type CrmEventContact } from './read-event.ts';

/**
 * The result of storing an event. `known`: the event had already been stored. `leads`: number of leads whose timeline
 * shows the event.
 */
export type StoreCrmEventResult = { known: true } | { known: false; id: string; type: string; leads: number };

interface Around {
  /** The location of the private-integration token, or null if there is none. */
  tokenLocationId: string | null;
  now: number;
}

/** Maximum number of a contact's earlier events to search for an appointment. */
const LOOK_BACK_EVENTS = 100;

/** Returns whether an event with this deduplication key (`CrmEvent.onceKey`) is already stored. */
export async function isCrmEventStored(query: Kysely<Database>, onceKey: string): Promise<boolean> {
  const row = await query
    .selectFrom('crm_events')
    .select('id')
    .where('once_key', '=', onceKey)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Stores an event. If its type is supported, also adds an entry to the timelines of its contact's leads. An event about
 * the contact itself also links those leads that are linked to no contact. Everything happens in one transaction. A
 * repeated event changes nothing.
 */
export function storeCrmEvent(
  query: Kysely<Database>,
  event: CrmEvent,
  { tokenLocationId, now }: Around,
): Promise<StoreCrmEventResult> {
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
 * Corrects the event's type. HighLevel's examples of changed and deleted appointments have the type
 * `AppointmentCreate`, so an event about a known appointment counts as an update.
 */
async function typeOf(query: Kysely<Database>, { type, contactId, appointment }: CrmEvent): Promise<string> {
  if (type !== 'AppointmentCreate' || !appointment?.id || !contactId) return type;
  const earlier = await query
    .selectFrom('crm_events')
    .select('body')
    .where('crm_contact_id', '=', contactId)
    .where('type', 'in', ['AppointmentCreate', 'AppointmentUpdate', 'AppointmentDelete'])
    .orderBy('received_at', 'desc')
    .limit(LOOK_BACK_EVENTS)
    .execute();
  const isKnown = earlier.some(({ body }) => reread(body)?.appointment?.id === appointment.id);
  return isKnown ? 'AppointmentUpdate' : type;
}

/** Returns the contact's data from the last stored event about it; null if there is none, or if it was cleared. */
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
    .limit(1)
    .executeTakeFirst();
  return (row && reread(row.body)?.contact) ?? null;
}

/** Parses a stored body. Returns null if it was cleared. */
function reread(body: string): CrmEvent | null {
  return body === '' ? null : parseCrmEvent(Buffer.from(body));
}

/** Links leads without a contact to the event's contact, so that events about its appointments find them. */
async function linkLeads(
  transaction: Transaction<Database>,
  { contactId, locationId }: CrmEvent,
  leads: readonly ComparedLead[],
): Promise<void> {
  // All code locks rows in the order of their ids, to avoid deadlocks.
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

const kinds = {
  ContactCreate: 'crm-contact-created',
  ContactUpdate: 'crm-contact-updated',
  ContactTagUpdate: 'crm-tags-updated',
  AppointmentCreate: 'crm-appointment-created',
  AppointmentUpdate: 'crm-appointment-updated',
  AppointmentDelete: 'crm-appointment-deleted',
} as const satisfies Record<SupportedWebhookEvent, string>;

interface TimelineEntry {
  kind: (typeof kinds)[SupportedWebhookEvent];
  /** Must not contain personal data. */
  detail: {
    changed?: string[];
    added?: string[];
    removed?: string[];
    appointment?: string | null;
    status?: string | null;
    startTime?: string | null;
    endTime?: string | null;
  };
}

/** Returns whether events of this type appear in lead timelines. */
function isSupported(type: string): type is SupportedWebhookEvent {
  return Object.hasOwn(kinds, type);
}

/**
 * Creates the timeline entry for a lead. `before` is the contact in the previous event. If it is null, the event is
 * compared with the lead's own values.
 */
function timelineEntry(
  type: SupportedWebhookEvent,
  event: CrmEvent,
  lead: ComparedLead,
  before: CrmEventContact | null,
): TimelineEntry {
  const kind = kinds[type];
  if (event.appointment) {
    const { id, appointmentStatus, startTime, endTime } = event.appointment;
    return { kind, detail: { appointment: id, status: appointmentStatus, startTime, endTime } };
  }
  if (!event.contact) return { kind, detail: {} };
  const tags = tagChange(event, lead, before);
  if (type === 'ContactTagUpdate') return { kind, detail: tags };
  const known = before ?? contactOf(lead);
  return { kind, detail: { changed: changedFields(known, event.contact, before !== null), ...tags } };
}

function contactOf(lead: ComparedLead): CrmEventContact {
  return {
    firstName: lead.first_name,
    lastName: lead.last_name,
    email: lead.email,
    phone: lead.phone_e164 ?? lead.phone,
    tags: null,
  };
}

const plain = {
  firstName: (value: string) => value,
  lastName: (value: string) => value,
  email: (value: string) => value.toLowerCase(),
  phone: (value: string) => normalisePhone(value) ?? value,
} as const;

function changedFields(before: CrmEventContact, now: CrmEventContact, isWhole: boolean): string[] {
  return (['firstName', 'lastName', 'email', 'phone'] as const).filter((name) => {
    const [was, is] = [before[name], now[name]].map((value) => value && plain[name](value));
    // Compared with a lead, a missing value is not a change: the lead may have fewer values, and the CRM may have
    // refused some.
    return was !== is && (isWhole || (was !== null && is !== null));
  });
}

/** Returns the tags that were added and removed. Compares tags in lower case, as the CRM stores them. */
function tagChange(
  { contact, contactId }: CrmEvent,
  lead: ComparedLead,
  before: CrmEventContact | null,
): Pick<TimelineEntry['detail'], 'added' | 'removed'> {
  if (!contact?.tags) return {};
  const now = new Map(contact.tags.map((tag) => [tag.toLowerCase(), tag]));
  const was = new Map((before?.tags ?? parseStringArray(lead.tags)).map((tag) => [tag.toLowerCase(), tag]));
  const added = [...now].flatMap(([key, tag]) => (was.has(key) ? [] : [tag]));
  // Without a delivery to this contact, the lead's tags were never in the CRM.
  const wasThere = before !== null || lead.crm_contact_id === contactId;
  const removed = wasThere ? [...was].flatMap(([key, tag]) => (now.has(key) ? [] : [tag])) : [];
  return { added, removed };
}
