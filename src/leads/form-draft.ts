import { propertiesOf, readStoredJson, storeJson } from './browser-storage.ts';
import type { FormValues } from '../contracts/forms/build-requests.ts';
import { APP_DATA_ID } from '../contracts/app-data.ts';
import type { FormNoticeContent } from '../contracts/leads/form-state.ts';
import { formPostFields } from '../contracts/leads/lead-request.ts';

const KEY = 'formDraft';
/** How long a draft is kept, in milliseconds: as long as a lead can continue (`LEAD_EDIT_WINDOW_MS` on the server). */
const LIFETIME_MS = 24 * 60 * 60_000;

/** A visitor's progress in a form, kept in case they reload the page or return to it. */
export interface FormDraft {
  /** `sent`: the lead is complete, and the values are for its thank-you card. */
  step: 1 | 2 | 'sent';
  session: string;
  contactId?: string;
  values: FormValues;
  /** When the form was first shown, in epoch milliseconds; 0 if unknown. */
  since: number;
  /** The notice on the thank-you card. */
  notice?: FormNoticeContent | undefined;
}

/** A draft as stored in session storage. */
interface StoredDraft extends FormDraft {
  /** In epoch milliseconds: when the draft last changed or, if its step is `sent`, when the form was sent. */
  at: number;
}

/** Returns the draft of a form, by page path and placement key; undefined if there is none or it has expired. */
export function readFormDraft(path: string, placement: string, now = Date.now()): StoredDraft | undefined {
  const draft = all()[place(path, placement)];
  return isDraft(draft) && now - draft.at < LIFETIME_MS ? draft : undefined;
}

/**
 * Stores a draft in session storage, in place of an earlier one. It expires a day after `at` (epoch milliseconds), or
 * when the tab is closed.
 */
export function saveFormDraft(path: string, placement: string, draft: FormDraft, at = Date.now()): void {
  const stored: StoredDraft = { ...draft, at };
  storeJson('sessionStorage', KEY, { ...all(), [place(path, placement)]: stored });
}

/** Removes a draft, so that the next submission is a new lead. */
export function dropFormDraft(path: string, placement: string): void {
  const { [place(path, placement)]: _, ...rest } = all();
  storeJson('sessionStorage', KEY, rest);
}

function place(path: string, placement: string): string {
  return `${path}#${placement}`;
}

function all(): Readonly<Record<string, unknown>> {
  return propertiesOf(readStoredJson('sessionStorage', KEY));
}

function isDraft(value: unknown): value is StoredDraft {
  const { step, session, since, at, values } = propertiesOf(value);
  return (
    (step === 1 || step === 2 || step === 'sent') &&
    typeof session === 'string' &&
    typeof since === 'number' &&
    typeof at === 'number' &&
    typeof values === 'object' &&
    values !== null
  );
}

/**
 * Returns a new form session id: the time, which keeps recent leads together in the database index, and a UUID. On
 * plain HTTP pages, which have no `randomUUID`, 128 random bits replace the UUID.
 */
export function newFormSessionId(): string {
  return `${Date.now().toString(36)}-${unguessable()}`;
}

function unguessable(): string {
  const { crypto }: { crypto: Partial<Crypto> & Pick<Crypto, 'getRandomValues'> } = globalThis;
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Adds a session id to what the browser itself posts from a form's first step, and stores the id in the draft. If the
 * response is lost and the visitor posts again, the server recognizes the lead.
 */
export function addSessionIdToFormData(form: HTMLFormElement, posted: FormData): void {
  const action = form.getAttribute('action');
  // Only lead forms have a fragment as their action. Other forms, such as the comment form, have a path.
  if (!action?.startsWith('#') || form.method !== 'post' || posted.has(formPostFields.session)) return;
  const placement = action.slice(1);
  const path = location.pathname;
  const kept = readFormDraft(path, placement);
  const draft = kept?.step === 'sent' ? undefined : kept;
  const session = draft?.session || newFormSessionId();
  saveFormDraft(path, placement, { step: 1, values: {}, since: 0, ...draft, session });
  posted.set(formPostFields.session, session);
}

/**
 * Removes the draft if this document is the response to a completed form, so that the next submission is a new lead.
 */
export function dropSentFormDraft(): void {
  const data = document.getElementById(APP_DATA_ID)?.textContent;
  if (data?.includes('"step":"sent"')) dropFormDraft(location.pathname, location.hash.slice(1));
}
