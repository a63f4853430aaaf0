import { z } from 'zod';
import { DeliveryError, type DeliverLead, personalValues } from './delivery.ts';
import { leadReference, leadValues } from './lead-crm-fields.ts';
import { parseStringArray } from '../../platform/parse-string-array.ts';
import { redactText } from '../../platform/logging/redact-error.ts';

const TIMEOUT_MS = 15_000;

const workflowResponse = z.object({ status: z.string() });

/**
 * Creates the delivery that posts a lead to the inbound webhook (`url`) of a HighLevel workflow. Retries send the same
 * `idempotencyKey`. HighLevel returns 200 for unknown URLs too, so the lead's history keeps the status from the
 * response body.
 */
export function createWorkflowDelivery(url: string): DeliverLead {
  return async ({ delivery, lead, consents }, progress) => {
    await progress.beforeCall();
    const { signal } = progress;
    const limit = AbortSignal.timeout(TIMEOUT_MS);
    const customData = Object.fromEntries(
      leadValues(lead, consents, null).map(({ key, value }) => [key, value]),
    );
    let response: Response;
    let text: string;
    try {
      response = await fetch(url, {
        method: 'POST',
        headers: {
          'Content-Type': 'application/json',
          'Idempotency-Key': delivery.id,
          // The id of the visitor's request, as it appears in the log.
          ...(delivery.request_id === null ? {} : { 'X-Request-Id': delivery.request_id }),
        },
        body: JSON.stringify({
          idempotencyKey: delivery.id,
          reference: leadReference(lead.id),
          firstName: lead.first_name,
          lastName: lead.last_name,
          email: lead.email,
          phone: lead.phone_e164 ?? lead.phone,
          source: lead.source,
          tags: parseStringArray(lead.tags),
          notes: lead.notes,
          page: lead.page,
          receivedAt: new Date(lead.created_at).toISOString(),
          customData,
        }),
        redirect: 'error',
        signal: AbortSignal.any([signal, limit]),
      });
      text = await response.text();
    } catch (cause) {
      signal.throwIfAborted();
      const reason = limit.aborted
        ? `did not answer in ${TIMEOUT_MS / 1000} s`
        : 'could not be reached; check GHL_INBOUND_WEBHOOK_URL';
      throw new DeliveryError('transient', `The workflow trigger ${reason}.`, { cause });
    }
    if (!response.ok) {
      throw new DeliveryError(
        'transient',
        `The workflow trigger answered ${response.status}. Check that the workflow is published.`,
      );
    }
    return { detail: { status: response.status, answer: redactText(statusIn(text), personalValues(lead)) } };
  };
}

function statusIn(text: string): string {
  try {
    return workflowResponse.parse(JSON.parse(text)).status;
  } catch {
    return '';
  }
}
