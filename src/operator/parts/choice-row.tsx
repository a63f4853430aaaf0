import styled from 'styled-components';

const Set = styled.fieldset`
  display: flex;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  legend {
    position: absolute;
    width: 1px;
    height: 1px;
    overflow: hidden;
    clip-path: inset(50%);
  }
  button {
    min-height: 2.75rem;
    padding: 0.3rem min(0.85rem, 2.4vw);
    border: 1px solid ${({ theme }) => theme.color.inkSoft};
    background: none;
    font-size: ${({ theme }) => theme.type.small};
    cursor: pointer;
  }
  button + button {
    border-inline-start: 0;
  }
  button:first-of-type {
    border-start-start-radius: ${({ theme }) => theme.radius.s};
    border-end-start-radius: ${({ theme }) => theme.radius.s};
  }
  button:last-of-type {
    border-start-end-radius: ${({ theme }) => theme.radius.s};
    border-end-end-radius: ${({ theme }) => theme.radius.s};
  }
  button[aria-pressed='true'] {
    background: ${({ theme }) => theme.color.ink};
    color: ${({ theme }) => theme.color.paper};
    font-weight: 620;
  }
`;

interface Props<Value> {
  /** Names the choice for screen readers. */
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, words: string])[];
  onChange: (value: Value) => void;
}

/** A row of buttons, of which one is pressed. */
export function ChoiceRow<Value extends string | number>({ label, value, options, onChange }: Props<Value>) {
  return (
    <Set>
      <legend>{label}</legend>
      {options.map(([each, words]) => (
        <button key={each} type="button" aria-pressed={each === value} onClick={() => onChange(each)}>
          {words}
        </button>
      ))}
    </Set>
  );
}
