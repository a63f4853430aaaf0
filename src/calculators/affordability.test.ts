import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { calculateAffordability, monthlyCostAtPrice, type Household } from './affordability.ts';

const household: Household = {
  income: 750_000,
  debts: 45_000,
  down: 3_000_000,
  rate: 6.5,
  months: 360,
  taxRate: 1.6,
  insuranceYear: 180_000,
  pmiRate: 0.6,
  dues: 0,
  housingLimit: 28,
  debtLimit: 36,
};

const households = fc.record({
  income: fc.integer({ min: 0, max: 10_000_000 }),
  debts: fc.integer({ min: 0, max: 1_000_000 }),
  down: fc.integer({ min: 0, max: 100_000_000 }),
  rate: fc.integer({ min: 0, max: 15_000 }).map((rate) => rate / 1000),
  months: fc.constantFrom(120, 180, 240, 360),
  taxRate: fc.integer({ min: 1, max: 300 }).map((rate) => rate / 100),
  insuranceYear: fc.integer({ min: 0, max: 1_000_000 }),
  pmiRate: fc.integer({ min: 0, max: 200 }).map((rate) => rate / 100),
  dues: fc.integer({ min: 0, max: 50_000 }),
  housingLimit: fc.constant(28),
  debtLimit: fc.constant(36),
});

describe('affordability', () => {
  it('uses the smaller of 28 % for housing and 36 % with debts', () => {
    expect(calculateAffordability(household)).toMatchObject({
      byHousing: 210_000,
      byDebts: 225_000,
      budget: 210_000,
    });
    expect(calculateAffordability({ ...household, debts: 100_000 })).toMatchObject({
      byDebts: 170_000,
      budget: 170_000,
    });
  });

  it('returns the highest whole-dollar price that fits', () => {
    fc.assert(
      fc.property(households, (each) => {
        const { price, budget } = calculateAffordability(each);
        expect(price % 100).toBe(0);
        if (price > 0) expect(monthlyCostAtPrice(each, price).total).toBeLessThanOrEqual(budget);
        expect(monthlyCostAtPrice(each, price + 100).total).toBeGreaterThan(budget);
      }),
    );
  });

  it('returns 0 if debts alone exceed the limit', () => {
    const result = calculateAffordability({ ...household, debts: 400_000 });
    expect(result.byDebts).toBeLessThan(0);
    expect(result).toMatchObject({ budget: 0, price: 0, loan: 0 });
  });

  it('never returns a lower price for a higher income', () => {
    fc.assert(
      fc.property(households, fc.integer({ min: 0, max: 100_000 }), (each, more) => {
        const { price } = calculateAffordability({ ...each, income: each.income + more });
        expect(price).toBeGreaterThanOrEqual(calculateAffordability(each).price);
      }),
    );
  });
});
