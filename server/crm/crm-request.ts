import type { z } from 'zod';
import { CrmFault } from './crm-fault.ts';
import { faultAnswer } from './crm-shapes.ts';
import type { RatePacer } from './rate-pacer.ts';

/** The contract we speak; `v3` is a different one. */
const VERSION = '2021-07-28';
/** Milliseconds until a call counts as lost. */
const TIME_LIMIT = 15_000;
/** Longest answer that is read, in characters; ours are far shorter. */
const LONGEST_ANSWER = 2_000_000;

/** One call. */
export interface CrmCall<Answer> {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** Under the CRM's base address, with its query. */
  path: string;
  /** Sent as JSON. */
  body?: unknown;
  /** Sent as a form. */
  form?: Readonly<Record<string, string>>;
  answer: z.ZodType<Answer>;
}

interface Surroundings {
  apiBase: string;
  token: string;
  pacer: RatePacer;
  signal: AbortSignal;
}

/** Makes one call and returns its checked answer. Throws a `CrmFault`, or the signal's reason when aborted. */
export async function callCrm<Answer>(call: CrmCall<Answer>, around: Surroundings): Promise<Answer> {
  await around.pacer.turn(around.signal);
  const limit = AbortSignal.timeout(TIME_LIMIT);
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
      // Followed elsewhere, a redirect would carry personal data to who knows whom.
      redirect: 'error',
      signal: AbortSignal.any([around.signal, limit]),
    });
    around.pacer.read(response.headers, response.status);
    text = await response.text();
  } catch (cause) {
    around.signal.throwIfAborted();
    const reason = limit.aborted ? `did not answer in ${TIME_LIMIT / 1000} s` : 'could not be reached';
    throw new CrmFault('unavailable', `The CRM ${reason}${codeOf(cause)}.`, { cause });
  }
  const json = readJson(text);
  if (!response.ok) throw faultOf(response.status, json);
  const answer = call.answer.safeParse(json);
  if (answer.success) return answer.data;
  const where = answer.error.issues[0]?.path.join('.');
  throw new CrmFault(
    'unavailable',
    json === undefined
      ? `The CRM answered ${response.status} with what is not JSON.`
      : `The CRM answered ${response.status} with an unexpected shape${where ? ` (at ${where})` : ''}.`,
    { status: response.status },
  );
}

function faultOf(status: number, json: unknown): CrmFault {
  const read = faultAnswer.safeParse(json).data;
  const said = [read?.message ?? []].flat().join('; ');
  const message = `The CRM answered ${status}${said ? `: ${said}` : ''}`;
  if (status === 401 || status === 403) return new CrmFault('credentials', message, { status });
  if (status === 429) return new CrmFault('rate-limited', message, { status });
  // Without words in the CRM's shape it was a proxy, or a wrong address, that answered.
  if (status >= 500 || status === 408 || status === 425 || !said) {
    return new CrmFault('unavailable', message, { status });
  }
  if (status === 400 && (read?.meta?.contactId || /duplicate/i.test(said))) {
    const { contactId, matchingField } = read?.meta ?? {};
    return new CrmFault('duplicate', message, { status, contactId, matchingField });
  }
  if (status === 404 || (status === 400 && /not found/i.test(said))) {
    return new CrmFault('gone', message, { status });
  }
  return new CrmFault('refused', message, { status });
}

function readJson(text: string): unknown {
  if (text.length > LONGEST_ANSWER) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function codeOf(cause: unknown): string {
  const inner = cause instanceof Error ? cause.cause : undefined;
  return inner instanceof Error && 'code' in inner && typeof inner.code === 'string'
    ? ` (${inner.code})`
    : '';
}
