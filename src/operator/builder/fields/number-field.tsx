import { FieldLabel } from '@puckeditor/core';
import { Input } from './link-field.tsx';

interface Props {
  label: string;
  value: unknown;
  min: number | undefined;
  max: number | undefined;
  readOnly: boolean;
  onChange: (value: number | undefined) => void;
}

/**
 * An input for a number, which can also be emptied. Puck's own input refuses every key that makes the number smaller
 * than the minimum or larger than the maximum, so the first digit of most numbers, and stores 0 when it is emptied. This
 * one accepts them, and the server reports a number that is out of range.
 */
export function NumberField({ label, value, min, max, readOnly, onChange }: Props) {
  return (
    <FieldLabel label={label} readOnly={readOnly}>
      <Input
        type="number"
        step="any"
        min={min}
        max={max}
        value={typeof value === 'number' ? value : ''}
        readOnly={readOnly}
        onChange={({ target }) => onChange(target.value === '' ? undefined : target.valueAsNumber)}
      />
    </FieldLabel>
  );
}
