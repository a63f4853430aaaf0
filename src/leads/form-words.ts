import type { FormNotice } from './form-state.ts';

/** The words of a form's one step. */
export interface StepWords {
  /** Its heading, and its name to screen readers. */
  heading: string;
  submit: string;
  /** The button's label while the step is being sent. */
  busy: string;
}

/** What a form says, so that the server, without script, and the browser say the same. */
export interface FormWords {
  steps: readonly StepWords[];
  /** After step 1, where the specification has words for it. */
  received?: FormNotice;
  done: FormNotice;
  /** By step: the server refused it, or could not be reached. */
  failed: readonly FormNotice[];
  /** Whether what the server says stands in place of the text of `failed`. */
  repeatsServer?: true;
  /** By step: the request itself failed. Absent: the same as `failed`. */
  unexpected?: readonly FormNotice[];
  /** By step: stored, while no CRM is connected. Absent: an ordinary success. */
  localOnly?: readonly FormNotice[];
  /** The last step could not be sent and is kept in this browser. Absent: `failed`. */
  keptLocally?: FormNotice;
}

/** The contact id is no longer good, or was never there: back to step 1. */
export const MISSING_CONTACT: FormNotice = {
  kind: 'error',
  title: 'Error',
  text: 'Missing contact information. Please try again.',
};
