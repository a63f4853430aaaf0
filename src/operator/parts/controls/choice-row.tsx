import styled from 'styled-components';
import { visuallyHiddenStyles } from '../../../ui/theme/visually-hidden.ts';

const Set = styled.fieldset<{ $showsLabel: boolean }>`
  display: flex;
  flex-wrap: wrap;
  min-width: 0;
  margin: 0;
  padding: 0;
  border: 0;
  legend {
    padding: 0;
    margin-block-end: 0.25rem;
    color: ${({ theme }) => theme.color.inkSoft};
    font-size: ${({ theme }) => theme.type.small};
    ${({ $showsLabel }) => ($showsLabel ? '' : visuallyHiddenStyles)}
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
  button[aria-disabled='true'] {
    cursor: progress;
  }
  button[aria-pressed='true'] {
    background: ${({ theme }) => theme.color.ink};
    color: ${({ theme }) => theme.color.paper};
    font-weight: 620;
  }
`;

interface Props<Value> {
  label: string;
  /** Whether to show the label above the buttons. By default, only screen readers read it. */
  showsLabel?: boolean;
  /** The selected value; null if none is selected. */
  value: Value | null;
  options: readonly (readonly [value: Value, text: string])[];
  /** Called when another value is selected. */
  onChange: (value: Value) => void;
  disabled?: boolean;
}

/** A row of toggle buttons, of which at most one is pressed. */
export function ChoiceRow<Value extends string | number>(props: Props<Value>) {
  const { label, value, options, onChange, showsLabel = false, disabled = false } = props;
  return (
    <Set $showsLabel={showsLabel}>
      <legend>{label}</legend>
      {options.map(([each, text]) => (
        <button
          key={each}
          type="button"
          aria-pressed={each === value}
          // `aria-disabled` instead of `disabled`, which would take the focus from the button.
          aria-disabled={disabled || undefined}
          onClick={() => {
            if (!disabled && each !== value) onChange(each);
          }}
        >
          {text}
        </button>
      ))}
    </Set>
  );
}
