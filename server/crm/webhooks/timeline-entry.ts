import type { SupportedEvent } from '../../../src/operator/webhook-facts.ts';
import { readTexts } from '../../leads/store/merge-lead.ts';
import { normalisePhone } from '../../leads/accept/normalise-phone.ts';
import type { ContactLead } from './leads-of-contact.ts';
import type { CrmEvent, CrmEventContact } from './read-event.ts';

/** Kinds of a lead's story, by event. */
const kinds = {
  ContactCreate: 'crm-contact-created',
  ContactUpdate: 'crm-contact-updated',
  ContactTagUpdate: 'crm-tags-updated',
  AppointmentCreate: 'crm-appointment-created',
  AppointmentUpdate: 'crm-appointment-updated',
  AppointmentDelete: 'crm-appointment-deleted',
} as const satisfies Record<SupportedEvent, string>;

/** What an event adds to a lead's story. */
export interface TimelineEntry {
  kind: (typeof kinds)[SupportedEvent];
  /** Names of fields, tags, and when an appointment is: nothing that tells who. */
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

/** Whether an event reaches leads at all. */
export function isSupported(type: string): type is SupportedEvent {
  return Object.hasOwn(kinds, type);
}

/**
 * What an event means to a lead. `before` is the contact as the event before this one showed it; without one it is
 * held against what the lead itself says, which stays as it is in any case.
 */
export function timelineEntry(
  type: SupportedEvent,
  event: CrmEvent,
  lead: ContactLead,
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

function contactOf(lead: ContactLead): CrmEventContact {
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
    // A lead can know less than the contact, and the CRM may have refused what it knows more.
    return was !== is && (isWhole || (was !== null && is !== null));
  });
}

/** The CRM keeps tags in lower case, and so they are compared. */
function tagChange(
  { contact, contactId }: CrmEvent,
  lead: ContactLead,
  before: CrmEventContact | null,
): Pick<TimelineEntry['detail'], 'added' | 'removed'> {
  if (!contact?.tags) return {};
  const now = new Map(contact.tags.map((tag) => [tag.toLowerCase(), tag]));
  const was = new Map((before?.tags ?? readTexts(lead.tags)).map((tag) => [tag.toLowerCase(), tag]));
  const added = [...now].flatMap(([key, tag]) => (was.has(key) ? [] : [tag]));
  // Tags of a lead that was not delivered to this contact were never there to be removed.
  const wasThere = before !== null || lead.crm_contact_id === contactId;
  const removed = wasThere ? [...was].flatMap(([key, tag]) => (now.has(key) ? [] : [tag])) : [];
  return { added, removed };
}
