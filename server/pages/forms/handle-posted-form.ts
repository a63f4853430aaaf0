import { randomUUID } from 'node:crypto';
import {
  formDefinitions,
  buildStepPayload,
  buildContactUpdatePayload,
  stepCount,
  stepErrors,
} from '../../../src/contracts/forms/all-forms.ts';
import type { Attribution } from '../../../src/contracts/leads/attribution.ts';
import type { PayloadContext } from '../../../src/contracts/forms/build-requests.ts';
import type { FormNoticeContent, PostedFormState } from '../../../src/contracts/leads/form-state.ts';
import { withCorrectedContact, withNewContact } from '../../../src/contracts/forms/form-definition.ts';
import { parseTagLines } from '../../../src/contracts/forms/lead-tags.ts';
import type { LeadPayload, LeadErrorResponse } from '../../../src/contracts/leads/lead-request.ts';
import { stepNotice, type StepOutcome } from '../../../src/contracts/forms/step-messages.ts';
import type { PostedForm } from './read-posted-form.ts';

/** The result of a submission: the stored lead, or the reason why it was refused. */
export type LeadSubmissionResult =
  | { kind: 'stored'; contactId: string; session: string }
  | { kind: 'refused'; status: number; refusal: LeadErrorResponse };

/** Submits a payload as a lead, with the same effect as a browser's request to the API endpoint `endpoint`. */
export type SubmitLeadPayload = (
  payload: LeadPayload,
  endpoint: 'contact' | 'market-reports',
) => Promise<LeadSubmissionResult>;

/** The path of the form's page, the time of the post, and the campaign that brought the visitor. */
interface Place {
  path: string;
  /** Epoch milliseconds. */
  now: number;
  attribution?: Attribution | undefined;
}

/** The response status for a post, and the resulting state of its form. */
export interface FormPostResponse {
  status: number;
  state: PostedFormState;
}

/** Handles a posted form: goes back to the first step, reports errors, or submits this step and moves on. */
export async function handlePostedForm(
  posted: PostedForm,
  place: Place,
  send: SubmitLeadPayload,
): Promise<FormPostResponse> {
  const { form, step, values, contactId } = posted;
  const state: PostedFormState = {
    step,
    session: posted.session ?? randomUUID(),
    ...(contactId ? { contactId } : {}),
    values,
    errors: {},
  };
  const first = { ...state, step: 1, values: withCorrectedContact(formDefinitions[form], values) } as const;
  if (posted.back) return { status: 200, state: first };
  const errors = errorsOf(posted);
  if (Object.keys(errors).length > 0) {
    return { status: 422, state: { ...state, errors, notice: errorNotice(errors) } };
  }

  const definition = formDefinitions[form];
  const sent = await sendStep(posted, place, send);
  if (sent.kind === 'stored') {
    const notice = stepNotice(definition, step, sent);
    const { session, contactId: id } = sent;
    const next = step === stepCount(form) ? 'sent' : 2;
    const going = next === 2 ? withNewContact(definition, values) : values;
    const reached = { ...state, step: next, session, contactId: id, values: going } as const;
    const sentAt = next === 'sent' ? { sentAt: place.now } : {};
    return { status: 200, state: { ...reached, ...sentAt, ...(notice && { notice }) } };
  }
  const { status, refusal } = sent;
  const notice = stepNotice(definition, step, outcomeOf(sent));
  if (refusal.restart) {
    // The contact id is no longer valid: the form starts again at step 1 and keeps everything the visitor typed.
    const { contactId: _, ...rest } = first;
    return { status, state: { ...rest, session: randomUUID(), ...(notice && { notice }) } };
  }
  const fields = refusal.fields ?? {};
  // After a server error, the lead may have been stored anyway. The server recognizes a retry with the same session, or
  // again without one.
  const session = status >= 500 ? (posted.session ?? '') : state.session;
  return {
    status,
    state: {
      ...state,
      session,
      errors: fields,
      ...(Object.keys(fields).length > 0 ? { notice: errorNotice(fields) } : notice && { notice }),
    },
  };
}

/** Returns the errors of a step. A missing field gets the same error message as an empty one. */
function errorsOf({ form, step, values }: PostedForm): Record<string, string> {
  const errors = stepErrors(form, step, values);
  const missing = Object.keys(errors).filter((name) => values[name] === undefined);
  if (missing.length === 0) return errors;
  return stepErrors(form, step, { ...Object.fromEntries(missing.map((name) => [name, ''])), ...values });
}

async function sendStep(
  posted: PostedForm,
  place: Place,
  send: SubmitLeadPayload,
): Promise<LeadSubmissionResult> {
  const { form, step, fields, placement } = posted;
  const { source, tags } = placement.props;
  const context: PayloadContext = {
    session: posted.session ?? '',
    contactId: posted.contactId,
    page: place.path,
    source: typeof source === 'string' ? source : undefined,
    tags: parseTagLines(typeof tags === 'string' ? tags : undefined),
    attribution: place.attribution,
  };
  const payload = buildStepPayload(form, step, fields, context);
  if (form !== 'market-report-form' || step === 1) return send(payload, 'contact');
  // Two requests, as in the browser: first the subscription, then the contact's details.
  const subscribed = await send(payload, 'market-reports');
  if (subscribed.kind === 'refused') return subscribed;
  const { session, contactId } = subscribed;
  return send(buildContactUpdatePayload(fields, { ...context, session, contactId }), 'contact');
}

function outcomeOf({ status, refusal }: Extract<LeadSubmissionResult, { kind: 'refused' }>): StepOutcome {
  if (refusal.restart) return { kind: 'restart' };
  if (status === 429) return { kind: 'busy', error: refusal.error };
  if (status === 503) return { kind: 'not-stored', error: refusal.error };
  if (status >= 500) return { kind: 'failed', kept: false, error: refusal.error };
  return { kind: 'refused', error: refusal.error };
}

function errorNotice(errors: Readonly<Record<string, string>>): FormNoticeContent {
  const many = Object.keys(errors).length > 1;
  return {
    kind: 'error',
    title: 'Almost there',
    text: many
      ? 'Some entries need another look. Each says below what is missing.'
      : 'One entry needs another look. It says below what is missing.',
  };
}
