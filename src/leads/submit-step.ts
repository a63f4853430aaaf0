import { tryStorage } from './browser-storage.ts';
import { dismissToast, showToast } from '../ui/feedback/toast-store.ts';
import { trackEvent, trackLead } from './analytics.ts';
import type { FormNoticeContent } from '../contracts/leads/form-state.ts';
import { parseTagLines } from '../contracts/forms/lead-tags.ts';
import type { FormValues, PayloadContext, LeadRequest } from '../contracts/forms/build-requests.ts';
import { formPostFields } from '../contracts/leads/lead-request.ts';
import { readUncheckedAttribution } from './record-attribution-touch.ts';
import { stepNotice, type StepOutcome } from '../contracts/forms/step-messages.ts';
import {
  leadEndpoint,
  leadSettings,
  isRetryable,
  sendOrRecreateLead,
  sendLead,
  type SendLeadResult,
} from './send-lead.ts';
import type { LeadFormDefinition } from '../contracts/forms/form-definition.ts';
import { dropUnsentLead, saveLeadInBrowser, toStoredLead, storedLeads } from './stored-leads.ts';

/** A step to send, and the form it belongs to. */
interface StepRun {
  form: LeadFormDefinition;
  step: 1 | 2;
  values: FormValues;
  fields: HTMLFormElement;
  session: string;
  contactId: string | undefined;
  /** When the form was first shown, in epoch milliseconds; 0 if unknown. */
  since: number;
  page: string;
  /** The placement's source and tags, as the editor typed them. */
  source: string | undefined;
  tags: string | undefined;
  /** Whether this adds to a lead that is complete already, so that the form is not counted again. */
  amends?: boolean;
}

/**
 * How the form continues after a step. `same`: it stays at the step. `restart`: it returns to step 1, because the
 * contact id is missing or has expired. `next`: it goes to step 2. `done`: the lead is complete.
 */
export interface StepTransition {
  to: 'same' | 'restart' | 'next' | 'done';
  notice?: FormNoticeContent | undefined;
  /** Messages by field name, using the names of the visible fields. */
  faults?: Readonly<Record<string, string>>;
  contactId?: string | undefined;
}

/**
 * Sends a step, then updates storage, analytics and the toast. Does not send step 2 without a contact id; the form then
 * restarts. Never throws.
 */
export async function submitStep(run: StepRun): Promise<StepTransition> {
  const { form, step, values, fields, contactId, tags, amends, ...facts } = run;
  const form_id = form.id;
  const last = step === form.steps.length;
  const result: StepResult =
    step === 2 && !contactId
      ? { kind: 'restart' }
      : await sendRequests(
          { form, step, last, amends },
          { ...values, [formPostFields.honeypot]: honeypotOf(fields) },
          { ...facts, contactId, tags: parseTagLines(tags), attribution: readUncheckedAttribution() },
        );
  const end = endOf(run, result, last);
  // The thank-you card and a notice with a `cause` are shown without a toast, so dismiss an older one.
  if (end.to === 'done' || end.notice?.cause) dismissToast();
  else if (end.notice) showToast(end.notice);
  if (end.to !== 'next' && end.to !== 'done') return end;
  // Track the lead once per session: from then on, the session has a contact id.
  if (!contactId) trackLead(form_id, facts.session);
  if (last) {
    saveContact(form, {});
    if (!amends) trackEvent('form_complete', { form_id });
  } else {
    saveContact(form, values);
    if (!contactId) trackEvent('form_step_complete', { form_id, step });
  }
  return end;
}

function endOf({ form, step, fields }: StepRun, result: StepResult, last: boolean): StepTransition {
  const say = (outcome: StepOutcome) => stepNotice(form, step, outcome);
  if (result.kind === 'wrong-fields') {
    const faults = faultsOf(fields, result.fields);
    if (Object.keys(faults).length > 0) return { to: 'same', faults };
  }
  const notice = say(outcomeOf(result));
  if (result.kind === 'restart') return { to: 'restart', notice };
  if (result.kind !== 'stored') return { to: 'same', notice };
  const { contactId } = result;
  if (last) return { to: 'done', notice };
  // Without a contact id, the form cannot continue to step 2.
  return contactId ? { to: 'next', notice, contactId } : { to: 'same', notice: say({ kind: 'unclear' }) };
}

/** Reads the honeypot from the form, because `readFormValues` leaves it out. */
function honeypotOf(form: HTMLFormElement): string {
  const value = new FormData(form).get(formPostFields.honeypot);
  return typeof value === 'string' ? value : '';
}

/**
 * Maps errors to the names of the visible inputs: the server uses the payload's names, but the combined phone and
 * e-mail input is named `contact`. Leaves out errors without a visible input.
 */
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
  return isRetryable(result) ? { ...result, kept: result.kept === true } : result;
}

/**
 * Stores the contact details of step 1 in local storage, as plain text under the keys that the form specifies, or
 * removes them if there are no values. The specification requires this; none of our code reads them.
 */
function saveContact(form: LeadFormDefinition, values: FormValues): void {
  for (const [key, value] of Object.entries(form.savedContact?.(values) ?? {})) {
    const text = value?.trim();
    tryStorage(() => (text ? localStorage.setItem(key, text) : localStorage.removeItem(key)));
  }
}

/** A form's step. `last` is true for the form's last step, and `amends` is that of `StepRun`. */
interface Step {
  form: LeadFormDefinition;
  step: 1 | 2;
  last: boolean;
  amends: boolean | undefined;
}

/** The result of a step. `kept` is true if this browser stores the lead to send it again later. */
type StepResult = SendLeadResult & { kept?: boolean };

/**
 * Sends a step's requests in order until one fails. Stores the last step in this browser before sending it, in case the
 * visitor leaves, and removes it unless a retry may succeed. If the server refuses it, an earlier unsent version is
 * restored. Forms with `keepsRecord` store a record of an accepted lead. Never throws.
 */
async function sendRequests(
  { form, step, last, amends }: Step,
  values: FormValues,
  { since, ...facts }: Omit<PayloadContext, 'elapsed'> & { since: number },
): Promise<StepResult> {
  const context: PayloadContext = { ...facts, elapsed: since ? Date.now() - since : undefined };
  const endpoint = leadEndpoint(location.hostname, leadSettings().leadEndpoint);
  const requests = form.requests(step, values, context, endpoint);
  const { session } = context;
  const earlier = storedLeads().find(({ unsent }) => unsent?.session === session);
  const record = recordOf(requests, values, context);
  const kept = last && saveLeadInBrowser({ ...record, hasError: true, unsent: { session, requests } });
  let result: SendLeadResult = { kind: 'unclear' };
  for (const request of requests) {
    // The thank-you card cannot return to step 1 for a new contact id.
    result = await (amends ? sendOrRecreateLead : sendLead)(request);
    if (result.kind !== 'stored') break;
  }
  if (!last) return result;
  if (isRetryable(result)) return { ...result, kept };
  if (result.kind !== 'stored' && earlier) saveLeadInBrowser(earlier);
  else dropUnsentLead(session);
  if (result.kind === 'stored' && form.keepsRecord) {
    saveLeadInBrowser({ ...record, ...localOnly(result.isLocalOnly) });
  }
  return result;
}

function recordOf(
  requests: readonly LeadRequest[],
  values: FormValues,
  { contactId, session }: PayloadContext,
) {
  const body = requests.at(-1)?.body;
  return toStoredLead(values, {
    contactId: contactId ?? `local_${session}`,
    source: body?.source ?? '',
    tags: body?.tags ?? [],
  });
}

function localOnly(isLocalOnly: boolean) {
  return isLocalOnly ? { isLocalOnly } : {};
}
