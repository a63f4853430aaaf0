import styled from 'styled-components';
import type { CalculatorFormState } from './calculator-form.ts';
import { calculatorQueryParameter, type CalculatorInput } from './calculator-input.ts';

const Field = styled.div`
  display: grid;
  grid-template-rows: subgrid;
  grid-row: span 3;
  align-content: start;
  gap: 0.35rem;
`;

const Label = styled.label`
  align-self: end;
  font-weight: 620;
  line-height: 1.3;
`;

const Box = styled.span`
  display: flex;
  align-items: center;
  min-height: 3rem;
  border: 2px solid ${({ theme }) => theme.color.inkSoft};
  border-radius: ${({ theme }) => theme.radius.s};
  background: ${({ theme }) => theme.color.paper};
  &:focus-within {
    outline: 3px solid ${({ theme }) => theme.color.accent};
    outline-offset: 2px;
  }
  &:has([aria-invalid='true']) {
    border-color: ${({ theme }) => theme.color.accentStrong};
    border-inline-start-width: 6px;
  }
  input {
    flex: 1;
    width: 100%;
    min-width: 0;
    min-height: 2.75rem;
    padding: 0.5rem 0.75rem;
    border: 0;
    background: none;
    font-size: 1.125rem;
    font-variant-numeric: tabular-nums lining-nums;
  }
  input:focus {
    outline: none;
  }
  span {
    flex: none;
    padding-inline: 0.75rem;
    color: ${({ theme }) => theme.color.inkSoft};
    white-space: nowrap;
  }
  span:first-child {
    padding-inline-end: 0;
  }
`;

const Below = styled.div`
  padding-block-end: ${({ theme }) => theme.space.s};
  font-size: ${({ theme }) => theme.type.small};
  line-height: 1.4;
`;

const Help = styled.p`
  color: ${({ theme }) => theme.color.inkSoft};
`;

const Fault = styled.p`
  color: ${({ theme }) => theme.color.accentStrong};
  font-weight: 650;
`;

const signs: Readonly<Record<CalculatorInput['kind'], string>> = {
  dollars: '$',
  percent: '%',
  share: '$ or %',
  count: '',
};

interface Props<Name extends string> {
  form: CalculatorFormState<Name>;
  name: Name;
}

/** A calculator's input with its label, unit, help and error message. */
export function CalculatorInputField<Name extends string>({ form, name }: Props<Name>) {
  const input = form.inputs[name];
  const fault = form.faults[name];
  const id = `${form.id}-${name}`;
  const unit = [signs[input.kind], input.unit].filter(Boolean).join(' ');
  const before = input.kind === 'dollars' && input.unit === undefined;
  const described = [unit && `${id}-unit`, input.help && `${id}-help`, fault && `${id}-fault`];
  const sign = unit && <span id={`${id}-unit`}>{unit}</span>;
  return (
    <Field>
      <Label htmlFor={id}>{input.label}</Label>
      <Box>
        {before && sign}
        <input
          id={id}
          name={calculatorQueryParameter(form.prefix, name)}
          defaultValue={form.texts[name]}
          inputMode={input.kind === 'count' ? 'numeric' : 'decimal'}
          autoComplete="off"
          maxLength={24}
          aria-invalid={fault === undefined ? undefined : true}
          aria-describedby={described.filter(Boolean).join(' ') || undefined}
        />
        {!before && sign}
      </Box>
      <Below>
        {fault !== undefined && <Fault id={`${id}-fault`}>{fault}</Fault>}
        {input.help && <Help id={`${id}-help`}>{input.help}</Help>}
      </Below>
    </Field>
  );
}
