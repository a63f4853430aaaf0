import type { FormWords } from './form-words.ts';

/** What the market report's form says. */
export const marketReportWords: FormWords = {
  steps: [
    {
      heading: 'Your phone number or e-mail for the report',
      submit: 'Get the report',
      busy: 'Please wait...',
    },
    { heading: 'Where to send it', submit: 'Subscribe', busy: 'Submitting...' },
  ],
  done: {
    kind: 'success',
    title: 'Subscription Successful!',
    text: "You're now subscribed to our monthly market updates.",
  },
  failed: [
    {
      kind: 'error',
      title: 'Error',
      text: 'There was a problem with your submission. Please try again.',
    },
    {
      kind: 'error',
      title: 'Subscription Failed',
      text: 'There was an error processing your subscription. Please try again.',
    },
  ],
};
