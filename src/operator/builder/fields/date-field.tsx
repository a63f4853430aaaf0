import { FieldLabel } from '@puckeditor/core';
import { useId } from 'react';
import { useDateInput, type DateInputType } from '../../parts/controls/use-date-input.ts';
import { FieldFault } from './block-field-frame.tsx';
import { FieldInput } from './link-field.tsx';

interface Props {
  type: DateInputType;
  id: string;
  label: string;
  /** Such as `2026-12-24`, `18:00` or `2026-12-24T18:00`, depending on the type; anything else means none. */
  value: unknown;
  readOnly: boolean;
  onChange: (value: string) => void;
}

/** An input for a date, a time, or both. While only a part of it is entered, the value stays. */
export function DateField({ type, id, label, value, readOnly, onChange }: Props) {
  const faultId = useId();
  const { fault, inputProps } = useDateInput(type, typeof value === 'string' ? value : '', (date) => {
    if (date !== null) onChange(date);
  });
  return (
    <>
      <FieldLabel label={label} readOnly={readOnly}>
        <FieldInput
          {...inputProps}
          id={id}
          readOnly={readOnly}
          aria-describedby={fault === null ? undefined : faultId}
        />
      </FieldLabel>
      {fault !== null && (
        <FieldFault id={faultId} role="alert">
          {fault}
        </FieldFault>
      )}
    </>
  );
}
