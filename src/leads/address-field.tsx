import { TextField } from '../ui/form/text-field.tsx';
import type { GetFieldProps } from './contact-fields.tsx';

/** An input for the street address of the home to be valued. */
export function AddressField({
  field,
  ...need
}: {
  field: GetFieldProps;
  optional?: boolean;
  required?: boolean;
}) {
  return (
    <TextField
      {...field('address')}
      {...need}
      label="Street address of the home"
      hint="With the city, for example 12 Oak Street, Ankeny."
      autoComplete="street-address"
      autoCapitalize="words"
      spellCheck={false}
    />
  );
}
