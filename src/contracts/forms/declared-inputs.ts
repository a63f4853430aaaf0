import { leadFields, MAX_SHORT_VALUE_CHARACTERS, type LeadFieldInput } from '../leads/lead-fields.ts';
import type { FormId } from '../leads/lead-request.ts';
import { optionalFreeText, optionalChoice } from './field-schemas.ts';

/** An input of a declared field. It is in the last step of a form, except for the address in `addressFirstForm`. */
export interface DeclaredInput extends LeadFieldInput {
  name: string;
  /** The field's name in `customData`. */
  field: string;
  maxLength: number;
}

const declaredInputs: readonly DeclaredInput[] = leadFields.flatMap(({ field, input }) =>
  input ? [{ name: field, maxLength: MAX_SHORT_VALUE_CHARACTERS, ...input, field }] : [],
);

/** Returns the inputs of a form whose fields `leadFields` declares. */
export function declaredInputsOf(form: FormId): readonly DeclaredInput[] {
  return declaredInputs.filter(({ forms }) => forms.includes(form));
}

/** Returns the schema of each declared input of a form by its name, for `createStepSchema`. */
export function declaredInputSchemas(form: FormId) {
  return Object.fromEntries(
    declaredInputsOf(form).map(({ name, options, maxLength }) => [
      name,
      options ? optionalChoice(options) : optionalFreeText(maxLength),
    ]),
  );
}

/** Returns the names of a form's declared inputs. */
export function declaredInputNames(form: FormId): string[] {
  return declaredInputsOf(form).map(({ name }) => name);
}

/** Returns the name and label of each declared input of a form, for `LeadFormDefinition.summary`. */
export function declaredInputSummary(form: FormId) {
  return declaredInputsOf(form).map(({ name, summary }) => [name, summary] as const);
}
