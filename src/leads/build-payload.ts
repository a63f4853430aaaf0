import { contactFormRequests } from './contact-form-requests.ts';
import { leadFormRequests } from './lead-form-requests.ts';
import type { StepRequests } from './lead-requests.ts';
import type { FormId, LeadPayload } from './lead-wire.ts';
import { marketReportRequests } from './market-report-requests.ts';
import type { FormValues, PayloadContext } from './payload.ts';
import { quickLeadFormRequests } from './quick-lead-form-requests.ts';

/** What each form sends. For the server: in the browser each form brings only its own. */
const requestsOf: Readonly<Record<FormId, StepRequests>> = {
  'lead-form': leadFormRequests,
  'quick-lead-form': quickLeadFormRequests,
  'market-report-form': marketReportRequests,
  'contact-form': contactFormRequests,
};

/**
 * The body of a step's request: the fields that the specifications name in their sections 7, and ours. Of the market
 * report's second step it is the body of `POST /api/market-reports`; `buildReportUpdate` makes the one after it.
 */
export function buildPayload(
  form: FormId,
  step: 1 | 2,
  values: FormValues,
  context: PayloadContext,
): LeadPayload {
  return bodyOf(form, step, values, context, 0);
}

/** The body of `PUT /api/ghl/contact/{contactId}`, which follows on the market report's subscription. */
export function buildReportUpdate(values: FormValues, context: PayloadContext): LeadPayload {
  return bodyOf('market-report-form', 2, values, context, 1);
}

function bodyOf(form: FormId, step: 1 | 2, values: FormValues, context: PayloadContext, index: number) {
  const request = requestsOf[form](step, values, context, '')[index];
  if (!request) throw new Error(`The form "${form}" has no request ${index + 1} in step ${step}.`);
  return request.body;
}
