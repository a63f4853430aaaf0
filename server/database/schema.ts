import type { LeadTexts } from './lead-columns.ts';
import type {
  AuditTable,
  CrmEventsTable,
  CrmGrantsTable,
  OauthStatesTable,
  OneTimeLinksTable,
  OperatorsTable,
  RedirectsTable,
  SessionsTable,
  SignInTriesTable,
} from './operator-tables.ts';

/**
 * The tables, which are the same on SQLite and PostgreSQL: text, integers, and JSON as text. Times are epoch
 * milliseconds; booleans are 1 and 0.
 */
export interface Database {
  operators: OperatorsTable;
  sign_in_tries: SignInTriesTable;
  sessions: SessionsTable;
  one_time_links: OneTimeLinksTable;
  audit: AuditTable;
  crm_grants: CrmGrantsTable;
  oauth_states: OauthStatesTable;
  crm_events: CrmEventsTable;
  redirects: RedirectsTable;
  leads: LeadsTable;
  submissions: SubmissionsTable;
  consents: ConsentsTable;
  consent_texts: ConsentTextsTable;
  subscriptions: SubscriptionsTable;
  deliveries: DeliveriesTable;
  destinations: DestinationsTable;
  lead_events: LeadEventsTable;
}

/** How much a visitor has filled in: an e-mail address or phone number, or everything the form asks for. */
export type LeadProgress = 'contact' | 'details';

/** `quarantined`: suspicious, and held until an operator decides. `resolved`: closed by an operator. */
export type LeadStatus = 'open' | 'quarantined' | 'resolved';

interface LeadsTable extends LeadTexts {
  /** The opaque id that browsers receive as `contactId`. It starts with `local_` if it was issued without a CRM. */
  id: string;
  /** The id of the form session, generated in the browser; unique. */
  session: string;
  /** SHA-256 (base64url) of the cookie of the browser that may change this lead. */
  browser_key: string;
  /** When that browser's permission to change the lead ends. */
  open_until: number;
  /** Id of the form block, or `api` if none was named. */
  form: string;
  /** JSON array of strings. */
  tags: string;
  /** Starts at 1 and increases with every change. A delivery contains at least its own revision. */
  revision: number;
  progress: LeadProgress;
  /** The phone number as typed. */
  phone: string | null;
  /** Null if the text cannot be parsed as a phone number. */
  phone_e164: string | null;
  /** JSON of an `Attribution`. */
  attribution: string | null;
  local_only: number;
  status: LeadStatus;
  /** JSON array of strings: the reasons for the quarantine. */
  suspicions: string | null;
  /**
   * When an operator resolved it while it was quarantined. Null if that did not happen, or if the lead was reopened.
   */
  rejected_at: number | null;
  /** When operators were notified that it is quarantined; null if they have not been yet. */
  hold_told_at: number | null;
  crm_location_id: string | null;
  crm_contact_id: string | null;
  /** Id of the request that created the lead. */
  request_id: string | null;
  created_at: number;
  updated_at: number;
}

/** Submissions, with each distinct body stored once. A repeat of the same body is answered from here. */
interface SubmissionsTable {
  id: string;
  lead_id: string;
  session: string;
  /** `1`, `2`, or `subscription`. Unique together with `lead_id` and `body_hash`. */
  step: string;
  body_hash: string;
  /** JSON. */
  body: string;
  page: string | null;
  ip: string | null;
  user_agent: string | null;
  request_id: string | null;
  at: number;
}

export type ConsentKind = 'marketing' | 'service';

/** Evidence of consent. It outlives the lead, so it includes the phone number it was given for. */
interface ConsentsTable {
  id: string;
  lead_id: string | null;
  kind: ConsentKind;
  given: number;
  /** Version of the wording; see `consent_texts`. */
  version: string;
  phone: string | null;
  email: string | null;
  page: string | null;
  ip: string | null;
  user_agent: string | null;
  at: number;
}

/** Every wording that was ever shown, by version and kind. A changed text is a new version. */
interface ConsentTextsTable {
  version: string;
  kind: ConsentKind;
  text: string;
  first_used_at: number;
}

interface SubscriptionsTable {
  /** In lower case; the primary key. */
  email: string;
  lead_id: string | null;
  name: string | null;
  areas: string | null;
  since: number;
  unsubscribed_at: number | null;
  /** The CRM contact of its lead, set when the lead is deleted. */
  crm_location_id: string | null;
  crm_contact_id: string | null;
}

/** `held`: the lead is quarantined. `attention`: an operator must decide. `cancelled`: an operator cancelled it. */
export type DeliveryState = 'held' | 'waiting' | 'sending' | 'delivered' | 'attention' | 'cancelled';

/** `subscription`: updates the market-report tags of a contact, for a subscription that no lead's delivery syncs. */
export const destinationNames = [
  'crm',
  'subscription',
  'workflow',
  'alert',
  'identity',
  'confirmation',
] as const;

/** `crm`: the contacts API. `workflow`: the inbound-webhook trigger. `alert`, `identity`, `confirmation`: e-mails. */
export type DestinationName = (typeof destinationNames)[number];

/**
 * A delivery of a lead, or of a subscription, to one destination. It is written in the same transaction as the change.
 */
interface DeliveriesTable {
  /** Also sent as the idempotency key. */
  id: string;
  /** Null for the destination `subscription`. */
  lead_id: string | null;
  /** E-mail address of the subscription, in lower case; null for all other destinations. */
  email: string | null;
  destination: DestinationName;
  /**
   * The revision of the lead that it was made for; unique together with lead and destination. Deliveries of a
   * subscription have their own numbering.
   */
  revision: number;
  state: DeliveryState;
  attempts: number;
  next_attempt_at: number;
  lease_owner: string | null;
  lease_until: number | null;
  /** JSON: the calls that the delivery has completed, so that none is made twice. */
  done: string | null;
  /** A message that an operator can act on, without personal data. */
  last_error: string | null;
  request_id: string | null;
  created_at: number;
  delivered_at: number | null;
}

/** The circuit breaker of a destination, shared by all servers on one database. */
interface DestinationsTable {
  name: DestinationName;
  /** `refused`: the credentials were refused; an operator must connect again. */
  state: 'closed' | 'open' | 'refused';
  /** Number of failures since the last success. */
  failures: number;
  /** The lead that all failures belong to; null if they belong to several. */
  failing_lead: string | null;
  /** No calls are made before this time. */
  open_until: number;
  reason: string | null;
  changed_at: number;
  /** When operators were last notified. */
  alerted_at: number | null;
}

/** A lead's history: received, changed, delivered, failed, released … and the CRM's events about its contact. */
interface LeadEventsTable {
  id: string;
  lead_id: string;
  at: number;
  kind: string;
  /** JSON, without personal data. */
  detail: string | null;
}
