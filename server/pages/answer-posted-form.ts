import { randomUUID } from 'node:crypto';
import { allFormWords } from '../../src/leads/all-form-words.ts';
import type { Attribution } from '../../src/leads/attribution.ts';
import { buildPayload, buildReportUpdate } from '../../src/leads/build-payload.ts';
import type { PayloadContext } from '../../src/leads/payload.ts';
import type { FormNotice, FormState } from '../../src/leads/form-state.ts';
import { stepCount, stepErrors } from '../../src/leads/form-steps.ts';
import { withCorrection, withNewContact } from '../../src/leads/form-standing.ts';
import { tagLines } from '../../src/leads/lead-tags.ts';
import type { LeadPayload, LeadRefusal } from '../../src/leads/lead-wire.ts';
import { stepNotice, type StepOutcome } from '../../src/leads/step-notice.ts';
import type { PostedForm } from './posted-form.ts';

/** What became of a payload. */
export type Sent =
  | { kind: 'stored'; contactId: string; session: string; isLocalOnly: boolean }
  | { kind: 'refused'; status: number; refusal: LeadRefusal };

/** Hands a payload in, as the endpoint of that name does. */
export type SendPayload = (payload: LeadPayload, endpoint: 'contact' | 'market-reports') => Promise<Sent>;

/** Where the form stands. */
interface Place {
  /** Path of the page. */
  path: string;
  attribution?: Attribution | undefined;
}

/** The status a post is answered with, and where its form stands then. */
export interface PostAnswer {
  status: number;
  state: FormState;
}

/** Does what a posted form asks for: the first step again, what is wrong with this one, or what comes after it. */
export async function answerPostedForm(
  posted: PostedForm,
  place: Place,
  send: SendPayload,
): Promise<PostAnswer> {
  const { form, step, values, contactId } = posted;
  const state: FormState = {
    step,
    session: posted.session ?? randomUUID(),
    ...(contactId ? { contactId } : {}),
    values,
    errors: {},
  };
  const first = { ...state, step: 1, values: withCorrection(form, values) } as const;
  if (posted.back) return { status: 200, state: first };
  const errors = errorsOf(posted);
  if (Object.keys(errors).length > 0) {
    return { status: 422, state: { ...state, errors, notice: errorNotice(errors) } };
  }

  const words = allFormWords[form];
  const sent = await sendStep(posted, place, send);
  if (sent.kind === 'stored') {
    const notice = stepNotice(words, step, sent);
    const { session, contactId: id } = sent;
    const next = step === stepCount(form) ? 'sent' : 2;
    const going = next === 2 ? withNewContact(form, values) : values;
    const reached = { ...state, step: next, session, contactId: id, values: going } as const;
    return { status: 200, state: { ...reached, ...(notice && { notice }) } };
  }
  const { status, refusal } = sent;
  const notice = stepNotice(words, step, outcomeOf(sent));
  if (refusal.restart) {
    // The handle is good for nothing: the next first step begins anew, with all that was typed.
    const { contactId: _, ...rest } = first;
    return { status, state: { ...rest, session: randomUUID(), ...(notice && { notice }) } };
  }
  const fields = refusal.fields ?? {};
  // Where it is not known what became of it, the same must be sent again under the same name.
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

/** A field that did not come at all is as wrong as an empty one, in the same words. */
function errorsOf({ form, step, values }: PostedForm): Record<string, string> {
  const errors = stepErrors(form, step, values);
  const missing = Object.keys(errors).filter((name) => values[name] === undefined);
  if (missing.length === 0) return errors;
  return stepErrors(form, step, { ...Object.fromEntries(missing.map((name) => [name, ''])), ...values });
}

async function sendStep(posted: PostedForm, place: Place, send: SendPayload): Promise<Sent> {
  const { form, step, fields, placement } = posted;
  const { source, tags } = placement.props;
  const context: PayloadContext = {
    session: posted.session ?? '',
    contactId: posted.contactId,
    page: place.path,
    source: typeof source === 'string' ? source : undefined,
    tags: tagLines(typeof tags === 'string' ? tags : undefined),
    attribution: place.attribution,
  };
  const payload = buildPayload(form, step, fields, context);
  if (form !== 'market-report-form' || step === 1) return send(payload, 'contact');
  // What the browser does in two calls: the subscription, then the contact's details.
  const subscribed = await send(payload, 'market-reports');
  if (subscribed.kind === 'refused') return subscribed;
  const { session, contactId } = subscribed;
  return send(buildReportUpdate(fields, { ...context, session, contactId }), 'contact');
}

function outcomeOf({ status, refusal }: Extract<Sent, { kind: 'refused' }>): StepOutcome {
  if (refusal.restart) return { kind: 'restart' };
  if (status === 429) return { kind: 'too-many', error: refusal.error };
  return { kind: 'refused', error: refusal.error };
}

function errorNotice(errors: Readonly<Record<string, string>>): FormNotice {
  const many = Object.keys(errors).length > 1;
  return {
    kind: 'error',
    title: 'Almost there',
    text: many
      ? 'Some entries need another look. Each says below what is missing.'
      : 'One entry needs another look. It says below what is missing.',
  };
}
