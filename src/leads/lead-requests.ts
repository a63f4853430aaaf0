import type { LeadPayload } from './lead-wire.ts';
import type { FormValues, PayloadContext } from './payload.ts';

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
export type StepRequests = (
  step: 1 | 2,
  values: FormValues,
  context: PayloadContext,
  endpoint: string,
) => LeadRequest[];
