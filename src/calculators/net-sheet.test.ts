import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { iowaTransferTax, calculateNetSheet } from './net-sheet.ts';

describe('Iowa’s transfer tax', () => {
  // From the Scott County Recorder: the tax table, its example of $3,000 and $3,001, and "$159.20 … $100,000".
  it.each([
    { price: 0, tax: 0 },
    { price: 500, tax: 0 },
    { price: 500.01, tax: 0.8 },
    { price: 1_000, tax: 0.8 },
    { price: 3_000, tax: 4 },
    { price: 3_001, tax: 4.8 },
    { price: 100_000, tax: 159.2 },
    { price: 328_500, tax: 524.8 },
  ])('is $tax on $price', ({ price, tax }) => {
    expect(iowaTransferTax(Math.round(price * 100))).toBe(Math.round(tax * 100));
  });

  it('never falls as the price rises, and stays within 80 cents of $1.60 per thousand', () => {
    fc.assert(
      fc.property(fc.integer({ min: 50_000, max: 1_000_000_000 }), (price) => {
        const tax = iowaTransferTax(price);
        expect(tax).toBeGreaterThanOrEqual(((price - 50_000) * 1.6) / 1000 - 1e-6);
        expect(tax).toBeLessThan(((price - 50_000) * 1.6) / 1000 + 80);
        expect(iowaTransferTax(price + 1)).toBeGreaterThanOrEqual(tax);
      }),
    );
  });
});

const sales = fc.record({
  price: fc.integer({ min: 0, max: 1_000_000_000 }),
  payoff: fc.integer({ min: 0, max: 1_000_000_000 }),
  commission: fc.integer({ min: 0, max: 1_000 }).map((rate) => rate / 100),
  title: fc.integer({ min: 0, max: 500_000 }),
  taxYear: fc.integer({ min: 0, max: 5_000_000 }),
  taxMonths: fc.integer({ min: 0, max: 18 }),
  concessions: fc.integer({ min: 0, max: 5_000_000 }),
  other: fc.integer({ min: 0, max: 5_000_000 }),
});

describe('the net sheet', () => {
  it('accounts for every cent of the price', () => {
    fc.assert(
      fc.property(sales, (sale) => {
        const { costs, payoff, net, ...parts } = calculateNetSheet(sale);
        expect(Object.values(parts).reduce((total, part) => total + part, 0)).toBe(costs);
        expect(costs + payoff + net).toBe(sale.price);
      }),
    );
  });

  it('matches an example calculated by hand', () => {
    const sheet = calculateNetSheet({
      price: 32_000_000,
      payoff: 18_000_000,
      commission: 5.5,
      title: 90_000,
      taxYear: 480_000,
      taxMonths: 9,
      concessions: 300_000,
      other: 0,
    });
    expect(sheet).toEqual({
      commission: 1_760_000,
      transferTax: 51_120,
      title: 90_000,
      taxes: 360_000,
      concessions: 300_000,
      other: 0,
      costs: 2_561_120,
      payoff: 18_000_000,
      net: 11_438_880,
    });
  });
});
