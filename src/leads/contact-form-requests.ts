import { inquiry } from './inquiry-payload.ts';
import type { StepRequests } from './lead-requests.ts';
import { payloadOf } from './payload.ts';

/** What the contact form sends. It has one step; whoever says two means that one. */
export const contactFormRequests: StepRequests = (step, values, context) => [
  {
    method: 'POST',
    path: '/api/contact',
    body: payloadOf('contact-form', step, values, context, inquiry('contact-form')),
    judge: 'status',
  },
];
