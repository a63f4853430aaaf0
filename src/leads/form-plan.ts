import type { FormWords } from './form-words.ts';
import type { StepRequests } from './lead-requests.ts';
import type { FormId } from './lead-wire.ts';

/** What a form says and sends. Each form brings its own, and nothing of the others. */
export interface FormPlan {
  id: FormId;
  words: FormWords;
  requests: StepRequests;
}
