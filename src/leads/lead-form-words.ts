import type { FormWords } from './form-words.ts';

const refused = { kind: 'error', title: 'Error', text: 'Failed to process your information' } as const;
const unexpected = {
  kind: 'error',
  title: 'Error',
  text: 'An unexpected error occurred. Please try again.',
} as const;
const later =
  'Your information has been saved locally and will be sent to our CRM when the connection is restored.';

/** What the two-step form of the buyer and seller pages says. */
export const leadFormWords: FormWords = {
  steps: [
    { heading: 'How can I reach you?', submit: 'Continue', busy: 'Sending...' },
    { heading: 'A few details', submit: 'Submit', busy: 'Processing...' },
  ],
  done: { kind: 'success', title: 'Success', text: 'Thank you! Your information has been submitted.' },
  failed: [refused, refused],
  repeatsServer: true,
  unexpected: [unexpected, unexpected],
  localOnly: [
    { kind: 'info', title: 'Information', text: later },
    { kind: 'info', title: 'Information Saved', text: later },
  ],
  keptLocally: {
    kind: 'info',
    title: 'Information Saved Locally',
    text: 'The connection failed, so your information is kept in this browser and sent when the connection is back.',
  },
};
