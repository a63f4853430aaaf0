import type { FormId } from '../contracts/leads/lead-request.ts';
import type { LeadFieldInput } from '../contracts/leads/lead-fields.ts';
import { SelectField } from '../ui/form/select-field.tsx';
import { TextField } from '../ui/form/text-field.tsx';
import type { GetFieldProps } from './contact-fields.tsx';
import { declaredInputsOf } from '../contracts/forms/declared-inputs.ts';

interface Props {
  form: FormId;
  field: GetFieldProps;
  /** Renders the inputs that this toggle of the block turns on; without it, those that belong to no toggle. */
  toggle?: LeadFieldInput['toggle'];
}

/**
 * The optional inputs in the last step of a form, for the fields in `src/contracts/leads/lead-fields.ts` whose `input`
 * has a label.
 */
export function DeclaredFields({ form, field, toggle }: Props) {
  return declaredInputsOf(form).map(({ name, label, hint, options, toggle: own }) => {
    if (label === undefined || own !== toggle) return null;
    const common = { ...field(name), label, hint, optional: true };
    if (!options) return <TextField key={name} {...common} />;
    return (
      <SelectField
        key={name}
        {...common}
        empty="Choose one"
        options={options.map((value) => ({ value, label: value }))}
      />
    );
  });
}
