import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSeededRandom } from './seeded-random.ts';

test('draws depend only on the seed and the arguments, and are evenly distributed', () => {
  const [one, same, other] = [createSeededRandom(3), createSeededRandom(3), createSeededRandom(4)];
  const draws = Array.from({ length: 10_000 }, (_, i) => one.draw(i, 'error'));
  expect(draws).toEqual(draws.map((_, i) => same.draw(i, 'error')));
  expect(draws[0]).not.toBe(other.draw(0, 'error'));
  expect(draws[0]).not.toBe(one.draw(0, 'delay'));
  // The tolerance is four standard deviations of 10,000 draws with a probability of 0.1.
  const low = draws.filter((draw) => draw < 0.1).length;
  expect(Math.abs(low - 1000)).toBeLessThan(120);
});

test('ids are unique and consist of letters and digits, for any seed', () => {
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const random = createSeededRandom(seed);
      const ids = Array.from({ length: 200 }, () => random.nextId());
      expect(new Set(ids).size).toBe(200);
      expect(ids.every((id) => /^[A-Za-z0-9]{20}$/.test(id))).toBe(true);
    }),
    { numRuns: 20 },
  );
});
