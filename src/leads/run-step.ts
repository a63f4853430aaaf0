import { showToast } from '../ui/toast-store.ts';
import { allFormWords } from './all-form-words.ts';
import { trackEvent } from './analytics.ts';
import type { FormValues } from './build-payload.ts';
import type { FormNotice } from './form-state.ts';
import { tagLines } from './lead-tags.ts';
import type { FormId } from './lead-wire.ts';
import { postFields } from './post-fields.ts';
import { readAttribution } from './read-attribution.ts';
import { forgetContact, saveContact } from './saved-contact.ts';
import { sendStep, type StepResult } from './send-step.ts';
import { stepNotice, type StepOutcome } from './step-notice.ts';

/** A step that is to be sent, and the form it belongs to. */
export interface StepRun {
  form: FormId;
  step: 1 | 2;
  values: FormValues;
  honeypot: string;
  session: string;
  contactId: string | undefined;
  /** Epoch milliseconds of the form's first sight. */
  since: number;
  /** Whether the server has contact details of this session already. */
  known: boolean;
  page: string;
  /** The placement's, as the editor wrote them. */
  source: string | undefined;
  tags: string | undefined;
}

/** Where the form stands afterwards. */
export type StepEnd =
  | { kind: 'wrong-fields'; fields: Readonly<Record<string, string>>; notice: FormNotice | undefined }
  | { kind: 'failed'; notice: FormNotice | undefined }
  | { kind: 'restart'; notice: FormNotice | undefined }
  | { kind: 'next'; notice: FormNotice | undefined; contactId: string }
  | { kind: 'done'; notice: FormNotice | undefined };

/** Sends a step, and does what follows: storage keys, statistics, the toast. Never throws. */
export async function runStep(run: StepRun): Promise<StepEnd> {
  const { form, step, values, contactId } = run;
  const words = allFormWords[form];
  const last = step === words.steps.length;
  const result = step === 2 && !contactId ? ({ kind: 'restart' } as const) : await send(run, last);
  const end = endOf(result, stepNotice(words, step, outcomeOf(result)), last);
  if (end.kind === 'next' || end.kind === 'done') {
    if (!run.known) trackEvent('generate_lead', { form_id: form });
    if (end.kind === 'next') saveContact(form, values);
    else forgetContact(form);
    if (end.kind === 'next') trackEvent('form_step_complete', { form_id: form, step });
    else trackEvent('form_complete', { form_id: form });
  }
  if (end.kind === 'failed' && result.kind === 'stored') {
    // Without a contact id there is no second step to go to.
    end.notice = stepNotice(words, step, { kind: 'refused' });
  }
  if (end.notice && end.kind !== 'wrong-fields') showToast(end.notice);
  return end;
}

function send(run: StepRun, last: boolean): Promise<StepResult> {
  const { form, step, values, honeypot, session, contactId, since, page, source, tags } = run;
  return sendStep(
    { form, step, last },
    { ...values, [postFields.honeypot]: honeypot },
    {
      session,
      contactId,
      page,
      source,
      tags: tagLines(tags),
      attribution: readAttribution(),
      since,
    },
  );
}

function endOf(result: StepResult, notice: FormNotice | undefined, last: boolean): StepEnd {
  if (result.kind === 'wrong-fields') return { kind: 'wrong-fields', fields: result.fields, notice };
  if (result.kind === 'restart') return { kind: 'restart', notice };
  if (result.kind !== 'stored') return { kind: 'failed', notice };
  if (last) return { kind: 'done', notice };
  return result.contactId
    ? { kind: 'next', notice, contactId: result.contactId }
    : { kind: 'failed', notice };
}

function outcomeOf(result: StepResult): StepOutcome {
  if (result.kind === 'wrong-fields') return { kind: 'refused', error: Object.values(result.fields)[0] };
  if (result.kind !== 'unreachable') return result;
  // A server that says what is wrong is quoted, unless the lead is safe here.
  return result.error !== undefined && !result.kept
    ? { kind: 'refused', error: result.error }
    : { kind: 'unreachable', kept: result.kept === true };
}
