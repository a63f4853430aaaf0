import type { KeyObject } from 'node:crypto';
import type { Grant, Token } from './oauth-state.ts';

export interface Location {
  id: string;
  companyId: string;
  name: string;
  email: string;
  phone: string;
  address: string;
  city: string;
  state: string;
  postalCode: string;
  timezone: string;
  allowDuplicateContact: boolean;
  /** Requests of one app in `RATE_INTERVAL`, and in a day. */
  limits: { burst: number; daily: number };
  customFields: CustomField[];
}

export interface CustomField {
  id: string;
  name: string;
  /** With `contact.` in front. */
  fieldKey: string;
  dataType: string;
  picklistOptions?: string[];
}

export interface Contact {
  id: string;
  locationId: string;
  email?: string;
  /** E.164. */
  phone?: string;
  /** What else was written, by its name in the API. */
  properties: Record<string, unknown>;
  /** Lower case, in the order they came. */
  tags: string[];
  customFields: { id: string; value: string }[];
  dateAdded: string;
  dateUpdated: string;
}

export interface Note {
  id: string;
  contactId: string;
  body: string;
  title?: string;
  color?: string;
  pinned?: boolean;
  userId?: string;
  dateAdded: string;
}

export interface RequestRecord {
  number: number;
  at: string;
  method: string;
  /** With the query. */
  path: string;
  body: unknown;
  /** Null: no answer yet, or never one. */
  status: number | null;
  milliseconds: number | null;
  /** The fault it met, if any. */
  fault: string | null;
}

/** A request, or an answer of the sandbox itself, that is not as the official files say. */
export interface Violation {
  of: 'request' | 'answer';
  requestNumber: number;
  operation: string;
  faults: string[];
}

/** A call of a workflow's inbound-webhook trigger. */
export interface TriggerCall {
  id: string;
  locationId: string;
  triggerId: string;
  /** False: HighLevel answers 200 all the same. */
  known: boolean;
  at: string;
  body: unknown;
  headers: Record<string, string>;
}

export interface SentWebhook {
  id: string;
  at: string;
  event: string;
  url: string;
  body: string;
  headers: Record<string, string>;
  /** Null: nobody answered. */
  status: number | null;
}

export interface SigningKeys {
  ed25519: { publicKey: KeyObject; privateKey: KeyObject };
  rsa: { publicKey: KeyObject; privateKey: KeyObject };
}

/** Everything the sandbox knows; tests read it. */
export interface SandboxState {
  companyId: string;
  clientId: string;
  clientSecret: string;
  locations: Map<string, Location>;
  contacts: Map<string, Contact>;
  notes: Note[];
  tokens: Map<string, Token>;
  grants: Grant[];
  /** Triggers that exist, by id: the location of each. */
  triggers: Map<string, string>;
  triggerCalls: TriggerCall[];
  /** The newest last, at most `REQUESTS_KEPT`. */
  requests: RequestRecord[];
  violations: Violation[];
  sentWebhooks: SentWebhook[];
}

/** More than the longest test makes. */
export const REQUESTS_KEPT = 50_000;
