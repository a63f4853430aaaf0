import { expect, test } from 'vitest';
import { backOff, isExhausted } from './retry-delay.ts';

const DAY = 24 * 60 * 60_000;

test('waits are spread from nothing to the bound', () => {
  expect(backOff(3, () => 0)).toBe(0);
  expect(backOff(3, () => 0.5)).toBe(4000);
  expect(backOff(3, () => 1)).toBe(8000);
});

test('no number of failures makes the bound more than 15 minutes', () => {
  for (const attempts of [10, 100, 1e9]) expect(backOff(attempts, () => 1)).toBe(15 * 60_000);
});

test('an operator is asked after a day and twenty tries, not after either alone', () => {
  expect(isExhausted(20, 0, DAY)).toBe(true);
  expect(isExhausted(19, 0, 10 * DAY)).toBe(false);
  expect(isExhausted(1000, 0, DAY - 1)).toBe(false);
});
