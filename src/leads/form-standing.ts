import type { FormValues } from './payload.ts';
import { contactKind } from './contact-kind.ts';
import type { FormNotice, FormState } from './form-state.ts';
import type { FormId } from './lead-wire.ts';

/** Where a form stands, as its view shows it. */
export interface Standing {
  step: 1 | 2;
  /** Everything is received, and the thanks show. */
  sent: boolean;
  values: FormValues;
  /** Field name → message, from the server. */
  faults: Readonly<Record<string, string>>;
  notice?: FormNotice | undefined;
  busy: boolean;
  /** Counts the forms a visitor went through here: each starts with empty fields. */
  round: number;
  /** What takes the focus once this standing shows; a new object each time. */
  focus?: { on: 'heading' | 'notice' | 'button' | 'thanks' | 'fault' };
}

/** The standing a document begins with: where it answers a post, the form goes on from there. */
export function firstStanding(form: FormId, posted: FormState | undefined, thanks: boolean): Standing {
  const start = {
    step: 1,
    sent: false,
    values: {},
    faults: {},
    busy: false,
    round: 0,
  } as const;
  if (!posted) return start;
  const { notice } = posted;
  if (posted.step === 'sent') {
    return { ...start, notice, sent: thanks, values: thanks ? posted.values : {} };
  }
  const values = posted.step === 2 ? withContact(form, posted.values) : posted.values;
  return { ...start, step: posted.step, values, faults: posted.errors, notice };
}

/** The values of step 2, with what step 1 gave where step 2 has nothing of its own yet. */
export function withContact(form: FormId, values: FormValues): FormValues {
  const contact = values['contact']?.trim();
  if (form === 'lead-form' || !contact) return values;
  const kind = contactKind(contact);
  return values[kind] ? values : { ...values, [kind]: contact };
}

/** The values of step 1, when the visitor returns to it: what step 2 corrected of the contact is the contact now. */
export function withCorrection(form: FormId, values: FormValues): FormValues {
  const contact = values['contact']?.trim();
  if (form === 'lead-form' || !contact) return values;
  return { ...values, contact: values[contactKind(contact)]?.trim() || contact };
}

/** The values of step 2, when step 1 was just answered: what it gave is newer than anything in step 2. */
export function withNewContact(form: FormId, values: FormValues): FormValues {
  const contact = values['contact']?.trim();
  if (form === 'lead-form') return values;
  return contact ? { ...values, [contactKind(contact)]: contact } : values;
}
