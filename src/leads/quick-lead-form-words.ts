import type { FormWords } from './form-words.ts';

/** What the short form of the home page says. */
export const quickLeadFormWords: FormWords = {
  steps: [
    { heading: 'Your phone number or e-mail', submit: 'Get started', busy: 'Sending...' },
    { heading: 'A few details', submit: 'Send', busy: 'Submitting...' },
  ],
  received: { kind: 'success', title: 'Contact info received', text: 'Please complete your information' },
  done: {
    kind: 'success',
    title: 'Thank You!',
    text: "Your information has been received. I'll contact you soon!",
  },
  failed: [
    {
      kind: 'error',
      title: 'Connection Error',
      text: 'There was a problem with your request. Please try again.',
    },
    {
      kind: 'error',
      title: 'Submission Failed',
      text: 'There was an error processing your request. Please try again.',
    },
  ],
};
