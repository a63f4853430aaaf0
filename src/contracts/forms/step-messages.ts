import type { FormNoticeContent } from '../leads/form-state.ts';
import { MISSING_CONTACT_NOTICE, type LeadFormDefinition } from './form-definition.ts';

/** The outcome of submitting a step. `kept` is true if this browser stores the lead and sends it later. */
export type StepOutcome =
  | { kind: 'stored' }
  /** The server, or a proxy in front of it, refused the step, possibly with a reason. */
  | { kind: 'refused'; error?: string | undefined }
  /** The server or a proxy limits requests (status 429 or 503). `error` is the server's text about how long to wait. */
  | { kind: 'busy'; kept?: boolean; error?: string | undefined }
  /** The server could not store the lead, for example because its disk is full. */
  | { kind: 'not-stored'; kept?: boolean; error?: string | undefined }
  | { kind: 'offline'; kept: boolean }
  /** The browser is online, but the request failed or timed out. */
  | { kind: 'unreachable'; kept: boolean }
  /** The server failed, or its response could not be read. */
  | { kind: 'failed'; kept: boolean; error?: string | undefined }
  /** The response has a success status, but does not confirm that the step was stored. */
  | { kind: 'unclear'; error?: string | undefined }
  /** The contact id is missing or has expired. */
  | { kind: 'restart' };

const STILL_HERE = 'What you typed is kept here.';
const LATER = 'What you typed is kept in this browser, and is sent when the connection is back.';

/**
 * Returns the notice after a step; undefined if the next step follows and no notice is specified. The specified error
 * texts are used only if the cause is unknown.
 */
export function stepNotice(
  form: LeadFormDefinition,
  step: 1 | 2,
  outcome: StepOutcome,
): FormNoticeContent | undefined {
  const { failed, unexpected = failed } = form.steps[step - 1] ?? form.steps[0];
  const withServersWords = (notice: FormNoticeContent): FormNoticeContent =>
    form.repeatsServer && 'error' in outcome && outcome.error ? { ...notice, text: outcome.error } : notice;
  switch (outcome.kind) {
    case 'stored':
      return step === form.steps.length ? form.done : form.received;
    case 'refused':
      return {
        kind: 'error',
        cause: 'refused',
        title: 'Your request was not accepted',
        text: `${outcome.error ?? 'Our site refused it and gave no reason.'} ${STILL_HERE}`,
      };
    case 'busy':
    case 'not-stored':
      return {
        kind: 'error',
        cause: outcome.kind,
        title: outcome.kind === 'busy' ? 'We are too busy right now' : 'This could not be saved',
        text: `${outcome.error ?? 'Please try again in a few minutes.'} ${STILL_HERE}`,
        ...(outcome.kept && { kept: true }),
      };
    case 'offline': {
      const notice = { kind: 'error', title: 'No connection', cause: 'offline' } as const;
      if (outcome.kept)
        return { ...notice, ...form.keptLocally, text: `You are offline. ${LATER}`, kept: true };
      return { ...notice, text: `You are offline. ${STILL_HERE} Send it when you are online again.` };
    }
    case 'unreachable': {
      const notice = { kind: 'error', title: 'We could not be reached', cause: 'unreachable' } as const;
      if (outcome.kept) {
        return { ...notice, ...form.keptLocally, text: `The connection failed. ${LATER}`, kept: true };
      }
      return { ...notice, text: `The connection failed. ${STILL_HERE} Please send it again.` };
    }
    case 'failed':
      if (!outcome.kept) return withServersWords(unexpected);
      return { ...(form.keptLocally ?? withServersWords(unexpected)), kept: true };
    case 'unclear':
      return withServersWords(failed);
    case 'restart':
      return MISSING_CONTACT_NOTICE;
  }
}
