import type { KeyObject } from 'node:crypto';

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

/** What someone may do with a token, until when. */
export interface Token {
  value: string;
  kind: 'private' | 'access';
  userType: 'Company' | 'Location';
  companyId: string;
  /** Null: the whole company. */
  locationId: string | null;
  scopes: readonly string[];
  /** The app, for counting requests. */
  clientId: string;
  grantId: string | null;
  /** Milliseconds; null: never. */
  expiresAt: number | null;
  revoked: boolean;
}

/** An app someone let in. */
export interface Grant {
  id: string;
  clientId: string;
  userId: string;
  userType: 'Company' | 'Location';
  companyId: string;
  locationId: string | null;
  scopes: readonly string[];
  /** The only one that is good now; null before the first and after a revocation. */
  refreshToken: string | null;
  /** Good once. */
  code: { value: string; redirectUri: string; expiresAt: number; used: boolean };
  refreshes: number;
  revoked: boolean;
  installedAt: string;
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
