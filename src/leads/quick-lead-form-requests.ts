import { contactOnly } from './contact-payload.ts';
import { inquiry } from './inquiry-payload.ts';
import type { StepRequests } from './lead-requests.ts';
import { payloadOf, type PayloadBuilder } from './payload.ts';

const FORM = 'quick-lead-form';

const details: PayloadBuilder = (read, context) => ({ ...inquiry(FORM)(read, context), addTags: true });

/** What the short form of the home page sends. */
export const quickLeadFormRequests: StepRequests = (step, values, context, endpoint) => [
  {
    method: 'POST',
    path: endpoint,
    body: payloadOf(FORM, step, values, context, step === 1 ? contactOnly(FORM) : details),
    judge: step === 1 ? 'success' : 'ok',
  },
];
