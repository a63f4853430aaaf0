import { contactDetails, personFields } from './field-schemas.ts';
import type { LeadFormDefinition } from './form-definition.ts';
import { inquiry, payloadOf } from './lead-requests.ts';

const ID = 'contact-form';

/** The contact form: name, contact and inquiry in one step. */
export const contactForm: LeadFormDefinition = {
  id: ID,
  steps: [
    {
      schema: contactDetails,
      mode: 'onSubmit',
      fields: personFields,
      consent: true,
      heading: 'Your message',
      submit: 'Send Message',
      busy: 'Sending...',
      failed: {
        kind: 'error',
        title: 'Submission Failed',
        text: 'There was an error processing your request. Please try again.',
      },
    },
  ],
  done: {
    kind: 'success',
    title: 'Thank You!',
    text: "Your message has been received. I'll contact you soon!",
  },
  requests: (step, values, context) => [
    {
      method: 'POST',
      path: '/api/contact',
      body: payloadOf(ID, step, values, context, inquiry(ID)),
      judge: 'status',
    },
  ],
};
