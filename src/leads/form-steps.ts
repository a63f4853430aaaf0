import type { FormValues } from './payload.ts';
import { contactDetails } from './contact-form-schema.ts';
import { formErrors } from './form-errors.ts';
import { leadDetails, methodStep } from './lead-form-schema.ts';
import type { FormId } from './lead-wire.ts';
import { subscriptionDetails } from './market-report-schema.ts';
import { contactStep } from './quick-lead-form-schema.ts';

/** The schemas of all forms by step. For the server: in the browser each form brings only its own. */
export const formSteps = {
  'lead-form': [methodStep, leadDetails],
  'quick-lead-form': [contactStep, contactDetails],
  'market-report-form': [contactStep, subscriptionDetails],
  'contact-form': [contactDetails],
} as const;

/** What is wrong with a step's fields by field name; empty where nothing is. Throws for a step the form has not. */
export function stepErrors(form: FormId, step: number, values: FormValues): Record<string, string> {
  const schema = formSteps[form][step - 1];
  if (!schema) throw new Error(`The form "${form}" has no step ${step}.`);
  return formErrors(schema.safeParse(values).error?.issues ?? []);
}

/** How many steps a form has. */
export function stepCount(form: FormId): number {
  return formSteps[form].length;
}
