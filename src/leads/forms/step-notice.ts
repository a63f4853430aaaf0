import type { FormNotice } from '../../contracts/form-state.ts';
import { MISSING_CONTACT, type LeadFormDefinition } from './form-definition.ts';

/** The outcome of submitting a step. */
export type StepOutcome =
  | { kind: 'stored'; isLocalOnly: boolean }
  /** The server refused the step, possibly with a message. */
  | { kind: 'refused'; error?: string | undefined }
  /** Too many requests: only the server knows how long to wait. */
  | { kind: 'too-many'; error?: string | undefined }
  /** The request failed, or its response could not be read. */
  | { kind: 'unreachable'; kept: boolean }
  | { kind: 'restart' };

/** Returns the notice after a step; undefined if the next step follows and no notice is specified. */
export function stepNotice(
  form: LeadFormDefinition,
  step: 1 | 2,
  outcome: StepOutcome,
): FormNotice | undefined {
  const { failed, unexpected, localOnly } = form.steps[step - 1] ?? form.steps[0];
  switch (outcome.kind) {
    case 'stored':
      if (outcome.isLocalOnly && localOnly) return localOnly;
      return step === form.steps.length ? form.done : form.received;
    case 'refused':
      return { ...failed, text: (form.repeatsServer && outcome.error) || failed.text };
    case 'too-many':
      return { ...failed, text: outcome.error || failed.text };
    case 'unreachable':
      return (outcome.kept ? form.keptLocally : undefined) ?? unexpected ?? failed;
    case 'restart':
      return MISSING_CONTACT;
  }
}
