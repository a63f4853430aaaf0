import type { FormPlace } from './form-visit.ts';

/** A message in the form's section. A toast repeats it unless it names a known cause. */
export type ShownMessage = readonly [title: string, text: string];

/** A step of a form, with values that pass validation. */
export interface StepFacts {
  values: Readonly<Record<string, string>>;
  /** The label of the submit button. */
  send: string;
  /** The message if there is no response. */
  unreachable: ShownMessage;
  /** The message if the response is a server error, or cannot be read. */
  failed: ShownMessage;
  /** The message if the response is valid but reports neither success nor failure. Defaults to `failed`. */
  unclear?: ShownMessage | 'taken';
}

export interface FormFacts extends FormPlace {
  steps: readonly StepFacts[];
  done: ShownMessage;
}

const HOME = '/?layout=lead-capture';
const PROCESSING = 'There was an error processing your request. Please try again.';
/** The server's message if it cannot store a lead. */
export const UNAVAILABLE = 'We could not save your information just now. Please try again.';
/** The message if the contact from step 1 is no longer valid. */
export const MISSING: ShownMessage = ['Error', 'Missing contact information. Please try again.'];
/** The messages for known causes. In a last step, this browser keeps the lead. */
const KEPT_TEXT = 'What you typed is kept in this browser, and is sent when the connection is back.';
export const UNREACHABLE: ShownMessage = [
  'We could not be reached',
  'The connection failed. What you typed is kept here. Please send it again.',
];
const UNREACHABLE_KEPT: ShownMessage = ['We could not be reached', `The connection failed. ${KEPT_TEXT}`];
export const busy = (text: string): ShownMessage => [
  'We are too busy right now',
  `${text} What you typed is kept here.`,
];
/** The message if the server cannot store the lead. */
export const NOT_STORED: ShownMessage = [
  'This could not be saved',
  `${UNAVAILABLE} What you typed is kept here.`,
];
/** The messages if `lead-form` stores a lead in the browser. */
export const KEPT: ShownMessage = ['Information Saved Locally', `The connection failed. ${KEPT_TEXT}`];
const KEPT_AFTER_FAULT: ShownMessage = [
  'Information Saved Locally',
  'It could not be sent, so your information is kept in this browser and is sent later.',
];
/** The message if a form's last step is sent while the browser is offline. */
export const offline = ({ block }: FormPlace): ShownMessage => [
  block === 'lead-form' ? 'Information Saved Locally' : 'No connection',
  `You are offline. ${KEPT_TEXT}`,
];
const names = { firstName: 'Wren', lastName: 'Ashdown' };

/** The four forms and their expected messages. */
export const lead: FormFacts = {
  path: '/buy',
  placement: 'contact',
  block: 'lead-form',
  steps: [
    {
      values: { contactMethod: 'phone', phone: '515-555-0100', consentService: 'on' },
      send: 'Continue',
      unreachable: UNREACHABLE,
      failed: ['Error', 'An unexpected error occurred. Please try again.'],
      unclear: ['Error', 'Failed to process your information'],
    },
    {
      values: { ...names, email: 'wren@example.com', source: 'Google', message: 'A porch,\nplease.' },
      send: 'Send my request',
      unreachable: KEPT,
      failed: KEPT_AFTER_FAULT,
      unclear: ['Error', 'Failed to process your information'],
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
      unreachable: UNREACHABLE,
      failed: ['Connection Error', 'There was a problem with your request. Please try again.'],
    },
    {
      values: { ...names, phone: '515-555-0101', inquiryType: 'selling', consentMarketing: 'on' },
      send: 'Send my request',
      unreachable: UNREACHABLE_KEPT,
      failed: ['Submission Failed', PROCESSING],
      // By specification, only the status of this response counts.
      unclear: 'taken',
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
      unreachable: UNREACHABLE,
      failed: ['Error', 'There was a problem with your submission. Please try again.'],
    },
    {
      values: { name: 'Wren Ashdown', email: 'wren@example.com', areas: 'beaverdale' },
      send: 'Subscribe',
      unreachable: UNREACHABLE_KEPT,
      failed: ['Subscription Failed', 'There was an error processing your subscription. Please try again.'],
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
      values: {
        ...names,
        email: 'wren@example.com',
        phone: '515-555-0103',
        inquiryType: 'buying',
        message: 'A porch,\nplease.',
      },
      send: 'Send my message',
      unreachable: UNREACHABLE_KEPT,
      failed: ['Submission Failed', PROCESSING],
    },
  ],
  done: ['Thank You!', "Your message has been received. I'll contact you soon!"],
};
export const allForms = [lead, quick, report, contact] as const;

let last = 1000;

/** Returns a copy of the form data with a phone number and e-mail address that no other test uses. */
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
