import type { z } from 'zod';
import { CrmError, classifyCrmMessage } from './crm-error.ts';
import { crmErrorResponse } from './crm-shapes.ts';
import type { RatePacer } from './rate-pacer.ts';

/** The value of HighLevel's `Version` header that this code is written for. `v3` is incompatible. */
const VERSION = '2021-07-28';
/** Timeout for a call, in milliseconds. */
const TIMEOUT_MS = 15_000;
/** Maximum length of a response that we parse, in characters. Real responses are far shorter. */
const MAX_RESPONSE_CHARACTERS = 2_000_000;

/** A request to the CRM, and the schema of its response. */
export interface CrmCall<Result> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Path and query, relative to the CRM's base URL. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent form-encoded. */
  form?: Readonly<Record<string, string>>;
  response: z.ZodType<Result>;
}

interface Surroundings {
  apiBase: string;
  token: string;
  pacer: RatePacer;
  signal: AbortSignal;
}

/**
 * Sends one request and returns its validated response. Throws a `CrmError` on failure. If `signal` is aborted, throws
 * its reason, or an `AbortError` if the call was still waiting for the rate limit.
 */
export async function callCrm<Result>(call: CrmCall<Result>, around: Surroundings): Promise<Result> {
  await around.pacer.turn(around.signal);
  const limit = AbortSignal.timeout(TIMEOUT_MS);
  let response: Response;
  let text: string;
  try {
    response = await fetch(around.apiBase + call.path, {
      method: call.method,
      headers: {
        Authorization: `Bearer ${around.token}`,
        Version: VERSION,
        Accept: 'application/json',
        ...(call.body === undefined ? {} : { 'Content-Type': 'application/json' }),
      },
      ...(call.body === undefined ? {} : { body: JSON.stringify(call.body) }),
      ...(call.form === undefined ? {} : { body: new URLSearchParams(call.form) }),
      // Following a redirect could send personal data to another host.
      redirect: 'error',
      signal: AbortSignal.any([around.signal, limit]),
    });
    around.pacer.read(response.headers, response.status);
    text = await response.text();
  } catch (cause) {
    around.signal.throwIfAborted();
    const reason = limit.aborted ? `did not answer in ${TIMEOUT_MS / 1000} s` : 'could not be reached';
    const code = connectionErrorCode(cause);
    throw new CrmError('unavailable', `The CRM ${reason}${code ? ` (${code})` : ''}.`, { cause });
  }
  const json = parseCrmJson(text);
  if (!response.ok) throw faultOf(response.status, json);
  const parsed = call.response.safeParse(json);
  if (parsed.success) return parsed.data;
  const where = parsed.error.issues[0]?.path.join('.');
  throw new CrmError(
    'unavailable',
    json === undefined
      ? `The CRM answered ${response.status} with what is not JSON.`
      : `The CRM answered ${response.status} with an unexpected shape${where ? ` (at ${where})` : ''}.`,
    { status: response.status },
  );
}

function faultOf(status: number, json: unknown): CrmError {
  const read = crmErrorResponse.safeParse(json).data;
  const reason = [read?.message ?? []].flat().join('; ');
  const message = `The CRM answered ${status}${reason ? `: ${reason}` : ''}`;
  // A 403 without a message in the CRM's format comes from a proxy or firewall, and may concern this request alone.
  if (status === 403 && reason) return new CrmError('credentials', message, { status });
  if (status === 401) {
    const lacksScope = reason !== '' && classifyCrmMessage(status, reason) === 'scope';
    return new CrmError('credentials', message, { status, lacksScope });
  }
  if (status === 429) return new CrmError('rate-limited', message, { status });
  // A response without a message in the CRM's format comes from a proxy or a wrong URL.
  if (status >= 500 || status === 408 || status === 425 || !reason) {
    return new CrmError('unavailable', message, { status });
  }
  if (status === 404) return new CrmError('gone', message, { status });
  if (status !== 400) return new CrmError('refused', message, { status });
  const { contactId, matchingField } = read?.meta ?? {};
  const duplicate = { status, contactId, matchingField };
  if (contactId ?? matchingField) return new CrmError('duplicate', message, duplicate);
  const meaning = classifyCrmMessage(status, reason);
  if (meaning === 'duplicate') return new CrmError('duplicate', message, duplicate);
  return new CrmError(meaning === 'gone' ? 'gone' : 'refused', message, { status });
}

/** Parses a response as JSON. Returns undefined if it is not JSON or is too long. */
export function parseCrmJson(text: string): unknown {
  if (text.length > MAX_RESPONSE_CHARACTERS) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Returns the code of a failed connection, such as `ECONNREFUSED`, or an empty string if there is none. */
export function connectionErrorCode(cause: unknown): string {
  const inner = cause instanceof Error ? cause.cause : undefined;
  return inner instanceof Error && 'code' in inner && typeof inner.code === 'string' ? inner.code : '';
}
