import type { FormPlace } from './form-visit.ts';

/** What a form says, by the toast and in the page. */
export type Said = readonly [title: string, text: string];

/** A step of a form, as a visitor who knows what they want goes through it. */
export interface StepFacts {
  values: Readonly<Record<string, string>>;
  /** The button that sends it. */
  send: string;
  /** What is said when there is no answer, or none that can be read. */
  unreachable: Said;
  /** When the server says in its own words that it cannot; as above where absent. */
  unavailable?: Said;
  /** When the answer can be read, and says neither yes nor no; as above where absent. */
  unclear?: Said | 'taken';
  /** The title of a refusal for now, in the server's words. */
  tooMany: string;
}

export interface FormFacts extends FormPlace {
  steps: readonly StepFacts[];
  done: Said;
}

const HOME = '/?layout=lead-capture';
const PROCESSING = 'There was an error processing your request. Please try again.';
/** As the server says it when it cannot store a lead. */
export const UNAVAILABLE = 'We could not save your information just now. Please try again.';
/** When the contact of step 1 is no longer good. */
export const MISSING: Said = ['Error', 'Missing contact information. Please try again.'];
/** When `lead-form` keeps a lead in the browser. */
export const KEPT: Said = [
  'Information Saved Locally',
  'The connection failed, so your information is kept in this browser and sent when the connection is back.',
];
const names = { firstName: 'Wren', lastName: 'Ashdown' };

/** The four forms, in words that the specifications give and that are ours to write. */
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
      // Judged by its status alone, as specified.
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

/** A form with visitors of its own: nobody else has their number and address. */
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
