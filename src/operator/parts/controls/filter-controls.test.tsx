import { fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { expect, it, vi } from 'vitest';
import { renderScreen } from '../../testing/render-screen.tsx';
import { FilterDateInput } from './filter-controls.tsx';

const onChange = vi.fn<(value: string) => void>();

function Filter({ initial }: { initial: string }) {
  const [value, setValue] = useState(initial);
  return (
    <>
      <FilterDateInput
        label="From"
        value={value}
        onChange={(next) => {
          onChange(next);
          setValue(next);
        }}
      />
      <button type="button" onClick={() => setValue('')}>
        Clear
      </button>
    </>
  );
}

/** Shows the filter. `type` sets its value as a browser does after each key of a year. */
function dayFilter(initial = '') {
  onChange.mockReset();
  renderScreen(<Filter initial={initial} />);
  const input = screen.getByLabelText('From');
  input.focus();
  const type = (...values: readonly string[]) => {
    for (const value of values) {
      fireEvent.keyDown(input, { key: '2' });
      fireEvent.change(input, { target: { value } });
    }
  };
  return { input, type };
}

it.each([
  ['the field is left', (input: HTMLElement) => input.blur()],
  ['Enter is pressed', (input: HTMLElement) => fireEvent.keyDown(input, { key: 'Enter' })],
])('applies a typed date when %s, not after the first digit of its year', (_when, finish) => {
  const { input, type } = dayFilter();
  type('0002-05-04', '0020-05-04', '0202-05-04', '2026-05-04');
  expect(onChange).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(input);
  finish(input);
  input.blur();
  expect(onChange.mock.calls).toEqual([['2026-05-04']]);
});

it('applies a date that is chosen from the calendar at once', () => {
  const { input, type } = dayFilter();
  type('0002-05-04');
  fireEvent.pointerDown(input);
  fireEvent.change(input, { target: { value: '2026-05-05' } });
  expect(onChange.mock.calls).toEqual([['2026-05-05']]);
  expect(document.activeElement).toBe(input);
});

it('applies nothing if the date is left as it was', () => {
  const { input } = dayFilter('2026-05-04');
  input.blur();
  expect(onChange).not.toHaveBeenCalled();
});

it('shows a date that is changed elsewhere', () => {
  dayFilter('2026-05-04');
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }));
  expect(screen.getByLabelText('From')).toHaveProperty('value', '');
});
