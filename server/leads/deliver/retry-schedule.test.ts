import { expect, test } from 'vitest';
import { retryDelayMs, areRetriesExhausted } from './retry-schedule.ts';

const DAY = 24 * 60 * 60_000;

test('delays are spread between zero and the limit', () => {
  expect(retryDelayMs(3, () => 0)).toBe(0);
  expect(retryDelayMs(3, () => 0.5)).toBe(4000);
  expect(retryDelayMs(3, () => 1)).toBe(8000);
});

test('the limit never exceeds 15 minutes', () => {
  for (const attempts of [10, 100, 1e9]) expect(retryDelayMs(attempts, () => 1)).toBe(15 * 60_000);
});

test('an operator must decide after a day and twenty attempts, not after either alone', () => {
  expect(areRetriesExhausted(20, 0, DAY)).toBe(true);
  expect(areRetriesExhausted(19, 0, 10 * DAY)).toBe(false);
  expect(areRetriesExhausted(1000, 0, DAY - 1)).toBe(false);
});
