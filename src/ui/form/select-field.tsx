import styled from 'styled-components';
import type { ChoiceOption } from './choice-field.tsx';
import { controlStyles, describedBy, type ControlProps, type FieldTextProps } from './control.ts';
import { FieldFrame, FieldMessages, LabelAbove, LabelNote } from './field-frame.tsx';

const Box = styled.div`
  position: relative;
  &::after {
    content: '';
    position: absolute;
    inset-block-start: 50%;
    inset-inline-end: 1.15rem;
    width: 0.55rem;
    height: 0.55rem;
    border: solid ${({ theme }) => theme.color.ink};
    border-width: 0 2px 2px 0;
    rotate: 45deg;
    translate: 0 -70%;
    pointer-events: none;
  }
`;

const Select = styled.select`
  ${controlStyles}
  appearance: none;
  padding-inline-end: 2.75rem;
  text-overflow: ellipsis;
  cursor: pointer;
`;

interface Props extends FieldTextProps, ControlProps {
  options: readonly ChoiceOption[];
  /**
   * The label of an empty option, shown until something is selected. With it, a field that is not optional has
   * `aria-required`.
   */
  empty?: string;
  defaultValue?: string | undefined;
}

/** A native select with its label, error and hint. Accepts the props of react-hook-form's `register()`. */
export function SelectField({
  id,
  label,
  error,
  hint,
  optional,
  options,
  empty,
  defaultValue = '',
  ...control
}: Props) {
  return (
    <FieldFrame>
      <LabelAbove htmlFor={id}>
        {label}
        {optional && <LabelNote />}
      </LabelAbove>
      <Box>
        <Select
          {...control}
          id={id}
          defaultValue={defaultValue}
          aria-required={empty !== undefined && !optional ? true : undefined}
          aria-invalid={error ? true : undefined}
          aria-describedby={describedBy({ id, error, hint })}
        >
          {empty !== undefined && <option value="">{empty}</option>}
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </Select>
      </Box>
      <FieldMessages id={id} error={error} hint={hint} />
    </FieldFrame>
  );
}
