import { useState, type ComponentProps } from 'react';

/**
 * By type: `max`, without which browsers accept years of more than four digits, and `partial`, the error message for an
 * incomplete value.
 */
const TYPES = {
  date: { max: '9999-12-31', partial: 'Enter the whole date.' },
  time: { max: undefined, partial: 'Enter the whole time.' },
  'datetime-local': { max: '9999-12-31T23:59', partial: 'Enter both the date and the time.' },
} as const;

export type DateInputType = keyof typeof TYPES;

/**
 * Returns the props and the state of an input for a date or a time. While the value is incomplete, browsers report an
 * empty value, and often no event. So the input is also read when it loses the focus, and before Enter submits its
 * form. `onChange` gets the value, such as `2026-12-24T18:00`; an empty string for none; null for an incomplete one.
 * `fault` is the error message for an incomplete value, otherwise null.
 */
export function useDateInput(type: DateInputType, value: string, onChange: (value: string | null) => void) {
  const [state, setState] = useState({ of: value, text: value, isPartial: false });
  // The value can also change elsewhere, for example with undo.
  if (state.of !== value) setState({ of: value, text: value, isPartial: false });
  const read = ({ value: text, validity: { badInput: isPartial } }: HTMLInputElement) => {
    if (text === state.text && isPartial === state.isPartial) return;
    setState({ ...state, text, isPartial });
    onChange(isPartial ? null : text);
  };
  const { max, partial } = TYPES[type];
  const inputProps: ComponentProps<'input'> = {
    type,
    max,
    value: state.text,
    'aria-invalid': state.isPartial,
    onChange: ({ target }) => read(target),
    onBlur: ({ target }) => read(target),
    onKeyDown: ({ key, currentTarget }) => {
      if (key === 'Enter') read(currentTarget);
    },
  };
  return { text: state.text, fault: state.isPartial ? partial : null, inputProps };
}
