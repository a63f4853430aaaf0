import { showToast } from '../ui/toast-store.ts';
import { trackEvent } from './analytics.ts';
import type { FormValues } from './payload.ts';
import type { FormNotice } from './form-state.ts';
import { tagLines } from './lead-tags.ts';
import type { FormPlan } from './form-plan.ts';
import { postFields } from './post-fields.ts';
import { recordedAttribution } from './recorded-attribution.ts';
import { forgetContact, saveContact } from './saved-contact.ts';
import { sendStep, type StepResult } from './send-step.ts';
import { honeypotOf, shownNames } from './form-fields.ts';
import { stepNotice, type StepOutcome } from './step-notice.ts';

/** A step that is to be sent, and the form it belongs to. */
export interface StepRun {
  plan: FormPlan;
  step: 1 | 2;
  values: FormValues;
  fields: HTMLFormElement;
  session: string;
  contactId: string | undefined;
  /** Epoch milliseconds of the form's first sight. */
  since: number;
  page: string;
  /** The placement's, as the editor wrote them. */
  source: string | undefined;
  tags: string | undefined;
}

/** Where the form stands afterwards. */
export type StepEnd =
  /** By the names of the fields that the visitor sees. */
  | { kind: 'wrong-fields'; faults: Readonly<Record<string, string>> }
  | { kind: 'failed'; notice: FormNotice | undefined }
  | { kind: 'restart'; notice: FormNotice | undefined }
  | { kind: 'next'; notice: FormNotice | undefined; contactId: string }
  | { kind: 'done'; notice: FormNotice | undefined };

/** Sends a step, and does what follows: storage keys, statistics, the toast. Never throws. */
export async function runStep(run: StepRun): Promise<StepEnd> {
  const { plan, step, values, contactId } = run;
  const form = plan.id;
  const last = step === plan.words.steps.length;
  const result = step === 2 && !contactId ? ({ kind: 'restart' } as const) : await send(run, last);
  const end = endOf(run, result, last);
  if ('notice' in end && end.notice) showToast(end.notice);
  if (end.kind !== 'next' && end.kind !== 'done') return end;
  // Once a session: from then on it has a contact id.
  if (!contactId) trackEvent('generate_lead', { form_id: form });
  if (end.kind === 'next') {
    saveContact(form, values);
    trackEvent('form_step_complete', { form_id: form, step });
  } else {
    forgetContact(form);
    trackEvent('form_complete', { form_id: form });
  }
  return end;
}

function send(run: StepRun, last: boolean): Promise<StepResult> {
  const { plan, step, fields, values, session, contactId, since, page, source, tags } = run;
  return sendStep(
    { plan, step, last },
    { ...values, [postFields.honeypot]: honeypotOf(fields) },
    {
      session,
      contactId,
      page,
      source,
      tags: tagLines(tags),
      attribution: recordedAttribution(),
      since,
    },
  );
}

function endOf({ plan, step, fields }: StepRun, result: StepResult, last: boolean): StepEnd {
  const say = (outcome: StepOutcome) => stepNotice(plan.words, step, outcome);
  if (result.kind === 'wrong-fields') {
    const faults = faultsOf(fields, result.fields);
    if (Object.keys(faults).length > 0) return { kind: 'wrong-fields', faults };
  }
  const notice = say(outcomeOf(result));
  if (result.kind === 'restart') return { kind: 'restart', notice };
  if (result.kind !== 'stored') return { kind: 'failed', notice };
  if (last) return { kind: 'done', notice };
  const { contactId } = result;
  // Without a contact id there is no second step to go to.
  return contactId
    ? { kind: 'next', notice, contactId }
    : { kind: 'failed', notice: say({ kind: 'refused' }) };
}

/** The server's field names are the payload's; the one input for either has a name of its own. */
function faultsOf(
  form: HTMLFormElement,
  fields: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const shown = shownNames(form);
  const named = Object.entries(fields).map(([name, message]): [string, string] => [
    shown.has(name) ? name : 'contact',
    message,
  ]);
  return Object.fromEntries(named.filter(([name]) => shown.has(name)));
}

function outcomeOf(result: StepResult): StepOutcome {
  if (result.kind === 'wrong-fields') return { kind: 'refused', error: Object.values(result.fields)[0] };
  if (result.kind !== 'unreachable') return result;
  // A server that says what is wrong is quoted, unless the lead is safe here.
  return result.error !== undefined && !result.kept
    ? { kind: 'refused', error: result.error }
    : { kind: 'unreachable', kept: result.kept === true };
}
