import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amortise, monthlyPayment, yearlyTotals } from './loan-formulas.ts';

const loans = fc.record({
  principal: fc.integer({ min: 100_000, max: 10_000_000_000 }),
  rate: fc.oneof(
    fc.constant(0),
    fc.integer({ min: 1, max: 25_000 }).map((rate) => rate / 1000),
  ),
  months: fc.integer({ min: 1, max: 40 }).map((years) => years * 12),
});

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

describe('the monthly payment', () => {
  // The first two are the standard textbook figures, and the next two are from published payment tables.
  it.each([
    { dollars: 200_000, rate: 6, years: 30, payment: 1199.1 },
    { dollars: 100_000, rate: 5, years: 30, payment: 536.82 },
    { dollars: 100_000, rate: 7, years: 30, payment: 665.3 },
    { dollars: 100_000, rate: 6, years: 15, payment: 843.86 },
    { dollars: 360_000, rate: 0, years: 30, payment: 1000 },
  ])('is $payment for $dollars at $rate % over $years years', ({ dollars, rate, years, payment }) => {
    expect(monthlyPayment({ principal: dollars * 100, rate, months: years * 12 })).toBe(
      Math.round(payment * 100),
    );
  });

  it('approaches the payment without interest as the rate approaches zero', () => {
    const loan = { principal: 30_000_000, months: 360 };
    const difference = monthlyPayment({ ...loan, rate: 1e-9 }) - monthlyPayment({ ...loan, rate: 0 });
    expect(Math.abs(difference)).toBeLessThanOrEqual(1);
  });
});

describe('amortisation', () => {
  it('repays exactly the loan, and ends with a balance of 0', () => {
    fc.assert(
      fc.property(loans, (loan) => {
        const payments = amortise(loan);
        expect(payments).toHaveLength(loan.months);
        expect(sum(payments.map((payment) => payment.principal))).toBe(loan.principal);
        expect(payments.at(-1)?.balance).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  it('never increases the balance, and charges no interest without a balance', () => {
    fc.assert(
      fc.property(loans, (loan) => {
        let before = loan.principal;
        for (const { interest, principal, balance } of amortise(loan)) {
          expect(principal).toBeGreaterThanOrEqual(0);
          expect(interest).toBeGreaterThanOrEqual(0);
          expect(balance).toBe(before - principal);
          before = balance;
        }
      }),
      { numRuns: 40 },
    );
  });

  it('uses the level payment except in the last month, which absorbs the rounding', () => {
    const loan = { principal: 20_000_000, rate: 6, months: 360 };
    const level = monthlyPayment(loan);
    const paid = amortise(loan).map((payment) => payment.interest + payment.principal);
    expect(new Set(paid.slice(0, -1))).toEqual(new Set([level]));
    expect(Math.abs((paid.at(-1) ?? 0) - level)).toBeLessThan(500);
  });

  it('has the same totals by year', () => {
    fc.assert(
      fc.property(loans, (loan) => {
        const payments = amortise(loan);
        const years = yearlyTotals(payments);
        expect(years).toHaveLength(Math.ceil(loan.months / 12));
        expect(sum(years.map((year) => year.principal))).toBe(loan.principal);
        expect(sum(years.map((year) => year.interest))).toBe(sum(payments.map((each) => each.interest)));
        expect(years.at(-1)?.balance).toBe(0);
      }),
      { numRuns: 40 },
    );
  });
});
