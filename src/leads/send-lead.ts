import { leadSettings } from './lead-settings.ts';
import type { LeadRequest } from './lead-requests.ts';
import { STORED_STATUS } from './lead-wire.ts';

/** Milliseconds after which an answer is no longer waited for. */
const PATIENCE = 20_000;

/** What became of a lead that was sent. */
export type SendResult =
  | { kind: 'stored'; contactId?: string; isLocalOnly: boolean }
  /** Field name → message. */
  | { kind: 'wrong-fields'; fields: Readonly<Record<string, string>> }
  /** Refused for good: the same again would be refused again. */
  | { kind: 'refused'; error?: string }
  | { kind: 'too-many'; error?: string }
  /** The contact id is no longer good. */
  | { kind: 'restart' }
  /** No answer, none that can be read, or the server's own fault: the same may go through later. */
  | { kind: 'unreachable'; error?: string };

/**
 * Sends one request. Never throws. Sent again, with the same session and step in its body, it is stored once: the
 * server sees to that.
 */
export async function sendLead({ method, path, body, judge }: LeadRequest): Promise<SendResult> {
  try {
    const altcha = leadSettings().proofOfWork ? await proofOfWork() : undefined;
    const response = await fetch(path, {
      method,
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify(altcha ? { ...body, altcha } : body),
      // It arrives even when the visitor leaves right after sending.
      keepalive: true,
      signal: AbortSignal.timeout(PATIENCE),
    });
    return read(response.status, await response.text(), judge);
  } catch {
    return { kind: 'unreachable' };
  }
}

function proofOfWork(): Promise<string | undefined> {
  return import('./solve-challenge.ts').then(
    (module) => module.proofOfWork(),
    // A browser never asks again for code that failed to come once: the lead goes without.
    () => undefined,
  );
}

function read(status: number, text: string, judge: LeadRequest['judge']): SendResult {
  const answer = parse(text);
  const error = words(answer?.['error']);
  const withError = error === undefined ? {} : { error };
  if (status === 429) return { kind: 'too-many', ...withError };
  if (status === 410 || answer?.['restart'] === true) return { kind: 'restart' };
  if (status >= 500) return { kind: 'unreachable', ...withError };
  if (status < 200 || status > 299) {
    const fields = fieldMessages(answer?.['fields']);
    return fields ? { kind: 'wrong-fields', fields } : { kind: 'refused', ...withError };
  }
  // A page is nobody's answer to a lead, whatever its status: somebody between here and the server shows one.
  if (answer === undefined && (judge !== 'ok' || /^\s*</.test(text))) return { kind: 'unreachable' };
  const received =
    judge === 'ok' ||
    (judge === 'status' ? answer?.['status'] === STORED_STATUS : answer?.['success'] === true);
  if (!received) return { kind: 'refused', ...withError };
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
