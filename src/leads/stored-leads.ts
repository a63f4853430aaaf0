import { propertiesOf, readStored, store } from './browser-storage.ts';
import type { FormValues } from './payload.ts';
import type { LeadRequest } from './lead-requests.ts';

/** Where they are stored, as specified. */
export const STORED_LEADS_KEY = 'storedLeads';
/** The specified most leads that are stored. */
const MOST = 50;
/** Milliseconds for which a lead that the server has is still kept here. */
const CONFIRMED_FOR = 24 * 60 * 60_000;

/** A lead as this browser keeps it: the specified record, and what sending it again takes. */
export interface StoredLead {
  /** Starts with `local_` while it is not with the CRM. */
  contactId: string;
  firstName: string;
  lastName: string;
  email: string;
  phone: string;
  source: string;
  message: string;
  /** ISO time. */
  timestamp: string;
  contactMethod: string;
  tags: readonly string[];
  hasError?: boolean;
  isLocalOnly?: boolean;
  /** Only while the server does not have it. */
  unsent?: {
    session: string;
    /** Those that are not answered yet, in order. */
    requests: readonly LeadRequest[];
    /** The server will not take it: it is not sent again by itself. */
    refused?: true;
  };
}

/** The stored leads, oldest first. What cannot be read as one is left out. */
export function storedLeads(): StoredLead[] {
  const value = readStored('localStorage', STORED_LEADS_KEY);
  return Array.isArray(value) ? value.filter(isStoredLead) : [];
}

/**
 * Stores a lead in place of an earlier record of it. Past 50 the oldest goes, one that the server has first. False
 * where storing failed.
 */
export function keepLead(lead: StoredLead, now = Date.now()): boolean {
  const others = storedLeads().filter((other) => !isSame(other, lead) && !isOver(other, now));
  const leads = [...others, lead];
  while (leads.length > MOST) {
    const confirmed = leads.findIndex((each) => !each.unsent);
    leads.splice(confirmed < 0 || confirmed === leads.length - 1 ? 0 : confirmed, 1);
  }
  return store('localStorage', STORED_LEADS_KEY, leads);
}

/** Takes a session's unsent lead out: the server has it now. */
export function dropUnsent(session: string): void {
  const leads = storedLeads();
  const rest = leads.filter((lead) => lead.unsent?.session !== session);
  if (rest.length < leads.length) store('localStorage', STORED_LEADS_KEY, rest);
}

/** Has a session's unsent lead belong to another: its visitor begins anew, and it is still the same lead. */
export function moveUnsent(session: string, to: string): void {
  for (const lead of storedLeads()) {
    if (lead.unsent?.session !== session) continue;
    const requests = lead.unsent.requests.map(({ body, ...rest }) => ({
      ...rest,
      body: { ...body, session: to },
    }));
    keepLead({ ...lead, unsent: { ...lead.unsent, session: to, requests } });
  }
}

/** Takes out what the server has had for a day. */
export function dropOldLeads(now = Date.now()): void {
  const leads = storedLeads();
  const rest = leads.filter((lead) => !isOver(lead, now));
  if (rest.length < leads.length) store('localStorage', STORED_LEADS_KEY, rest);
}

/** The specified record of a form's values. */
export function leadRecord(
  values: FormValues,
  {
    contactId,
    source,
    tags,
    now = Date.now(),
  }: { contactId: string; source: string; tags: readonly string[]; now?: number },
): StoredLead {
  const read = (name: string) => values[name]?.trim() ?? '';
  const [first = '', ...rest] = read('name').split(/\s+/);
  return {
    contactId,
    firstName: read('firstName') || first,
    lastName: read('lastName') || rest.join(' '),
    email: read('email'),
    phone: read('phone'),
    source,
    message: read('message'),
    timestamp: new Date(now).toISOString(),
    contactMethod: read('contactMethod'),
    tags,
  };
}

function isSame(one: StoredLead, other: StoredLead): boolean {
  if (one.contactId === other.contactId) return true;
  return one.unsent !== undefined && one.unsent.session === other.unsent?.session;
}

function isOver({ unsent, timestamp }: StoredLead, now: number): boolean {
  return !unsent && now - Date.parse(timestamp) > CONFIRMED_FOR;
}

function isStoredLead(value: unknown): value is StoredLead {
  const { contactId, timestamp, unsent } = propertiesOf(value);
  return (
    typeof contactId === 'string' &&
    typeof timestamp === 'string' &&
    (unsent === undefined || isUnsent(unsent))
  );
}

function isUnsent(value: unknown): boolean {
  const { session, requests } = propertiesOf(value);
  return typeof session === 'string' && Array.isArray(requests);
}
