import type { CommentsTable } from './comment-table.ts';
import type {
  EmbeddedEntriesTable,
  EmbeddedLocksTable,
  EmbeddedPicturesTable,
  EmbeddedRevisionsTable,
} from './embedded-tables.ts';
import type {
  LeadFollowUpsTable,
  LeadNotesTable,
  PageVisitsTable,
  PageVitalsTable,
  VariantVisitsTable,
} from './follow-up-tables.ts';
import type { LeadTextColumns } from './lead-columns.ts';
import type {
  AuditTable,
  CrmEventsTable,
  CrmGrantsTable,
  EditorsTable,
  OauthStatesTable,
  OneTimeLinksTable,
  OperatorsTable,
  RateLimitsTable,
  RedirectsTable,
  SessionsTable,
  SignInTriesTable,
  WordPressAccountsTable,
  WordPressConnectionTable,
} from './operator-tables.ts';

/**
 * The tables, which are the same in SQLite and PostgreSQL. All columns are text or integers: JSON is text, times are
 * epoch milliseconds, and booleans are 1 or 0.
 */
export interface Database {
  operators: OperatorsTable;
  sign_in_tries: SignInTriesTable;
  rate_limits: RateLimitsTable;
  sessions: SessionsTable;
  one_time_links: OneTimeLinksTable;
  audit: AuditTable;
  crm_grants: CrmGrantsTable;
  oauth_states: OauthStatesTable;
  crm_events: CrmEventsTable;
  redirects: RedirectsTable;
  editors: EditorsTable;
  wordpress_accounts: WordPressAccountsTable;
  wordpress_connection: WordPressConnectionTable;
  comments: CommentsTable;
  leads: LeadsTable;
  submissions: SubmissionsTable;
  consents: ConsentsTable;
  consent_texts: ConsentTextsTable;
  subscriptions: SubscriptionsTable;
  deliveries: DeliveriesTable;
  destinations: DestinationsTable;
  lead_events: LeadEventsTable;
  lead_follow_ups: LeadFollowUpsTable;
  lead_notes: LeadNotesTable;
  page_visits: PageVisitsTable;
  page_vitals: PageVitalsTable;
  variant_visits: VariantVisitsTable;
  embedded_entries: EmbeddedEntriesTable;
  embedded_revisions: EmbeddedRevisionsTable;
  embedded_pictures: EmbeddedPicturesTable;
  embedded_locks: EmbeddedLocksTable;
}

/** How much a visitor has filled in. `contact`: an e-mail address or phone number. `details`: the whole form. */
export type LeadProgress = 'contact' | 'details';

/** `quarantined`: suspicious, and held until an operator decides. `resolved`: closed by an operator. */
export type LeadStatus = 'open' | 'quarantined' | 'resolved';

interface LeadsTable extends LeadTextColumns {
  /**
   * Opaque; browsers receive it as `contactId`. Starts with `local_` if the CRM was not ready when the lead was
   * created.
   */
  id: string;
  /** Unique id of the form session, from the browser or derived by the server. */
  session: string;
  /** SHA-256 (base64url) of the cookie of the browser that may change this lead. */
  browser_key: string;
  /** From this time on, the browser may no longer change the lead. */
  open_until: number;
  /** Id of the form block, or `api` if the payload named none. */
  form: string;
  /** JSON array of strings. */
  tags: string;
  /**
   * Starts at 1 and increases with every change that must be delivered. A delivery sends the current revision, which
   * may be newer than the revision for which the delivery was created.
   */
  revision: number;
  progress: LeadProgress;
  /** The phone number as typed. */
  phone: string | null;
  /** Null if the text cannot be parsed as a phone number. */
  phone_e164: string | null;
  /** An `Attribution` as JSON. */
  attribution: string | null;
  /** 1 if the CRM was not ready when the lead was created. */
  local_only: number;
  status: LeadStatus;
  /** JSON array of strings: the reasons for the quarantine. */
  suspicions: string | null;
  /**
   * When an operator resolved the lead while it was quarantined. Null again after the lead is released or reopened.
   */
  rejected_at: number | null;
  /** When operators were notified of the quarantine, or null if they have not been yet. */
  hold_told_at: number | null;
  crm_location_id: string | null;
  crm_contact_id: string | null;
  /** Id of the request that created the lead. */
  request_id: string | null;
  created_at: number;
  updated_at: number;
}

/** All submissions except repeats: a body that equals the last body of the same step is not stored again. */
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

/**
 * The consent checkboxes of the forms. `marketing`: marketing calls and text messages. `service`: text messages about
 * the visitor's request.
 */
export type ConsentKind = 'marketing' | 'service';

/** Evidence of consent. It outlives the lead, so it repeats the lead's phone number and e-mail address. */
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

/** The wordings of the consent checkboxes. A changed wording gets a new version. */
interface ConsentTextsTable {
  version: string;
  kind: ConsentKind;
  text: string;
  first_used_at: number;
}

/** Subscribers of the market report, and people who unsubscribed from it. */
interface SubscriptionsTable {
  /** In lower case; the primary key. */
  email: string;
  lead_id: string | null;
  name: string | null;
  areas: string | null;
  since: number;
  unsubscribed_at: number | null;
  /** The contact of the subscription's lead, stored when the lead is deleted. */
  crm_location_id: string | null;
  crm_contact_id: string | null;
}

/**
 * The state of a delivery. `held`: the lead is quarantined. `attention`: an operator must decide. `cancelled`: an
 * operator cancelled it, or its lead was deleted.
 */
export type DeliveryState = 'held' | 'waiting' | 'sending' | 'delivered' | 'attention' | 'cancelled';

/** All destinations of deliveries. `DestinationName` explains them. */
export const destinationNames = [
  'crm',
  'subscription',
  'workflow',
  'alert',
  'identity',
  'confirmation',
] as const;

/**
 * `crm`: the contacts API. `subscription`: only the market report tags of a contact, without a lead. `workflow`: the
 * inbound-webhook trigger. `alert`, `identity`, `confirmation`: e-mails.
 */
export type DestinationName = (typeof destinationNames)[number];

/**
 * Deliveries of leads and subscriptions, each to one destination. They are stored in the same transaction as the change
 * that they deliver.
 */
interface DeliveriesTable {
  /** Also the idempotency key of a workflow call, and part of the Message-ID of an e-mail. */
  id: string;
  /** Null for the destination `subscription`. */
  lead_id: string | null;
  /** E-mail address of the subscription, in lower case; null for all other destinations. */
  email: string | null;
  destination: DestinationName;
  /**
   * The revision of the lead for which the delivery was created; unique per lead and destination. Deliveries of
   * subscriptions have their own numbering.
   */
  revision: number;
  state: DeliveryState;
  attempts: number;
  next_attempt_at: number;
  lease_owner: string | null;
  lease_until: number | null;
  /** JSON: the completed steps, so that a retry does not repeat them. */
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
  /** `refused`: the destination refused our credentials, so an operator must reconnect it. */
  state: 'closed' | 'open' | 'refused';
  /** Number of failures since the last success. */
  failures: number;
  /** The lead (or the delivery, if it has no lead) that caused all failures; null if several did. */
  failing_lead: string | null;
  /** No calls are made before this time. */
  open_until: number;
  reason: string | null;
  changed_at: number;
  /** When operators were last notified. */
  alerted_at: number | null;
}

/** A lead's history: its changes and deliveries, and the CRM's events about its contact. */
interface LeadEventsTable {
  id: string;
  lead_id: string;
  at: number;
  kind: string;
  /** JSON, without personal data. */
  detail: string | null;
}
