import type { FormNotice } from './form-state.ts';
import { MISSING_CONTACT, type FormWords } from './form-words.ts';

/** How the sending of a step ended, as far as words are concerned. */
export type StepOutcome =
  | { kind: 'stored'; isLocalOnly: boolean }
  /** The server refused it, with words of its own where it has some. */
  | { kind: 'refused'; error?: string | undefined }
  /** Too many of them: only the server knows for how long. */
  | { kind: 'too-many'; error?: string | undefined }
  /** The request itself failed, or its answer could not be read. */
  | { kind: 'unreachable'; kept: boolean }
  | { kind: 'restart' };

/** What to say after a step; undefined where the next step says enough by itself. */
export function stepNotice(words: FormWords, step: 1 | 2, outcome: StepOutcome): FormNotice | undefined {
  const index = step - 1;
  const failed = words.failed[index];
  switch (outcome.kind) {
    case 'stored': {
      const local = outcome.isLocalOnly ? words.localOnly?.[index] : undefined;
      return local ?? (step === words.steps.length ? words.done : words.received);
    }
    case 'refused':
      return failed && { ...failed, text: (words.repeatsServer && outcome.error) || failed.text };
    case 'too-many':
      return failed && { ...failed, text: outcome.error || failed.text };
    case 'unreachable':
      return (outcome.kept ? words.keptLocally : undefined) ?? words.unexpected?.[index] ?? failed;
    case 'restart':
      return MISSING_CONTACT;
  }
}
