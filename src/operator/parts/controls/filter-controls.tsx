import { useRef, useState, type ReactNode } from 'react';
import styled from 'styled-components';
import { controlStyles } from '../../../ui/form/control.ts';

const Field = styled.label`
  display: grid;
  gap: 0.25rem;
  min-width: 0;
  font-size: ${({ theme }) => theme.type.small};
  font-weight: 560;
`;

const Select = styled.select`
  ${controlStyles}
  min-height: 2.75rem;
  padding-block: 0.4rem;
  border-width: 1px;
  font-size: 1rem;
  text-overflow: ellipsis;
`;

const Input = styled.input`
  ${controlStyles}
  min-height: 2.75rem;
  padding-block: 0.4rem;
  border-width: 1px;
  font-size: 1rem;
`;

interface SelectProps {
  label: string;
  value: string;
  /** The label of the option for no filter. If absent, there is no such option. */
  all?: string;
  options: readonly (readonly [value: string, text: string])[];
  onChange: (value: string) => void;
}

/** A select that applies its filter immediately. */
export function FilterSelect({ label, value, all, options, onChange }: SelectProps) {
  const isKnown = value === '' || options.some(([each]) => each === value);
  return (
    <Field>
      {label}
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        {all !== undefined && <option value="">{all}</option>}
        {!isKnown && <option value={value}>{value}</option>}
        {options.map(([each, text]) => (
          <option key={each} value={each}>
            {text}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/**
 * A date input. It applies a chosen date immediately, and a typed one on Enter or when it loses the focus: after the
 * first digit of its year, a date is already valid.
 */
export function FilterDateInput({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const [typed, setTyped] = useState(value);
  const [shown, setShown] = useState(value);
  // The filter can also change elsewhere: on Back, or when the filters are cleared.
  if (shown !== value) {
    setShown(value);
    setTyped(value);
  }
  const isTyping = useRef(false);
  const apply = (day: string) => {
    isTyping.current = false;
    if (day !== value) onChange(day);
  };
  return (
    <Field>
      {label}
      <Input
        type="date"
        value={typed}
        max="9999-12-31"
        onPointerDown={() => (isTyping.current = false)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') apply(currentTarget.value);
          else isTyping.current = true;
        }}
        onChange={({ target }) => {
          setTyped(target.value);
          if (!isTyping.current) apply(target.value);
        }}
        onBlur={({ target }) => apply(target.value)}
      />
    </Field>
  );
}

const Row = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 10.5rem), 1fr));
  gap: 0.75rem;
  align-items: end;
`;

/** Lays out filters side by side if there is room. */
export function FilterRow({ children }: { children: ReactNode }) {
  return <Row>{children}</Row>;
}
