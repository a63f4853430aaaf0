import type { FormNoticeContent } from '../leads/form-state.ts';
import type { FormId } from '../leads/lead-request.ts';
import { contactKind } from './field-schemas.ts';
import type { FormValues, StepRequestBuilder } from './build-requests.ts';

/** When fields are validated before the first submission. Afterwards, they are validated on every change. */
export type StepValidationMode = 'onChange' | 'onBlur' | 'onSubmit';

/** The part of a zod schema that form validation uses. */
export interface StepSchema {
  safeParse: (values: FormValues) => {
    error?: { issues: readonly { message: string; path?: readonly PropertyKey[] | undefined }[] } | undefined;
  };
}

/** One step of a form: its fields, how they are validated, and its wording. */
export interface FormStep {
  schema: StepSchema;
  mode: StepValidationMode;
  /** Names of the visible fields. Known values of other fields are posted as hidden fields. */
  fields: readonly string[];
  /** Whether the step has a phone field with consent boxes. Step 2 leaves both out if step 1 collected a number. */
  consent: boolean;
  /** The heading, which is also the form's accessible name. */
  heading: string;
  submit: string;
  /** The button's label while the step is being sent. */
  busy: string;
  /** Shown if the step was not stored for an unknown reason. `step-messages.ts` has the notices for known causes. */
  failed: FormNoticeContent;
  /** Shown if the server failed or its response could not be read; defaults to `failed`. */
  unexpected?: FormNoticeContent;
}

/** A form definition: everything that the browser and the server need to know about a form. */
export interface LeadFormDefinition {
  id: FormId;
  steps: readonly [FormStep, ...FormStep[]];
  /** Shown after step 1, if the specification defines a notice for it. */
  received?: FormNoticeContent;
  /** Shown after the last step. */
  done: FormNoticeContent;
  /** The values that the thank-you card repeats, in order. A choice is shown with its label. */
  summary: readonly (readonly [
    name: string,
    label: string,
    options?: readonly { value: string; label: string }[],
  ])[];
  /** The server's error message replaces the `text` of `failed` and `unexpected`. */
  repeatsServer?: true;
  /** Shown if this browser keeps the lead because the last step could not be sent. Known causes have their own text. */
  keptLocally?: FormNoticeContent;
  requests: StepRequestBuilder;
  /** Returns the specified local storage entries, which hold the contact from step 1 until the last step. */
  savedContact?: (values: FormValues) => Readonly<Record<string, string | undefined>>;
  /** The browser keeps a record of the lead for a day after the server has stored it, as specified. */
  keepsRecord?: true;
}

/** Shown when the contact id has expired or is missing, and the form returns to step 1. */
export const MISSING_CONTACT_NOTICE: FormNoticeContent = {
  kind: 'error',
  title: 'Error',
  text: 'Missing contact information. Please try again.',
};

/** Returns the values for step 2, adding the contact from step 1 if step 2 does not have one yet. */
export function withContact(form: LeadFormDefinition, values: FormValues): FormValues {
  const contact = contactOf(form, values);
  if (!contact) return values;
  const kind = contactKind(contact);
  return values[kind] ? values : { ...values, [kind]: contact };
}

/** Returns the values for step 1 when the visitor goes back: a contact corrected in step 2 replaces the original. */
export function withCorrectedContact(form: LeadFormDefinition, values: FormValues): FormValues {
  const contact = contactOf(form, values);
  return contact ? { ...values, contact: values[contactKind(contact)]?.trim() || contact } : values;
}

/** Returns the values for step 2 right after step 1: the contact from step 1 replaces any older value from step 2. */
export function withNewContact(form: LeadFormDefinition, values: FormValues): FormValues {
  const contact = contactOf(form, values);
  return contact ? { ...values, [contactKind(contact)]: contact } : values;
}

/** Whether step 1 collected a phone number. If so, step 2 does not ask for it or for consent again. */
export function hasPhoneFromStepOne(form: LeadFormDefinition, values: FormValues): boolean {
  const contact = contactOf(form, values);
  return contact ? contactKind(contact) === 'phone' : values['contactMethod'] === 'phone';
}

/** Returns the value of the combined phone and e-mail input, in forms that have one. */
function contactOf({ steps }: LeadFormDefinition, values: FormValues): string | undefined {
  return steps[0].fields.includes('contact') ? values['contact']?.trim() : undefined;
}
