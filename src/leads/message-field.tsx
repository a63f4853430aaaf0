import { useState } from 'react';
import { TextField } from '../ui/text-field.tsx';
import type { FieldProps } from './use-step-fields.ts';

/** How many characters are left when the counter appears. */
const NEAR_LIMIT = 200;

interface Props {
  field: FieldProps;
  label: string;
  /** The maximum length. The form validates it and never truncates text that is too long. */
  most: number;
}

/** An optional message of several lines, with a counter near its limit. */
export function MessageField({ field, label, most }: Props) {
  const [typed, setTyped] = useState<number>();
  const left = most - (typed ?? field.defaultValue?.trim().length ?? 0);
  return (
    <TextField
      {...field}
      onChange={(event) => {
        setTyped(event.target.value.trim().length);
        return field.onChange?.(event);
      }}
      label={label}
      optional
      multiline
      hint={left > NEAR_LIMIT ? undefined : counterWords(left)}
    />
  );
}

function counterWords(left: number): string {
  const count = Math.abs(left).toLocaleString('en-US');
  return `${count} ${count === '1' ? 'character' : 'characters'} ${left < 0 ? 'too many' : 'left'}`;
}
