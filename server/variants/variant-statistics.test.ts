import { describe, expect, it } from 'vitest';
import { rateDifference, requiredSampleSize, verdictOf, wilsonInterval } from './variant-statistics.ts';

// Newcombe (1998), "Two-sided confidence intervals for the single proportion", table I, method 3.
it.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
])('computes the Wilson interval of %i in %i', (leads, visits, low, high) => {
  const interval = wilsonInterval({ leads, visits });
  expect(interval?.low).toBeCloseTo(low, 4);
  expect(interval?.high).toBeCloseTo(high, 4);
});

it('has no rate without visits, and no rate above 1', () => {
  expect(wilsonInterval({ leads: 1, visits: 0 })).toBeNull();
  expect(wilsonInterval({ leads: 3, visits: 2 })).toMatchObject({ value: 1, high: 1 });
});

// Newcombe (1998), "Interval estimation for the difference between independent proportions", table II, method 10.
it.each([
  [56, 70, 48, 80, 0.0524, 0.3339],
  [9, 10, 3, 10, 0.1705, 0.809],
  [5, 56, 0, 29, -0.0381, 0.1926],
  [0, 10, 0, 10, -0.2775, 0.2775],
])('computes the interval of %i/%i minus %i/%i', (leads, visits, otherLeads, otherVisits, low, high) => {
  const interval = rateDifference({ leads: otherLeads, visits: otherVisits }, { leads, visits });
  expect(interval?.low).toBeCloseTo(low, 4);
  expect(interval?.high).toBeCloseTo(high, 4);
});

// Fleiss, Levin and Paik (2003), "Statistical Methods for Rates and Proportions", without continuity correction.
it.each([
  [0.6, 0.7, 356],
  [0.05, 0.1, 435],
  // The screen with the results names this example.
  [0.02, 0.024, 21_109],
])('needs the published number of visits to tell a rate of %d from %d', (one, other, visits) => {
  expect(requiredSampleSize(one, other)).toBe(visits);
});

describe('the verdict', () => {
  it.each([
    ['nothing was counted', [0, 0], [0, 0], { kind: 'early', visits: null }],
    ['there is no lead yet', [500, 0], [500, 0], { kind: 'early', visits: null }],
    ['one of few visits led to a lead', [10, 0], [10, 1], { kind: 'early', visits: 180 }],
    ['a variant is better', [2_000, 60], [2_000, 110], { kind: 'better' }],
    ['a variant is worse', [2_000, 110], [2_000, 60], { kind: 'worse' }],
    ['many visits show no difference', [40_000, 1_200], [40_000, 1_210], { kind: 'same' }],
  ])('if %s', (_, [visits = 0, leads = 0], [otherVisits = 0, otherLeads = 0], verdict) => {
    expect(verdictOf({ visits, leads }, { visits: otherVisits, leads: otherLeads }, 1)).toEqual(verdict);
  });

  it('needs more visits if a difference is barely significant', () => {
    const original = { visits: 300, leads: 6 };
    const variant = { visits: 300, leads: 18 };
    expect(rateDifference(original, variant)?.low).toBeGreaterThan(0);
    expect(verdictOf(original, variant, 1)).toMatchObject({ kind: 'early' });
  });

  describe('with 200 visits of each layout', () => {
    const original = { visits: 200, leads: 4 };
    const variant = { visits: 200, leads: 5 };

    it.each([2, null])('is early after %s days, because the rate of visits is not known', (days) => {
      expect(verdictOf(original, variant, days)).toEqual({ kind: 'early', visits: 28_000 });
    });

    it('is early after ten days, if a year brings the visits that are missing', () => {
      expect(verdictOf(original, { visits: 200, leads: 12 }, 10)).toMatchObject({ kind: 'early' });
    });

    it('says after ten days that there are too few visits to ever know', () => {
      expect(verdictOf(original, variant, 10)).toEqual({ kind: 'too-few', visits: 28_000, days: 690 });
    });
  });
});
