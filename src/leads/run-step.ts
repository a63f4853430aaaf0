import { showToast } from '../ui/toast-store.ts';
import { trackEvent } from './analytics.ts';
import { countLead } from './count-lead.ts';
import type { FormPlan } from './form-plan.ts';
import type { FormNotice } from './form-state.ts';
import { tagLines } from './lead-tags.ts';
import type { FormValues } from './payload.ts';
import { postFields } from './post-fields.ts';
import { recordedAttribution } from './recorded-attribution.ts';
import { forgetContact, saveContact } from './saved-contact.ts';
import { sendStep, type StepResult } from './send-step.ts';
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
export interface StepEnd {
  to: 'same' | 'restart' | 'next' | 'done';
  notice?: FormNotice | undefined;
  /** By the names of the fields that the visitor sees. */
  faults?: Readonly<Record<string, string>>;
  contactId?: string | undefined;
}

/** Sends a step, and does what follows: storage keys, statistics, the toast. Never throws. */
export async function runStep(run: StepRun): Promise<StepEnd> {
  const { plan, step, values, fields, contactId, tags, ...facts } = run;
  const form_id = plan.id;
  const last = step === plan.words.steps.length;
  const result: StepResult =
    step === 2 && !contactId
      ? { kind: 'restart' }
      : await sendStep(
          { plan, step, last },
          { ...values, [postFields.honeypot]: honeypotOf(fields) },
          { ...facts, contactId, tags: tagLines(tags), attribution: recordedAttribution() },
        );
  const end = endOf(run, result, last);
  if (end.notice) showToast(end.notice);
  if (end.to !== 'next' && end.to !== 'done') return end;
  // Once a session: from then on it has a contact id.
  if (!contactId) countLead(form_id, facts.session);
  if (last) {
    forgetContact(form_id);
    trackEvent('form_complete', { form_id });
  } else {
    saveContact(form_id, values);
    if (!contactId) trackEvent('form_step_complete', { form_id, step });
  }
  return end;
}

function endOf({ plan, step, fields }: StepRun, result: StepResult, last: boolean): StepEnd {
  const say = (outcome: StepOutcome) => stepNotice(plan.words, step, outcome);
  if (result.kind === 'wrong-fields') {
    const faults = faultsOf(fields, result.fields);
    if (Object.keys(faults).length > 0) return { to: 'same', faults };
  }
  const notice = say(outcomeOf(result));
  if (result.kind === 'restart') return { to: 'restart', notice };
  if (result.kind !== 'stored') return { to: 'same', notice };
  const { contactId } = result;
  if (last) return { to: 'done', notice };
  // Without a contact id there is no second step to go to.
  return contactId ? { to: 'next', notice, contactId } : { to: 'same', notice: say({ kind: 'refused' }) };
}

/** What stands in the field that no visitor sees. */
function honeypotOf(form: HTMLFormElement): string {
  const value = new FormData(form).get(postFields.honeypot);
  return typeof value === 'string' ? value : '';
}

/** The server's field names are the payload's; the one input for either has a name of its own. */
function faultsOf(
  { elements }: HTMLFormElement,
  fields: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> {
  const isShown = (name: string) => {
    const control = elements.namedItem(name);
    return control && !(control instanceof HTMLInputElement && control.type === 'hidden');
  };
  return Object.fromEntries(
    Object.entries(fields)
      .map(([name, message]) => [isShown(name) ? name : 'contact', message] as const)
      .filter(([name]) => isShown(name)),
  );
}

function outcomeOf(result: StepResult): StepOutcome {
  if (result.kind === 'wrong-fields') return { kind: 'refused', error: Object.values(result.fields)[0] };
  if (result.kind !== 'unreachable') return result;
  // A server that says what is wrong is quoted, unless the lead is safe here.
  return result.error !== undefined && !result.kept
    ? { kind: 'refused', error: result.error }
    : { kind: 'unreachable', kept: result.kept === true };
}
