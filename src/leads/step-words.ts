import type { FormId } from './lead-wire.ts';

/** The words of a form's one step. */
export interface StepWords {
  /** Its heading, and its name to screen readers. */
  heading: string;
  submit: string;
  /** The button's label while the step is being sent. */
  busy: string;
}

/** The steps of each form. Together, because they are small; what comes after sending is in the forms' own files. */
export const stepWords: Readonly<Record<FormId, readonly StepWords[]>> = {
  'lead-form': [
    { heading: 'How can I reach you?', submit: 'Continue', busy: 'Sending...' },
    { heading: 'A few details', submit: 'Submit', busy: 'Processing...' },
  ],
  'quick-lead-form': [
    { heading: 'Your phone number or e-mail', submit: 'Get started', busy: 'Sending...' },
    { heading: 'A few details', submit: 'Send', busy: 'Submitting...' },
  ],
  'market-report-form': [
    {
      heading: 'Your phone number or e-mail for the report',
      submit: 'Get the report',
      busy: 'Please wait...',
    },
    { heading: 'Where to send it', submit: 'Subscribe', busy: 'Submitting...' },
  ],
  'contact-form': [{ heading: 'Your message', submit: 'Send Message', busy: 'Sending...' }],
};

/** Label of the button that goes back to step 1. */
export const BACK = 'Back';
