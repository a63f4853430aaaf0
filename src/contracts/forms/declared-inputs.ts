import { leadFields, MAX_SHORT_VALUE_CHARACTERS, type LeadFieldInput } from '../leads/lead-fields.ts';
import type { FormId } from '../leads/lead-request.ts';
import { anyText, optionalChoice } from './field-schemas.ts';

/** An input of a declared field, in the last step of a form. */
export interface DeclaredInput extends LeadFieldInput {
  name: string;
  /** The field's name in `customData`. */
  field: string;
  maxLength: number;
}

const declaredInputs: readonly DeclaredInput[] = leadFields.flatMap(({ field, input }) =>
  input ? [{ name: field, maxLength: MAX_SHORT_VALUE_CHARACTERS, ...input, field }] : [],
);

/** Returns the inputs that a form's last step has for fields that `leadFields` declares. */
export function inputsOf(form: FormId): readonly DeclaredInput[] {
  return declaredInputs.filter(({ forms }) => forms.includes(form));
}

/** Returns the schema of each declared input, for `stepFields`. */
export function inputSchemas(form: FormId) {
  return Object.fromEntries(
    inputsOf(form).map(({ name, options, maxLength }) => [
      name,
      options ? optionalChoice(options) : anyText(maxLength),
    ]),
  );
}

/** Returns the names of the declared inputs. */
export function inputNames(form: FormId): string[] {
  return inputsOf(form).map(({ name }) => name);
}

/** Returns the rows of the thank-you card for the declared inputs. */
export function inputSummary(form: FormId) {
  return inputsOf(form).map(({ name, summary }) => [name, summary] as const);
}
