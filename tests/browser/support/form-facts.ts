import type { FormPlace } from './form-visit.ts';

/** A message that a form shows both in the toast and in the page. */
export type Said = readonly [title: string, text: string];

/** A step of a form, with the values of a visitor who fills it in correctly. */
export interface StepFacts {
  values: Readonly<Record<string, string>>;
  /** The label of the button that sends the step. */
  send: string;
  /** The message when there is no answer, or an unreadable one. */
  unreachable: Said;
  /** The message when the server reports that it is unavailable; defaults to `unreachable`. */
  unavailable?: Said;
  /** The message when the answer is readable but reports neither success nor failure; defaults to `unreachable`. */
  unclear?: Said | 'taken';
  /** The title of the message when the server answers 429. The server provides the text. */
  tooMany: string;
}

export interface FormFacts extends FormPlace {
  steps: readonly StepFacts[];
  done: Said;
}

const HOME = '/?layout=lead-capture';
const PROCESSING = 'There was an error processing your request. Please try again.';
/** The server's message when it cannot store a lead. */
export const UNAVAILABLE = 'We could not save your information just now. Please try again.';
/** The message when the contact from step 1 is no longer valid. */
export const MISSING: Said = ['Error', 'Missing contact information. Please try again.'];
/** The message when `lead-form` stores a lead in the browser. */
export const KEPT: Said = [
  'Information Saved Locally',
  'The connection failed, so your information is kept in this browser and sent when the connection is back.',
];
const names = { firstName: 'Wren', lastName: 'Ashdown' };

/** The four forms, with the texts from the specifications and our own. */
export const lead: FormFacts = {
  path: '/buy',
  placement: 'contact',
  block: 'lead-form',
  steps: [
    {
      values: { contactMethod: 'phone', phone: '515-555-0100', consentService: 'on' },
      send: 'Continue',
      unreachable: ['Error', 'An unexpected error occurred. Please try again.'],
      unavailable: ['Error', UNAVAILABLE],
      unclear: ['Error', 'Failed to process your information'],
      tooMany: 'Error',
    },
    {
      values: { ...names, email: 'wren@example.com', source: 'Google', message: 'A porch,\nplease.' },
      send: 'Submit',
      unreachable: KEPT,
      unclear: ['Error', 'Failed to process your information'],
      tooMany: 'Error',
    },
  ],
  done: ['Success', 'Thank you! Your information has been submitted.'],
};
export const quick: FormFacts = {
  path: HOME,
  placement: 'quick',
  block: 'quick-lead-form',
  steps: [
    {
      values: { contact: 'wren@example.com' },
      send: 'Get started',
      unreachable: ['Connection Error', 'There was a problem with your request. Please try again.'],
      tooMany: 'Connection Error',
    },
    {
      values: { ...names, phone: '515-555-0101', inquiryType: 'selling', consentMarketing: 'on' },
      send: 'Send',
      unreachable: ['Submission Failed', PROCESSING],
      // Only the status of this answer counts, as specified.
      unclear: 'taken',
      tooMany: 'Submission Failed',
    },
  ],
  done: ['Thank You!', "Your information has been received. I'll contact you soon!"],
};
export const report: FormFacts = {
  path: HOME,
  placement: 'report',
  block: 'market-report-form',
  steps: [
    {
      values: { contact: '515-555-0102', consentMarketing: 'on' },
      send: 'Get the report',
      unreachable: ['Error', 'There was a problem with your submission. Please try again.'],
      tooMany: 'Error',
    },
    {
      values: { name: 'Wren Ashdown', email: 'wren@example.com', areas: 'beaverdale' },
      send: 'Subscribe',
      unreachable: [
        'Subscription Failed',
        'There was an error processing your subscription. Please try again.',
      ],
      tooMany: 'Subscription Failed',
    },
  ],
  done: ['Subscription Successful!', "You're now subscribed to our monthly market updates."],
};
export const contact: FormFacts = {
  path: '/contact',
  placement: 'contact',
  block: 'contact-form',
  steps: [
    {
      values: { ...names, email: 'wren@example.com', phone: '515-555-0103', inquiryType: 'buying' },
      send: 'Send Message',
      unreachable: ['Submission Failed', PROCESSING],
      tooMany: 'Submission Failed',
    },
  ],
  done: ['Thank You!', "Your message has been received. I'll contact you soon!"],
};
export const allForms = [lead, quick, report, contact] as const;

let last = 1000;

/** Returns a copy of the form with a phone number and e-mail address that no other test uses. */
export function own(form: FormFacts): FormFacts {
  last += 1;
  const mine = (text: string) =>
    text.replace(/515-555-\d{4}/, `515-555-${last}`).replace('wren@', `wren.${last}@`);
  const steps = form.steps.map((step) => ({
    ...step,
    values: Object.fromEntries(Object.entries(step.values).map(([name, value]) => [name, mine(value)])),
  }));
  return { ...form, steps };
}
