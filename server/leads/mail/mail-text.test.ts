import { expect, it } from 'vitest';
import { phoneLine } from './mail-text.ts';

it('shows a phone field as typed if it contains no valid number', () => {
  const typed = 'Room 204, 515-555-0123, ask for Jane at the front desk, please';
  expect(phoneLine(typed.slice(0, 60), null)).toEqual({ text: typed.slice(0, 60) });
});
