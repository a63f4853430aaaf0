import { expect, it } from 'vitest';
import { percentile } from './overview-figures.ts';

it('returns one of the values, by nearest rank', () => {
  const values = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(values, 0.5)).toBe(50);
  expect(percentile(values, 0.95)).toBe(95);
  expect(percentile([7], 0.95)).toBe(7);
  expect(percentile([9, 1], 0.5)).toBe(1);
  expect(percentile([10, 9, 100], 0.5)).toBe(10);
  expect(percentile([], 0.5)).toBeNull();
});
