import type { FormId, LeadPayload } from '../leads/lead-request.ts';
import { contactForm } from './contact-form.ts';
import { formErrors } from './field-schemas.ts';
import type { LeadFormDefinition } from './form-definition.ts';
import { leadForm } from './lead-form.ts';
import type { FormValues, PayloadContext } from './build-requests.ts';
import { marketReportForm } from './market-report-form.ts';
import { quickLeadForm } from './quick-lead-form.ts';

/** All forms by id, for the server. In the browser, each form's block imports only its own definition. */
export const formDefinitions: Readonly<Record<FormId, LeadFormDefinition>> = {
  'lead-form': leadForm,
  'quick-lead-form': quickLeadForm,
  'market-report-form': marketReportForm,
  'contact-form': contactForm,
};

/**
 * Returns the validation errors of a step by field name; empty if the step is valid. Throws an `Error` if the form has
 * no such step.
 */
export function stepErrors(form: FormId, step: number, values: FormValues): Record<string, string> {
  const definition = formDefinitions[form].steps[step - 1];
  if (!definition) throw new Error(`The form "${form}" has no step ${step}.`);
  return formErrors(definition.schema.safeParse(values).error?.issues ?? []);
}

/** Returns the number of steps in a form: 1 or 2. */
export function stepCount(form: FormId): number {
  return formDefinitions[form].steps.length;
}

/**
 * Builds the body of a step's first request: the fields of the specifications, and our own. Step 2 of the market report
 * has a second request, see `buildContactUpdatePayload`.
 */
export function buildStepPayload(
  form: FormId,
  step: 1 | 2,
  values: FormValues,
  context: PayloadContext,
): LeadPayload {
  return bodyOf(form, step, values, context, 0);
}

/** Builds the body of `PUT /api/ghl/contact/{contactId}`, the request after `POST /api/market-reports`. */
export function buildContactUpdatePayload(values: FormValues, context: PayloadContext): LeadPayload {
  return bodyOf('market-report-form', 2, values, context, 1);
}

function bodyOf(form: FormId, step: 1 | 2, values: FormValues, context: PayloadContext, index: number) {
  const request = formDefinitions[form].requests(step, values, context, '')[index];
  if (!request) throw new Error(`The form "${form}" has no request ${index + 1} in step ${step}.`);
  return request.body;
}
