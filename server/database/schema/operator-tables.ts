/** People who sign in to the admin pages with a password. */
export interface OperatorsTable {
  id: string;
  /** In lower case; used to sign in. */
  email: string;
  name: string;
  /** An argon2id hash with its parameters. */
  password_hash: string;
  /** Encrypted. Null if there is no second factor. */
  totp_secret: string | null;
  /** The time step of the last accepted code, so that no code works twice. */
  totp_last_step: number | null;
  /** JSON array with the hashes of the unused recovery codes. */
  recovery_codes: string | null;
  /** Sessions from an older epoch are invalid. This implements "sign out everywhere". */
  session_epoch: number;
  created_at: number;
  signed_in_at: number | null;
}

/**
 * Failed attempts to sign in, counted by e-mail address or by known browser, and to confirm the own password, counted
 * by operator. Addresses without an account are throttled too, so that nobody can tell which accounts exist.
 */
export interface SignInTriesTable {
  /** SHA-256 (base64url) of the key that `countSignInTry` gets, such as `name <e-mail address>`. */
  key_hash: string;
  /** Consecutive failures. */
  failures: number;
  /** Attempts before this time are rejected. */
  wait_until: number;
  changed_at: number;
}

/**
 * Counts of requests per rate limit and client, usually an IP address. Used only on PostgreSQL, where several servers
 * share the counts.
 */
export interface RateLimitsTable {
  /** SHA-256 (base64url) of the limit's name and the key that it counts by, such as an IP address or a network. */
  key_hash: string;
  hits: number;
  /** When the count restarts. */
  ends_at: number;
}

/**
 * The session store of express-session. It contains hashes of the session ids; only the cookie contains the id
 * itself.
 */
export interface SessionsTable {
  /** SHA-256 (base64url) of the session id. */
  sid_hash: string;
  operator_id: string | null;
  /** JSON. */
  data: string;
  expires_at: number;
}

/** `first`: creates the first account. `invite`, `reset`: sets the password of an account. */
export type OneTimeLinkPurpose = 'first' | 'invite' | 'reset';

/** Links for setting up an account or a new password. Each link works once. */
export interface OneTimeLinksTable {
  /** SHA-256 (base64url) of the token in the link. */
  token_hash: string;
  purpose: OneTimeLinkPurpose;
  operator_id: string | null;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

/** The log of what operators and editors did. It contains lead ids, but no visitors' names. */
export interface AuditTable {
  id: string;
  at: number;
  operator_id: string | null;
  /** The name, at the time, of the operator, the editor or the person in WordPress; or `command line`. */
  operator_name: string;
  /** For example `lead-released`, `crm-connected` or `signed-in`. */
  action: string;
  /** Id of the affected object, for example a lead, an operator or a location. */
  subject: string | null;
  /** JSON. */
  detail: string | null;
  request_id: string | null;
}

/**
 * OAuth grants: one row per CRM location, and one per company that gave us access to its locations. Tokens are
 * encrypted (JWE). Errors never clear a stored refresh token.
 */
export interface CrmGrantsTable {
  /** The location's id, or the company's id for the company's own grant. */
  id: string;
  /** Null for the grant of a company, which is used to request tokens for its locations. */
  location_id: string | null;
  location_name: string | null;
  company_id: string | null;
  access_token: string;
  /** Null if this location's tokens come from the company's grant. */
  refresh_token: string | null;
  scope: string | null;
  /** When the access token was issued and when it expires. */
  issued_at: number;
  expires_at: number;
  /** Increases with every new pair of tokens. Writes apply only to the generation that was read. */
  generation: number;
  state: 'ready' | 'reconnect';
  /**
   * `access`: the CRM refused the access token. `refresh`: it refused a renewal. `settings`: a setting is wrong. Null
   * while `ready`.
   */
  fault: 'access' | 'refresh' | 'settings' | null;
  /** A message that explains why the grant must be connected again. */
  reason: string | null;
  /** The lease of the running renewal: its owner, and when it ends. */
  refresh_lease: string | null;
  refresh_lease_until: number | null;
  /**
   * Set before a refresh token is used and cleared when the outcome is known. If it stays set, the renewal was
   * interrupted, or the CRM's response was unclear.
   */
  refresh_begun_at: number | null;
  /** No renewal is attempted before this time. Each failed renewal moves it further ahead. */
  refresh_after: number;
  refresh_failures: number;
  /** When the grant was last renewed because the CRM refused a token that should have been valid. */
  forced_at: number | null;
  /** Name of the operator who first connected the grant. */
  connected_by: string | null;
  /** When the grant was first connected. Connecting it again changes neither this nor `connected_by`. */
  connected_at: number;
  /** When an operator chose this location for the leads. Null if never, or if another location was chosen later. */
  chosen_at: number | null;
  updated_at: number;
}

/** Attempts to connect the CRM. Each `state` belongs to one session and is valid once, for ten minutes. */
export interface OauthStatesTable {
  state_hash: string;
  sid_hash: string;
  operator_id: string;
  location_id: string | null;
  created_at: number;
  used_at: number | null;
  /** When the same session started a later attempt. Only the session's latest attempt is valid. */
  replaced_at: number | null;
}

/** Events that the CRM sent to the webhook. */
export interface CrmEventsTable {
  id: string;
  /** The event's `webhookId`, or a hash of the raw body if it has none. */
  once_key: string;
  type: string;
  location_id: string | null;
  crm_contact_id: string | null;
  lead_id: string | null;
  /** JSON, or empty if it was deleted with its lead. */
  body: string;
  occurred_at: number | null;
  received_at: number;
}

/** Redirects created by operators. Built-in redirects are in the code. */
export interface RedirectsTable {
  from_path: string;
  to_path: string;
  created_by: string | null;
  created_at: number;
}

/** People who sign in with their WordPress account. They may edit pages, but see no leads and no site settings. */
export interface EditorsTable {
  id: string;
  /** The URL of the WordPress site, and the user's id there. */
  site: string;
  wordpress_user: number;
  name: string;
  /** Sessions from an older epoch are invalid, as in `OperatorsTable`. */
  session_epoch: number;
  created_at: number;
  signed_in_at: number;
}

/** WordPress accounts of operators and editors, which are used for their changes to pages. */
export interface WordPressAccountsTable {
  /** Id of the operator or the editor. */
  holder: string;
  /** The URL of the WordPress site. The password is sent to no other site. */
  site: string;
  login: string;
  name: string;
  /** The application password, encrypted. */
  secret: string;
  /** The application password's id in WordPress. */
  uuid: string;
  /** JSON array of capability names. */
  capabilities: string;
  connected_at: number;
  /** When the name and the capabilities were last read from WordPress. */
  checked_at: number;
}

/** The WordPress site that an operator connected in the admin pages. There is at most one row. */
export interface WordPressConnectionTable {
  id: 'site';
  /** URL of the WordPress site. */
  url: string;
  username: string;
  /** The application password's id in WordPress. */
  password_id: string;
  /** Encrypted JSON with `appPassword` and `secret` (null if there is none). */
  sealed: string;
  /** 1 if this site shows the content of the WordPress site. */
  in_use: number;
  /** Why this site went back to its own content; null if it did not. */
  fault: string | null;
  /** Name of the operator who connected the WordPress site. */
  connected_by: string;
  connected_at: number;
  /** Increases with each change, so that every server notices the change. */
  changed_at: number;
}
