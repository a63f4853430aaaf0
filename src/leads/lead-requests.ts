import { buildPayload, buildReportUpdate, type FormValues, type PayloadContext } from './build-payload.ts';
import type { FormId, LeadPayload } from './lead-wire.ts';

/** One request of a step, as it is sent, and as it is kept to be sent again. */
export interface LeadRequest {
  method: 'POST' | 'PUT';
  path: string;
  body: LeadPayload;
  /**
   * What of the answer says that it is received: `success` its flag, `status` its text, `ok` the status code alone.
   * The specifications differ by form.
   */
  judge: 'success' | 'status' | 'ok';
}

/** The requests of a form's step, in their order. `endpoint` is what `leadEndpoint` answers. */
export function leadRequests(
  form: FormId,
  step: 1 | 2,
  values: FormValues,
  context: PayloadContext,
  endpoint: string,
): LeadRequest[] {
  const body = buildPayload(form, step, values, context);
  if (form === 'contact-form') return [{ method: 'POST', path: '/api/contact', body, judge: 'status' }];
  if (form === 'market-report-form' && step === 2) {
    return [
      { method: 'POST', path: '/api/market-reports', body, judge: 'ok' },
      {
        method: 'PUT',
        path: `/api/ghl/contact/${encodeURIComponent(context.contactId ?? '')}`,
        body: buildReportUpdate(values, context),
        judge: 'success',
      },
    ];
  }
  return [{ method: 'POST', path: endpoint, body, judge: judgeOf(form, step) }];
}

function judgeOf(form: FormId, step: 1 | 2): LeadRequest['judge'] {
  if (form === 'market-report-form') return 'status';
  return form === 'quick-lead-form' && step === 2 ? 'ok' : 'success';
}
