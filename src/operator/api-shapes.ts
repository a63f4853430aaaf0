import type { Attribution } from '../leads/attribution.ts';

/*
 * What the operators' APIs answer, shared by the server that answers and the screens that read. Moments are epoch
 * milliseconds.
 */

/** GET /api/operators/session */
export interface SessionInfo {
  operator: {
    id: string;
    name: string;
    email: string;
    twoFactor: boolean;
    /** Of a second factor; 0 without one. */
    recoveryCodesLeft: number;
  };
  /** Goes with every changing request as `X-CSRF-Token`. */
  csrf: string;
}

/** POST /api/operators/sign-in, POST /api/operators/link/use */
export interface SignedIn {
  ok: true;
  /** Where a recovery code was used: how many are left. */
  recoveryCodesLeft: number | null;
}

/** POST /api/operators/sign-in, where it does not let in. */
export interface SignInRefusal {
  error: string;
  /** The password is right; the second factor is asked for. */
  codeNeeded: boolean;
  /** Seconds until the next try counts. */
  wait: number;
}

/** POST /api/operators/link */
export interface LinkInfo {
  purpose: 'first' | 'invite' | 'reset';
  /** The account's; null where the link makes the first one. */
  email: string | null;
  expiresAt: number;
}

/** POST /api/operators/two-factor/start */
export interface TwoFactorSetUp {
  /** Base32, to be typed where no camera is at hand. */
  secret: string;
  /** What the code says: otpauth://… */
  address: string;
  /** Modules of the QR code along one edge, and its rows of 0 and 1. */
  size: number;
  rows: readonly string[];
}

export interface HealthCheck {
  id: string;
  label: string;
  state: 'ok' | 'warn' | 'fail';
  /** What is so. */
  detail: string;
  /** What to do about it. */
  mend?: string;
  /** A screen where that is done. */
  link?: string;
}

/** GET /api/admin/overview?days=30 */
export interface Overview {
  checks: readonly HealthCheck[];
  lastLeadAt: number | null;
  deliveries: { waiting: number; attention: number; held: number; oldestWaitingAt: number | null };
  /** One entry a day, oldest first, days without leads included. `day` is YYYY-MM-DD in the site's time zone. */
  days: readonly { day: string; leads: number }[];
  sources: readonly { source: string; leads: number }[];
  /** From a lead to the CRM, in milliseconds; null when none was delivered. */
  timeToCrm: { median: number; p95: number; count: number } | null;
}

export interface LeadRow {
  id: string;
  createdAt: number;
  updatedAt: number;
  name: string | null;
  email: string | null;
  phone: string | null;
  form: string;
  page: string | null;
  source: string | null;
  progress: 'contact' | 'details';
  status: 'open' | 'quarantined' | 'resolved';
  inquiryType: string | null;
  /** The worst of its deliveries. */
  delivery: 'none' | 'held' | 'waiting' | 'delivered' | 'attention' | 'cancelled';
}

/** GET /api/admin/leads?q=&status=&delivery=&form=&source=&from=&to=&sort=&page= */
export interface LeadList {
  rows: readonly LeadRow[];
  total: number;
  page: number;
  pageSize: number;
  /** Values to filter by. */
  sources: readonly string[];
  forms: readonly string[];
  /** Of all leads, whatever the filter. */
  counts: Readonly<Record<'open' | 'quarantined' | 'resolved' | 'attention', number>>;
}

export interface DeliveryInfo {
  id: string;
  destination: 'crm' | 'workflow' | 'alert' | 'confirmation';
  revision: number;
  state: 'held' | 'waiting' | 'sending' | 'delivered' | 'attention' | 'cancelled';
  attempts: number;
  nextAttemptAt: number | null;
  deliveredAt: number | null;
  lastError: string | null;
}

/** GET /api/admin/leads/:id */
export interface LeadStory extends LeadRow {
  firstName: string | null;
  lastName: string | null;
  message: string | null;
  notes: string | null;
  areas: string | null;
  referralSource: string | null;
  contactMethod: string | null;
  phoneE164: string | null;
  tags: readonly string[];
  /** Why it was held back, in words. */
  suspicions: readonly string[];
  attribution: Attribution | null;
  crmContactId: string | null;
  /** The contact in the CRM's own application. */
  crmContactUrl: string | null;
  crmLocationId: string | null;
  localOnly: boolean;
  deliveries: readonly DeliveryInfo[];
  consents: readonly {
    kind: 'marketing' | 'service';
    given: boolean;
    version: string;
    text: string;
    page: string | null;
    at: number;
    ip: string | null;
    userAgent: string | null;
  }[];
  submissions: readonly { step: string; page: string | null; at: number }[];
  /** How the person's e-mail address stands in the market report's list; null where it is not in it. */
  subscription: { email: string; areas: string | null; since: number; unsubscribedAt: number | null } | null;
  /** Other leads with this e-mail address or number, newest first. */
  others: readonly { id: string; createdAt: number; form: string; status: LeadRow['status'] }[];
  /** Newest first: what happened, in words. */
  events: readonly { at: number; kind: string; words: string }[];
}

/** POST /api/admin/leads/:id/delete */
export interface LeadDeletion {
  /** Consents that stay as evidence, without the lead. */
  consentsKept: number;
  /** The address stays as one that gets no market report. */
  optOutKept: boolean;
  /** What the CRM still has. */
  crmContactId: string | null;
  crmContactUrl: string | null;
}

/**
 * One line of the live stream, GET /api/admin/live (server-sent events; the event's name is `kind`). It says that
 * something is to be read anew. After a break an event can come twice, with the same `lastEventId`.
 */
export type LiveEvent =
  | { kind: 'lead'; leadId: string; at: number }
  | { kind: 'delivery'; leadId: string; destination: string; state: string; at: number }
  | { kind: 'crm-event'; id: string; type: string; leadId: string | null; at: number };

/** Where leads go, and what says so. */
export interface LeadsTarget {
  locationId: string;
  name: string | null;
  /** The private-integration token, the setting GHL_LOCATION_ID, an operator's choice, or that it was connected first. */
  by: 'token' | 'setting' | 'operator' | 'first';
  /** `unconnected`: the setting names a location that has not let us in. */
  state: 'ready' | 'reconnect' | 'unconnected';
  /** While it must be connected again: when its present access ends; null where that is no good any more. */
  until: number | null;
}

/** GET /api/oauth/status */
export interface OauthStatus {
  authorized: boolean;
  /** Location ids. */
  locations: readonly string[];
  authorizedLocations: readonly AuthorizedLocation[];
  /** Null: nowhere yet. */
  leadsTo: LeadsTarget | null;
  /** Where they would go without the location they go to now. */
  leadsToWithout: LeadsTarget | null;
  message?: string;
}

export interface AuthorizedLocation {
  locationId: string;
  name: string | null;
  state: 'ready' | 'reconnect';
  /** Why it must be connected again. */
  reason: string | null;
  scope: string | null;
  connectedAt: number;
  connectedBy: string | null;
}

/** POST /api/oauth/revoke and POST /api/ghl/leads-location */
export interface LeadsDirected {
  message: string;
  leadsTo: LeadsTarget | null;
}

/** GET /api/ghl/status */
export interface CrmStatus {
  isConfigured: boolean;
  apiKeyPresent: boolean;
  oauthCredentialsPresent: boolean;
  leadsTo: LeadsTarget | null;
  message: string;
  error?: string;
}

/** GET /api/webhooks/ghl/events */
export interface WebhookEvents {
  events: readonly {
    id: string;
    event: string;
    timestamp: string;
    locationId: string | null;
    data: unknown;
    leadId: string | null;
  }[];
}

/** GET /api/admin/redirects */
export interface RedirectTable {
  own: readonly { from: string; to: string; createdBy: string | null; createdAt: number }[];
  builtIn: readonly { from: string; to: string }[];
}

/** POST /api/admin/redirects, body `{ from, to }` */
export interface AddedRedirect {
  from: string;
  to: string;
  /** What was changed about what was typed, in words. */
  note: string | null;
}

/** GET /api/admin/audit?page=&action=&operator= */
export interface AuditLog {
  /** Values to filter by. */
  actions: readonly string[];
  operators: readonly string[];
  rows: readonly {
    id: string;
    at: number;
    operator: string;
    action: string;
    subject: string | null;
    detail: string | null;
  }[];
  total: number;
  page: number;
  pageSize: number;
}
