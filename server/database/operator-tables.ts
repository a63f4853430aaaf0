/** Who may enter the operators' rooms. */
export interface OperatorsTable {
  id: string;
  /** Lower case; the name to sign in with. */
  email: string;
  name: string;
  /** argon2id, with its parameters. */
  password_hash: string;
  /** Encrypted; null without a second factor. */
  totp_secret: string | null;
  /** The last time step a code was taken for: no code works twice. */
  totp_last_step: number | null;
  /** JSON array of hashes; a used one is removed. */
  recovery_codes: string | null;
  /** Sessions of an older epoch are over: "sign out everywhere". */
  session_epoch: number;
  created_at: number;
  signed_in_at: number | null;
}

/** Tries to sign in that did not succeed, by name or by browser. Names without an account wait like those with one. */
export interface SignInTriesTable {
  /** SHA-256, base64url. */
  key_hash: string;
  /** In a row. */
  failures: number;
  /** No try counts before this moment. */
  wait_until: number;
  changed_at: number;
}

/** express-session's sessions. The id itself is only in the cookie. */
export interface SessionsTable {
  /** SHA-256, base64url. */
  sid_hash: string;
  operator_id: string | null;
  /** JSON. */
  data: string;
  expires_at: number;
}

/** `first`: makes the first account. `invite`, `reset`: sets the password of an account. */
export type LinkPurpose = 'first' | 'invite' | 'reset';

export interface OneTimeLinksTable {
  /** SHA-256, base64url. */
  token_hash: string;
  purpose: LinkPurpose;
  operator_id: string | null;
  created_at: number;
  expires_at: number;
  used_at: number | null;
}

/** What operators did. It has no names of visitors, only lead ids. */
export interface AuditTable {
  id: string;
  at: number;
  operator_id: string | null;
  /** As it was then; `command line` for what was done there. */
  operator_name: string;
  /** Such as `lead-released`, `crm-connected`, `signed-in`. */
  action: string;
  /** Id of what it was done to. */
  subject: string | null;
  /** JSON. */
  detail: string | null;
  request_id: string | null;
}

/**
 * What the CRM granted us: one row for a location, and one for a company that let us into its locations. Tokens are
 * encrypted (JWE). A stored refresh token is never cleared on an error.
 */
export interface CrmGrantsTable {
  /** The location's id; of a company's own grant the company's. */
  id: string;
  /** Null: the grant of a company, from which tokens of its locations are made. */
  location_id: string | null;
  location_name: string | null;
  company_id: string | null;
  access_token: string;
  /** Null: this location's tokens are made from the company's grant. */
  refresh_token: string | null;
  scope: string | null;
  /** Of the access token. */
  issued_at: number;
  expires_at: number;
  /** Grows with every new pair of tokens: who saw an older one looks again. */
  generation: number;
  state: 'ready' | 'reconnect';
  /** What the CRM refused: this access token, or to renew it; or a setting is at fault. Null while `ready`. */
  fault: 'access' | 'refresh' | 'settings' | null;
  /** Why it must be connected again, in words. */
  reason: string | null;
  /** Who renews it right now, and until when nobody else does. */
  refresh_lease: string | null;
  refresh_lease_until: number | null;
  /** Written before a renewal and removed when its outcome is stored: what is left tells of one that was cut off. */
  refresh_begun_at: number | null;
  /** No renewal before this moment, after so many that failed. */
  refresh_after: number;
  refresh_failures: number;
  /** When it was last renewed because the CRM refused a token that should be good. */
  forced_at: number | null;
  /** Name of the operator. */
  connected_by: string | null;
  /** For the first time: connecting it again changes neither. */
  connected_at: number;
  /** When an operator chose it to get the leads; null: none did, or another was chosen since. */
  chosen_at: number | null;
  updated_at: number;
}

/** One try to connect: its `state` belongs to one session and is good once, for ten minutes. */
export interface OauthStatesTable {
  state_hash: string;
  sid_hash: string;
  operator_id: string;
  location_id: string | null;
  created_at: number;
  used_at: number | null;
  /** When the same session started another try: only the newest counts. */
  replaced_at: number | null;
}

/** What the CRM told us by webhook. */
export interface CrmEventsTable {
  id: string;
  /** `webhookId`, else a hash of the raw body. */
  once_key: string;
  type: string;
  location_id: string | null;
  crm_contact_id: string | null;
  lead_id: string | null;
  /** JSON. */
  body: string;
  occurred_at: number | null;
  received_at: number;
}

/** Paths that moved, by operators; those built in are in code. */
export interface RedirectsTable {
  from_path: string;
  to_path: string;
  created_by: string | null;
  created_at: number;
}
