import { expect, it } from 'vitest';
import { formatDuration } from './format-duration.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

it.each([
  [0, '0 s'],
  [840, '0.8 s'],
  [9_940, '9.9 s'],
  [9_960, '10 s'],
  [59_400, '59 s'],
  [59_700, '1 min'],
  [3 * MINUTE_MS, '3 min'],
  [59.7 * MINUTE_MS, '1 h'],
  [47.4 * HOUR_MS, '47 h'],
  [47.6 * HOUR_MS, '2 days'],
  [100 * HOUR_MS, '4 days'],
])('%i ms is %s', (milliseconds, text) => {
  expect(formatDuration(milliseconds)).toBe(text);
});
