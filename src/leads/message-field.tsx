import { useEffect, useRef, useState } from 'react';
import { isControlDirty } from '../builder/preserve-typed-values.ts';
import type { ControlElement } from '../ui/form/control.ts';
import { TextField } from '../ui/form/text-field.tsx';
import type { FieldProps } from './use-step-fields.ts';

/** How many characters are left when the counter appears. */
const NEAR_LIMIT_CHARACTERS = 200;

interface Props {
  field: FieldProps;
  label: string;
  /** The maximum length in characters. The form validates it and never truncates text that is too long. */
  most: number;
}

/** An optional message of several lines, with a counter near its limit. */
export function MessageField({ field, label, most }: Props) {
  const [typed, setTyped] = useState<number>();
  const area = useRef<ControlElement>(null);
  useEffect(() => {
    // Count what was typed before hydration.
    if (area.current && isControlDirty(area.current)) setTyped(lengthOf(area.current));
  }, []);
  const left = most - (typed ?? field.defaultValue?.trim().length ?? 0);
  return (
    <TextField
      {...field}
      ref={(control) => {
        area.current = control;
      }}
      onChange={(event) => {
        setTyped(lengthOf(event.target));
        return field.onChange?.(event);
      }}
      label={label}
      optional
      multiline
      hint={left > NEAR_LIMIT_CHARACTERS ? undefined : counterWords(left)}
    />
  );
}

function lengthOf({ value }: { value: string }): number {
  return value.trim().length;
}

function counterWords(left: number): string {
  const count = Math.abs(left).toLocaleString('en-US');
  return `${count} ${count === '1' ? 'character' : 'characters'} ${left < 0 ? 'too many' : 'left'}`;
}
