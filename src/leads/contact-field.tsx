import { TextField } from '../ui/text-field.tsx';
import type { FieldProps } from './use-step-fields.ts';

/** The one input that takes a phone number or an e-mail address. */
export function ContactField(field: FieldProps) {
  return (
    <TextField
      {...field}
      label="Phone number or e-mail"
      // The e-mail keyboard has digits one tap away; a number pad has no letters at all.
      inputMode="email"
      autoComplete="email"
      autoCapitalize="none"
      spellCheck={false}
      enterKeyHint="go"
    />
  );
}
