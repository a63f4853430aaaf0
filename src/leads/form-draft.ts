import { readStored, store } from './browser-storage.ts';
import type { FormValues } from './build-payload.ts';

const KEY = 'formDraft';
/** Milliseconds for which the server lets a browser go on with a lead, and so a draft is good. */
const GOOD_FOR = 24 * 60 * 60_000;

/** How far a visitor is in a form, for a reload and the way back to its page. */
export interface FormDraft {
  step: 1 | 2;
  session: string;
  contactId?: string;
  values: FormValues;
  /** Epoch milliseconds of the form's first sight; 0 where that is not known. */
  since: number;
}

/** The same as it is stored. */
interface StoredDraft extends FormDraft {
  /** Epoch milliseconds of the last change. */
  at: number;
}

/** The draft of a form, by the path of its page and its placement. */
export function readDraft(path: string, placement: string, now = Date.now()): FormDraft | undefined {
  const draft = all()[place(path, placement)];
  return isDraft(draft) && now - draft.at < GOOD_FOR ? draft : undefined;
}

/** Keeps a draft as long as the tab is open. */
export function keepDraft(path: string, placement: string, draft: FormDraft): void {
  const stored: StoredDraft = { ...draft, at: Date.now() };
  store('sessionStorage', KEY, { ...all(), [place(path, placement)]: stored });
}

/** Forgets a draft: all is received. */
export function dropDraft(path: string, placement: string): void {
  const { [place(path, placement)]: _, ...rest } = all();
  store('sessionStorage', KEY, rest);
}

function place(path: string, placement: string): string {
  return `${path}#${placement}`;
}

function all(): Record<string, unknown> {
  const value = readStored('sessionStorage', KEY);
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function isDraft(value: unknown): value is StoredDraft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'step' in value &&
    (value.step === 1 || value.step === 2) &&
    'session' in value &&
    typeof value.session === 'string' &&
    'since' in value &&
    typeof value.since === 'number' &&
    'at' in value &&
    typeof value.at === 'number' &&
    'values' in value &&
    typeof value.values === 'object' &&
    value.values !== null
  );
}
