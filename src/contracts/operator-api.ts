/* Responses of the operator APIs, shared by the server and the screens. Timestamps are in epoch milliseconds. */

/** `operator`: may do everything. `editor`: may use the page builder and the block catalogue. */
export type Role = 'operator' | 'editor';

/** GET /api/operators/session */
export interface SessionInfo {
  operator: {
    id: string;
    name: string;
    role: Role;
    /** Empty for editors. */
    email: string;
    twoFactor: boolean;
    /** Number of unused recovery codes; 0 if the second factor is off. */
    recoveryCodesLeft: number;
  };
  /** Sent with every request that changes data, as `X-CSRF-Token`. */
  csrf: string;
}

/** POST /api/operators/sign-in, POST /api/operators/link/use */
export interface SignedIn {
  ok: true;
  /** How many recovery codes are left, if one was used to sign in; otherwise null. */
  recoveryCodesLeft: number | null;
}

/** POST /api/operators/sign-in, when sign-in is refused. */
export interface SignInRefusal {
  error: string;
  /** The password is correct, but a second-factor code is needed. */
  codeNeeded: boolean;
  /** Seconds until another attempt is accepted. */
  wait: number;
}

/** POST /api/operators/link */
export interface LinkInfo {
  purpose: 'first' | 'invite' | 'reset';
  /** The account's e-mail address; null if the link creates the first account. */
  email: string | null;
  expiresAt: number;
}

/** POST /api/operators/two-factor/start */
export interface TwoFactorSetUp {
  /** The secret in Base32, for manual entry. */
  secret: string;
  /** The content of the QR code: otpauth://… */
  address: string;
  /** Number of modules along one edge of the QR code. `rows` contains its rows as strings of 0 and 1. */
  size: number;
  rows: readonly string[];
}

export interface HealthCheck {
  id: string;
  label: string;
  state: 'ok' | 'warn' | 'fail';
  /** The current state, in words. */
  detail: string;
  /** How to fix it. */
  fix?: string;
  /** The path of the screen where it can be fixed. */
  link?: string;
}

/** GET /api/admin/overview?days=30 */
export interface Overview {
  checks: readonly HealthCheck[];
  lastLeadAt: number | null;
  deliveries: { waiting: number; attention: number; held: number; oldestWaitingAt: number | null };
  /** One entry per day, oldest first, including days without leads. `day` is YYYY-MM-DD in the site's time zone. */
  days: readonly { day: string; leads: number }[];
  sources: readonly { source: string; leads: number }[];
  /** Time from a lead's submission to its delivery to the CRM, in milliseconds; null if none was delivered. */
  timeToCrm: { median: number; p95: number; count: number } | null;
  /** Pages with visits or leads on these days, the most visited first. */
  pages: readonly { path: string; visits: number; leads: number }[];
  /** The first day with counted visits, YYYY-MM-DD; null if there is none yet. */
  visitsSince: string | null;
}

/**
 * An event of the live stream, GET /api/admin/live (server-sent events; the event name is `kind`). It means that data
 * must be refetched. After a reconnect, an event can arrive twice, with the same `lastEventId`.
 */
export type LiveEvent =
  | { kind: 'lead'; leadId: string; at: number }
  | { kind: 'delivery'; leadId: string; destination: string; state: string; at: number }
  | { kind: 'crm-event'; id: string; type: string; leadId: string | null; at: number };

/** Where leads go, and why. */
export interface LeadsTarget {
  locationId: string;
  name: string | null;
  /**
   * Why leads go there: the location has the private-integration token, is set in GHL_LOCATION_ID, was chosen by an
   * operator, or was connected first.
   */
  by: 'token' | 'setting' | 'operator' | 'first';
  /** `unconnected`: the setting names a location that has not granted us access. */
  state: 'ready' | 'reconnect' | 'unconnected';
  /** If `state` is `reconnect`: when the current access ends; null if it has already ended. */
  until: number | null;
}

/** GET /api/oauth/status */
export interface OauthStatus {
  authorized: boolean;
  /** The ids of all connected locations. */
  locations: readonly string[];
  authorizedLocations: readonly AuthorizedLocation[];
  /** Null if leads do not go anywhere yet. */
  leadsTo: LeadsTarget | null;
  /** Where leads would go without the current location. */
  leadsToWithout: LeadsTarget | null;
  message?: string;
}

export interface AuthorizedLocation {
  locationId: string;
  name: string | null;
  state: 'ready' | 'reconnect';
  /** Why the location must be connected again; null if it need not be. */
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
  /** Explains how the server changed the typed input; null if it did not. */
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

/** The id of the element that holds `OperatorData`. */
export const OPERATOR_DATA_ID = 'operator-data';

/** The data that the server sends with the operator application's document. It contains no secrets. */
export interface OperatorData {
  /** The public origin of the site, without a path. */
  origin: string;
  siteName: string;
  timeZone: string;
  /** Whether people can sign in with their WordPress account. */
  hasWordPress: boolean;
  /** On /oauth/success: whether this browser has just made the connection that the query describes. */
  hasJustConnected: boolean;
}

/** Header of requests that an open screen sends in the background. They do not count as session activity. */
export const BACKGROUND_HEADER = 'X-Background';
