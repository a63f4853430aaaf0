import { contactKind } from './contact-kind.ts';
import type { FormValues } from './payload.ts';
import { tryStorage } from './browser-storage.ts';
import type { FormId } from './lead-wire.ts';

type Key = 'leadFormPhone' | 'leadFormEmail' | 'marketReportPhone';

const keysOf: Readonly<Partial<Record<FormId, readonly Key[]>>> = {
  'lead-form': ['leadFormPhone', 'leadFormEmail'],
  'market-report-form': ['marketReportPhone'],
};

/**
 * Keeps what step 1 gave, in place of what another visitor's did, under the specified keys of local storage: plain
 * text, as specified. Nothing reads it: the next step could be somebody else's, and the form itself holds what it needs.
 */
export function saveContact(form: FormId, values: FormValues): void {
  forgetContact(form);
  const { contactMethod, contact = '' } = values;
  if (form === 'lead-form' && contactMethod === 'email') put('leadFormEmail', values['email']);
  if (form === 'lead-form' && contactMethod === 'phone') put('leadFormPhone', values['phone']);
  if (form === 'market-report-form' && contactKind(contact) === 'phone') put('marketReportPhone', contact);
}

/** Forgets what step 1 gave: all is received. */
export function forgetContact(form: FormId): void {
  for (const key of keysOf[form] ?? []) tryStorage(() => localStorage.removeItem(key));
}

function put(key: Key, value: string | undefined): void {
  const text = value?.trim();
  if (text) tryStorage(() => localStorage.setItem(key, text));
}
