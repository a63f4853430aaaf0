import type { FormNoticeContent, PostedFormState } from '../contracts/leads/form-state.ts';
import { withContact, type LeadFormDefinition } from '../contracts/forms/form-definition.ts';
import type { FormValues } from '../contracts/forms/build-requests.ts';

/** Form state that the view renders. */
export interface FormProgress {
  step: 1 | 2;
  /** The lead is complete, and the thank-you card is shown. */
  sent: boolean;
  /** When the lead was completed, in epoch milliseconds; 0 if it is not. */
  sentAt: number;
  values: FormValues;
  /** The ids of the sent lead, as long as it can be changed. */
  lead?: LeadIds | undefined;
  /** Messages from the server, by field name. */
  faults: Readonly<Record<string, string>>;
  notice?: FormNoticeContent | undefined;
  busy: boolean;
  /** Increases when the lead is complete and when the form is shown again, so that its fields start empty. */
  round: number;
  /** The element to focus after the next render. Always a new object, so that the focus effect runs. */
  focus?: { on: 'heading' | 'notice' | 'button' | 'thanks' | 'fault' } | undefined;
}

/** The ids by which the server recognizes a lead. */
export interface LeadIds {
  session: string;
  contactId: string;
}

/** Returns the ids of a sent lead; undefined if the server has not issued a contact id. */
export function leadIdsOf({ session, contactId }: { session: string; contactId?: string | undefined }) {
  return contactId ? { session, contactId } : undefined;
}

/** Returns the initial state. If the document is the response to a form post, the form continues from that post. */
export function initialProgress(form: LeadFormDefinition, posted: PostedFormState | undefined): FormProgress {
  const start = {
    step: 1,
    sent: false,
    sentAt: 0,
    values: {},
    faults: {},
    busy: false,
    round: 0,
  } as const;
  if (!posted) return start;
  const { notice, sentAt = 0 } = posted;
  if (posted.step === 'sent') {
    return {
      ...start,
      notice,
      sent: true,
      sentAt,
      values: posted.values,
      lead: leadIdsOf(posted),
      focus: { on: 'thanks' },
    };
  }
  const values = posted.step === 2 ? withContact(form, posted.values) : posted.values;
  return { ...start, step: posted.step, values, faults: posted.errors, notice };
}
