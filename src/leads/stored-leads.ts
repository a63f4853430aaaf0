import { propertiesOf, readStoredJson, storeJson } from './browser-storage.ts';
import type { FormValues, LeadRequest } from '../contracts/forms/build-requests.ts';
import { splitName } from '../contracts/forms/split-name.ts';

/** The local storage key of the stored leads, as specified. */
export const STORED_LEADS_KEY = 'storedLeads';
/** The maximum number of stored leads, as specified. */
const MAX_LEADS = 50;
/** How long a lead is kept after the server has stored it, in milliseconds. */
const CONFIRMED_MS = 24 * 60 * 60_000;

/** A lead stored in this browser: a record in the specified format, and the data needed to send it again. */
export interface StoredLead {
  /** Starts with `local_` if the server has not issued an id, or if the CRM was not ready when it did. */
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
  /** Present only until the server has stored the lead. */
  unsent?: {
    session: string;
    /** The requests that have not succeeded yet, in order. */
    requests: readonly LeadRequest[];
    /** The server refused the lead: it is not sent again automatically. */
    refused?: true;
  };
}

/** Returns the stored leads, oldest first. Invalid entries are left out. */
export function storedLeads(): StoredLead[] {
  const value = readStoredJson('localStorage', STORED_LEADS_KEY);
  return Array.isArray(value) ? value.filter(isStoredLead) : [];
}

/**
 * Stores a lead and replaces any earlier record of it. Removes leads that the server has had for more than a day and,
 * beyond 50 leads, the oldest, preferably one that the server already has. Returns false if storing failed.
 */
export function saveLeadInBrowser(lead: StoredLead, now = Date.now()): boolean {
  const others = storedLeads().filter((other) => !isSame(other, lead) && !isOver(other, now));
  const leads = [...others, lead];
  while (leads.length > MAX_LEADS) {
    const confirmed = leads.findIndex((each) => !each.unsent);
    leads.splice(confirmed < 0 || confirmed === leads.length - 1 ? 0 : confirmed, 1);
  }
  return storeJson('localStorage', STORED_LEADS_KEY, leads);
}

/** Removes a session's unsent lead, for example because the server has stored it. */
export function dropUnsentLead(session: string): void {
  const leads = storedLeads();
  const rest = leads.filter((lead) => lead.unsent?.session !== session);
  if (rest.length < leads.length) storeJson('localStorage', STORED_LEADS_KEY, rest);
}

/**
 * Whether this browser stores a session's lead that the server does not have, including a lead that the server refused.
 */
export function hasUnsentLead(session: string): boolean {
  return storedLeads().some(({ unsent }) => unsent?.session === session);
}

/** Moves an unsent lead to a new session, when its form has to start again at step 1. */
export function moveUnsentLead(session: string, to: string): void {
  for (const lead of storedLeads()) {
    if (lead.unsent?.session !== session) continue;
    const requests = lead.unsent.requests.map(({ body, ...rest }) => ({
      ...rest,
      body: { ...body, session: to },
    }));
    saveLeadInBrowser({ ...lead, unsent: { ...lead.unsent, session: to, requests } });
  }
}

/** Removes leads that the server has had for more than a day. */
export function dropOldLeads(now = Date.now()): void {
  const leads = storedLeads();
  const rest = leads.filter((lead) => !isOver(lead, now));
  if (rest.length < leads.length) storeJson('localStorage', STORED_LEADS_KEY, rest);
}

/** Builds a record in the specified format from a form's values. */
export function toStoredLead(
  values: FormValues,
  {
    contactId,
    source,
    tags,
    now = Date.now(),
  }: { contactId: string; source: string; tags: readonly string[]; now?: number },
): StoredLead {
  const read = (name: string) => values[name]?.trim() ?? '';
  const split = splitName(read('name'));
  return {
    contactId,
    firstName: read('firstName') || split.firstName,
    lastName: read('lastName') || split.lastName,
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
  // If the time cannot be parsed, the age is `NaN`. The comparison is then false, so the lead counts as old.
  return !unsent && !(now - Date.parse(timestamp) <= CONFIRMED_MS);
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
