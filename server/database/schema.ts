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
 * The tables, the same on SQLite and PostgreSQL: text, whole numbers, and JSON as text. Moments are epoch
 * milliseconds; yes and no are 1 and 0.
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

/** How far a visitor got: a way to reach them, or everything the form asks for. */
export type LeadProgress = 'contact' | 'details';

/** `quarantined`: suspicious, held until an operator decides. `resolved`: an operator is done with it. */
export type LeadStatus = 'open' | 'quarantined' | 'resolved';

interface LeadsTable {
  /** The opaque id browsers get as `contactId`; `local_` in front when it was issued without a CRM. */
  id: string;
  /** The id of the form session, made in the browser; unique. */
  session: string;
  /** SHA-256 (base64url) of the cookie of the browser that may change this lead. */
  browser_key: string;
  /** Until when that browser may. */
  open_until: number;
  /** Id of the form block, or `api` where none was named. */
  form: string;
  page: string | null;
  /** What the CRM shows as the source, as the last payload gave it. */
  source: string | null;
  /** JSON array of strings. */
  tags: string;
  /** 1 at first, one more with every change. What a delivery brings is at least its own revision. */
  revision: number;
  progress: LeadProgress;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  /** As typed. */
  phone: string | null;
  /** Null where it cannot be read as a number. */
  phone_e164: string | null;
  contact_method: string | null;
  inquiry_type: string | null;
  /** Where the visitor heard of the agent: Google, Facebook, … */
  referral_source: string | null;
  message: string | null;
  notes: string | null;
  areas: string | null;
  /** JSON of an `Attribution`. */
  attribution: string | null;
  local_only: number;
  status: LeadStatus;
  /** JSON array of strings: why it is quarantined. */
  suspicions: string | null;
  /** When an operator resolved it while it was quarantined; null where nobody did, or somebody took it up again. */
  rejected_at: number | null;
  /** When operators were told that it is quarantined; null where they are still to be told. */
  hold_told_at: number | null;
  crm_location_id: string | null;
  crm_contact_id: string | null;
  /** Of the request that made it. */
  request_id: string | null;
  created_at: number;
  updated_at: number;
}

/** What was sent, each different body once: a repeat of the same body is answered from here. */
interface SubmissionsTable {
  id: string;
  lead_id: string;
  session: string;
  /** `1`, `2`, or `subscription`. With `session` and `body_hash` unique. */
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

/** Evidence: it outlives the lead, and so carries the number it was given for. */
interface ConsentsTable {
  id: string;
  lead_id: string | null;
  kind: ConsentKind;
  given: number;
  /** Of the wording, see `consent_texts`. */
  version: string;
  phone: string | null;
  email: string | null;
  page: string | null;
  ip: string | null;
  user_agent: string | null;
  at: number;
}

/** Every wording that was ever shown, by version and kind: a changed text is a new version. */
interface ConsentTextsTable {
  version: string;
  kind: ConsentKind;
  text: string;
  first_used_at: number;
}

interface SubscriptionsTable {
  /** Lower case; the key. */
  email: string;
  lead_id: string | null;
  name: string | null;
  areas: string | null;
  since: number;
  unsubscribed_at: number | null;
  /** The contact of its lead, once that is deleted. */
  crm_location_id: string | null;
  crm_contact_id: string | null;
  /** From when on the CRM is to be told how it stands, where no delivery of a lead tells; null: nothing to tell. */
  tell_crm_at: number | null;
}

/** `held`: the lead is quarantined. `attention`: an operator must decide. `cancelled`: an operator did. */
export type DeliveryState = 'held' | 'waiting' | 'sending' | 'delivered' | 'attention' | 'cancelled';

/** `crm`: the contacts API. `workflow`: the inbound-webhook trigger. `alert`, `confirmation`: e-mails. */
export type DestinationName = 'crm' | 'workflow' | 'alert' | 'confirmation';

/** A lead's way to one destination, written in the same transaction as the change it brings. */
interface DeliveriesTable {
  /** Also the idempotency key that goes with it. */
  id: string;
  lead_id: string;
  destination: DestinationName;
  /** The revision of the lead it was made for; with lead and destination unique. */
  revision: number;
  state: DeliveryState;
  attempts: number;
  next_attempt_at: number;
  lease_owner: string | null;
  lease_until: number | null;
  /** JSON: what a delivery of several calls has done already, so that no call is made twice. */
  done: string | null;
  /** In words an operator can act on; without personal data. */
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
  /** Since the last success. */
  failures: number;
  /** The lead that all of them are of; null: of several. */
  failing_lead: string | null;
  /** No call before this moment. */
  open_until: number;
  reason: string | null;
  changed_at: number;
  /** When operators were last told. */
  alerted_at: number | null;
}

/** A lead's story: received, changed, delivered, failed, released … and what the CRM says later. */
interface LeadEventsTable {
  id: string;
  lead_id: string;
  at: number;
  kind: string;
  /** JSON, without personal data. */
  detail: string | null;
}
