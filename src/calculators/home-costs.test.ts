import { describe, expect, it } from 'vitest';
import { monthlyCost, mortgageInsuranceMonths } from './home-costs.ts';
import { amortise } from './loan-formulas.ts';

describe('private mortgage insurance', () => {
  const price = 30_000_000;
  const upkeep = { taxYear: 480_000, insuranceYear: 180_000, pmiRate: 0.6, dues: 2_500 };

  it('is not charged with at least 20 % down', () => {
    const loan = { principal: 24_000_000, rate: 6.5, months: 360 };
    expect(mortgageInsuranceMonths(price, loan, amortise(loan))).toBe(0);
    expect(monthlyCost(price, loan, upkeep).pmi).toBe(0);
  });

  it('is charged with less than 20 % down, until 78 % of the price is owed', () => {
    const loan = { principal: 27_000_000, rate: 6.5, months: 360 };
    const payments = amortise(loan);
    const months = mortgageInsuranceMonths(price, loan, payments);
    expect(payments[months - 1]?.balance).toBeLessThanOrEqual(price * 0.78);
    expect(payments[months - 2]?.balance).toBeGreaterThan(price * 0.78);
    expect(monthlyCost(price, loan, upkeep).pmi).toBe(13_500);
  });

  it('ends at the midpoint of the loan at the latest', () => {
    const loan = { principal: price, rate: 20, months: 360 };
    expect(mortgageInsuranceMonths(price, loan, amortise(loan))).toBe(180);
  });

  it('is part of a total that adds up', () => {
    const { total, ...parts } = monthlyCost(price, { principal: 27_000_000, rate: 6.5, months: 360 }, upkeep);
    expect(Object.values(parts).reduce((sum, each) => sum + each, 0)).toBe(total);
    expect(parts).toMatchObject({ tax: 40_000, insurance: 15_000, dues: 2_500 });
  });
});
