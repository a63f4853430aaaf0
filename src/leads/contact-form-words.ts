import type { FormWords } from './form-words.ts';
import { stepWords } from './step-words.ts';

/** What the contact form says. */
export const contactFormWords: FormWords = {
  steps: stepWords['contact-form'],
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
