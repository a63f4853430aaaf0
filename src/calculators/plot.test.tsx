import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { positionOnScale, createPlotScale } from './plot.tsx';

describe('a round scale', () => {
  it.each([
    [0, 17_000, [0, 5_000, 10_000, 15_000, 20_000]],
    [298_000, 335_000, [290_000, 300_000, 310_000, 320_000, 330_000, 340_000]],
    [0, 0, [0, 0.25]],
    [7, 7, [6, 8]],
  ])('from %s to %s is %o', (low, high, ticks) => {
    expect(createPlotScale(low, high).ticks).toEqual(ticks);
  });

  it('contains its values and has a few ascending ticks', () => {
    const value = fc.double({ min: -1e9, max: 1e9, noNaN: true }).map((each) => Math.round(each * 100) / 100);
    fc.assert(
      fc.property(value, value, (one, other) => {
        const [low, high] = [Math.min(one, other), Math.max(one, other)];
        const scale = createPlotScale(low, high);
        for (const each of [low, high]) {
          expect(positionOnScale(scale, each)).toBeGreaterThanOrEqual(-1e-6);
          expect(positionOnScale(scale, each)).toBeLessThanOrEqual(1 + 1e-6);
        }
        expect(scale.ticks.length).toBeGreaterThan(1);
        expect(scale.ticks.length).toBeLessThanOrEqual(6);
        expect([...scale.ticks]).toEqual([...new Set(scale.ticks)].sort((a, b) => a - b));
      }),
    );
  });
});
