import type { FormWords } from './form-words.ts';

/** What the contact form says. */
export const contactFormWords: FormWords = {
  steps: [{ heading: 'Your message', submit: 'Send Message', busy: 'Sending...' }],
  done: {
    kind: 'success',
    title: 'Thank You!',
    text: "Your message has been received. I'll contact you soon!",
  },
  failed: [
    {
      kind: 'error',
      title: 'Submission Failed',
      text: 'There was an error processing your request. Please try again.',
    },
  ],
};
