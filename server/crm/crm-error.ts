import { Counter } from 'prom-client';
import { AppError } from '../platform/app-error.ts';

/**
 * Why a call to the CRM failed. `credentials`: the token was refused, lacks a scope or is for another location.
 * `unavailable`: there was no usable response, but the call may have taken effect. `gone`: the contact or note does not
 * exist. `refused`: the CRM rejected the content.
 */
type CrmErrorKind = 'credentials' | 'unavailable' | 'rate-limited' | 'duplicate' | 'gone' | 'refused';

interface Details {
  status?: number;
  /** Milliseconds to wait before the next call. */
  retryAfterMs?: number;
  /** For a duplicate: the id of the existing contact and the field that matches. */
  contactId?: string | undefined;
  matchingField?: string | undefined;
  /** For refused credentials: the token is valid but lacks the scope. A renewed token would lack it too. */
  lacksScope?: boolean;
  cause?: unknown;
}

/** A failed call to the CRM. The message may contain personal data from the request, so redact it before logging. */
export class CrmError extends AppError<CrmErrorKind> {
  override name = 'CrmError';
  readonly status: number | undefined;
  readonly retryAfterMs: number;
  readonly contactId: string | undefined;
  readonly matchingField: string | undefined;
  readonly lacksScope: boolean;

  constructor(kind: CrmErrorKind, message: string, details: Details = {}) {
    super(kind, message, { cause: details.cause });
    this.status = details.status;
    this.retryAfterMs = details.retryAfterMs ?? 0;
    this.contactId = details.contactId;
    this.matchingField = details.matchingField;
    this.lacksScope = details.lacksScope ?? false;
  }
}

/**
 * What an error message means. `duplicate`: a contact has the same e-mail address or phone number. `gone`: the contact
 * or note does not exist. `scope`: the access token is valid but lacks a scope. `token`: the access token is invalid or
 * expired. `grant`: the code or refresh token is invalid. `client`: our client id or secret is invalid.
 */
type TextMeaning = 'duplicate' | 'gone' | 'scope' | 'token' | 'grant' | 'client';

/**
 * Error messages whose meaning neither the status nor another field of the response shows. The patterns match whole
 * messages, because a message may quote visitor input.
 */
const TEXTS: readonly { status: number; text: RegExp; means: TextMeaning }[] = [
  { status: 400, text: /^this location does not allow duplicated contacts\.?$/i, means: 'duplicate' },
  { status: 400, text: /^(contact|note)( with id [\w-]+)? not found\.?$/i, means: 'gone' },
  { status: 401, text: /^the token is not authorized for this scope\.?$/i, means: 'scope' },
  { status: 401, text: /^invalid (token: access token is (invalid|expired)|jwt)\.?$/i, means: 'token' },
  { status: 400, text: /^invalid grant: [^@]+$/i, means: 'grant' },
  { status: 401, text: /^invalid grant: [^@]+$/i, means: 'grant' },
  { status: 401, text: /^invalid client credentials!?$/i, means: 'client' },
];

/** Counts the CRM's error messages that match no pattern in `TEXTS`. Exposed at `/metrics`. */
export const unknownCrmMessageCounter = new Counter({
  name: 'lintel_crm_unknown_texts_total',
  help: 'Refusals by the CRM that only their text could explain, with a text we do not know, by status.',
  labelNames: ['status'],
  registers: [],
});

/** Returns the meaning of an error message. For an unknown message, increments the counter and returns null. */
export function classifyCrmMessage(status: number, text: string): TextMeaning | null {
  const known = TEXTS.find((one) => one.status === status && one.text.test(text.trim()));
  if (!known) unknownCrmMessageCounter.inc({ status });
  return known?.means ?? null;
}
