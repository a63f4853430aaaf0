import type { FormValues, PayloadContext } from './payload.ts';
import { leadEndpoint } from './lead-endpoint.ts';
import type { FormPlan } from './form-plan.ts';
import type { LeadRequest } from './lead-requests.ts';
import { leadSettings } from './lead-settings.ts';
import { sendLead, type SendResult } from './send-lead.ts';
import { dropUnsent, keepLead, leadRecord, storedLeads } from './stored-leads.ts';

/** What a step is: of which form, and whether it is the last one. */
interface Step {
  plan: FormPlan;
  step: 1 | 2;
  last: boolean;
}

/** What became of a step; `kept` where this browser keeps it and sends it again. */
export type StepResult = SendResult & { kept?: boolean };

/**
 * Sends a step's requests, in order, until one fails. A last step is kept in this browser from before it is sent,
 * for a visitor who leaves meanwhile, until it is answered; what could not be sent stays. `since` is the epoch
 * millisecond of the form's first sight, 0 where that is not known. Never throws.
 */
export async function sendStep(
  { plan, step, last }: Step,
  values: FormValues,
  { since, ...facts }: Omit<PayloadContext, 'elapsed'> & { since: number },
): Promise<StepResult> {
  const context: PayloadContext = { ...facts, elapsed: since ? Date.now() - since : undefined };
  const endpoint = leadEndpoint(location.hostname, leadSettings().leadEndpoint);
  const requests = plan.requests(step, values, context, endpoint);
  const { session } = context;
  const earlier = storedLeads().find(({ unsent }) => unsent?.session === session);
  const record = recordOf(requests, values, context);
  const kept = last && keepLead({ ...record, hasError: true, unsent: { session, requests } });
  let result: SendResult = { kind: 'unreachable' };
  for (const request of requests) {
    result = await sendLead(request);
    if (result.kind !== 'stored') break;
  }
  if (!last) return result;
  if (result.kind === 'unreachable' || result.kind === 'too-many') return { ...result, kept };
  if (result.kind !== 'stored' && earlier) keepLead(earlier);
  else dropUnsent(session);
  if (result.kind === 'stored' && plan.id === 'lead-form') {
    keepLead({ ...record, ...localOnly(result.isLocalOnly) });
  }
  return result;
}

function recordOf(
  requests: readonly LeadRequest[],
  values: FormValues,
  { contactId, session }: PayloadContext,
) {
  const body = requests.at(-1)?.body;
  return leadRecord(values, {
    contactId: contactId ?? `local_${session}`,
    source: body?.source ?? '',
    tags: body?.tags ?? [],
  });
}

function localOnly(isLocalOnly: boolean) {
  return isLocalOnly ? { isLocalOnly } : {};
}
