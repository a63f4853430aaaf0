import type { LeadRequest } from '../contracts/forms/build-requests.ts';
import { LEAD_STORED_STATUS_TEXT, type LeadPayload } from '../contracts/leads/lead-request.ts';
import { APP_DATA_ID } from '../contracts/app-data.ts';

const TIMEOUT_MS = 20_000;

/** The outcome of one request. */
export type SendLeadResult =
  | { kind: 'stored'; contactId?: string; isLocalOnly: boolean }
  /** Messages by field name. */
  | { kind: 'wrong-fields'; fields: Readonly<Record<string, string>> }
  /** Refused. A retry would fail again, unless there is no `error`: then a proxy may have refused the request. */
  | { kind: 'refused'; error?: string }
  /** A success status, but the response fails the check that the request's `judge` names. */
  | { kind: 'unclear'; error?: string }
  /** The contact id has expired. */
  | { kind: 'restart' }
  | PassingFault;

/** A fault that may be temporary, so a retry may succeed. */
interface PassingFault {
  /**
   * `busy`: the server or a proxy takes no requests for now. `not-stored`: the server could not store the lead.
   * `offline`: the browser has no connection. `unreachable`: the browser is online, but the server did not respond.
   * `failed`: a server error, or an unreadable response.
   */
  kind: 'busy' | 'not-stored' | 'offline' | 'unreachable' | 'failed';
  error?: string;
}

/** Whether the fault may be temporary, so that sending the same request again may succeed. */
export function isRetryable(result: SendLeadResult): result is PassingFault {
  return ['busy', 'not-stored', 'offline', 'unreachable', 'failed'].includes(result.kind);
}

/**
 * Sends one request. Never throws. Retries with the same session and step are idempotent: the server stores the lead
 * once.
 */
export async function sendLead({ method, path, body, judge }: LeadRequest): Promise<SendLeadResult> {
  try {
    const response = await fetch(path, {
      method,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(body),
      // The request completes even if the visitor leaves right after submitting.
      keepalive: true,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    return read(response.status, await response.text(), judge);
  } catch {
    return { kind: navigator.onLine ? 'unreachable' : 'offline' };
  }
}

/**
 * Sends one request. If the contact id in it has expired, sends the lead as a new one, so that it is not lost. Never
 * throws.
 */
export async function sendOrRecreateLead(request: LeadRequest): Promise<SendLeadResult> {
  const result = await sendLead(request);
  if (result.kind !== 'restart') return result;
  const { contactId: _, ...body }: LeadPayload = request.body;
  return sendLead({ ...request, method: 'POST', body, path: request.method === 'PUT' ? OWN : request.path });
}

function read(status: number, text: string, judge: LeadRequest['judge']): SendLeadResult {
  const answer = parse(text);
  const error = words(answer?.['error']);
  const withError = error === undefined ? {} : { error };
  // Only our server sends an error message. A 503 without one comes from a proxy.
  if (status === 503 && error !== undefined) return { kind: 'not-stored', error };
  if (status === 429 || status === 503) return { kind: 'busy', ...withError };
  if (status === 410 || answer?.['restart'] === true) return { kind: 'restart' };
  // A proxy has responded, but the server behind it has not.
  if (status === 502 || status === 504) return { kind: 'unreachable' };
  if (status >= 500) return { kind: 'failed', ...withError };
  if (status < 200 || status > 299) {
    const fields = fieldMessages(answer?.['fields']);
    return fields ? { kind: 'wrong-fields', fields } : { kind: 'refused', ...withError };
  }
  // Our server responds with JSON. If `judge` is `ok`, the body does not matter, unless it is HTML from a proxy.
  if (answer === undefined && (judge !== 'ok' || /^\s*</.test(text))) return { kind: 'failed' };
  const received =
    judge === 'ok' ||
    (judge === 'status' ? answer?.['status'] === LEAD_STORED_STATUS_TEXT : answer?.['success'] === true);
  if (!received) return { kind: 'unclear', ...withError };
  const contactId = words(answer?.['contactId']) ?? words(answer?.['id']);
  const isLocalOnly = answer?.['isLocalOnly'] === true;
  return { kind: 'stored', isLocalOnly, ...(contactId === undefined ? {} : { contactId }) };
}

function parse(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

function words(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

function fieldMessages(value: unknown): Record<string, string> | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = Object.entries(value).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return fields.length > 0 ? Object.fromEntries(fields) : undefined;
}

/** The endpoints for leads: on our own server, and on a host with serverless functions. */
const OWN = '/api/ghl/contact';
const HOSTED = '/.netlify/functions/ghl-webhook';

/** Matches the host names for which the specification names the endpoint of our own server. */
const hasOwnServer = /^(localhost|\d{1,3}(\.\d{1,3}){3}|\[[\da-f:.]+\]|(.+\.)?replit\.dev)$/i;

/**
 * Returns the path that leads are posted to: the override or, without one, the path that the public site's
 * specification assigns to the host name. The server handles all these paths in the same way.
 */
export function leadEndpoint(hostname: string, override?: string | null): string {
  return override || (hasOwnServer.test(hostname) ? OWN : HOSTED);
}

/** The lead settings that the browser needs from the server. */
interface LeadSettings {
  /** Overrides the path that leads are sent to; null for the default. */
  leadEndpoint?: string | null;
}

let known: LeadSettings | undefined;

/** Returns the lead settings from the loaded document; empty if the document has no data. */
export function leadSettings(): LeadSettings {
  known ??= JSON.parse(document.getElementById(APP_DATA_ID)?.textContent || '{}') as LeadSettings;
  return known;
}
