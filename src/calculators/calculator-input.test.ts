import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inputToCents, parseCalculatorInput, type CalculatorInput } from './calculator-input.ts';

const price: CalculatorInput = { label: 'Price', kind: 'dollars', min: 1_000, max: 100_000_000 };
const down: CalculatorInput = { label: 'Down payment', kind: 'share', min: 0, max: 100_000_000 };
const rate: CalculatorInput = { label: 'Interest', kind: 'percent', min: 0, max: 25 };
const years: CalculatorInput = { label: 'Term', kind: 'count', min: 1, max: 40 };

describe('parsing typed text', () => {
  it.each([
    [price, '350000', 350_000, false],
    [price, ' $350,000.50 ', 350_000.5, false],
    [price, '$ 1,000', 1_000, false],
    [down, '20%', 20, true],
    [down, '20 %', 20, true],
    [down, '60,000', 60_000, false],
    [down, '0', 0, false],
    [rate, '6.5', 6.5, true],
    [rate, '6.875%', 6.875, true],
    [rate, '.5', 0.5, true],
    [years, '30', 30, false],
  ])('%o accepts %s', (input, typed, number, percent) => {
    expect(parseCalculatorInput(input, typed)).toEqual({ number, percent });
  });

  it.each([
    [price, '', 'enter a number'],
    [price, 'a lot', 'is not a number like $350,000'],
    [price, '20%', 'is not a number'],
    [price, '1,00', 'is not a number'],
    [price, '350k', 'is not a number'],
    [price, '-5', 'is not a number'],
    [price, '1e9', 'is not a number'],
    [price, '.', 'is not a number'],
    [price, '999', 'enter $1,000 to $100,000,000'],
    [down, '101%', 'enter 0% to 100%'],
    [rate, '$6', 'is not a number'],
    [rate, '26', 'enter 0% to 25%'],
    [years, '12.5', 'enter a whole number'],
    [years, '0', 'enter 1 to 40'],
  ])('%o reports what is wrong with %s', (input, typed, words) => {
    const read = parseCalculatorInput(input, typed);
    expect(read).toHaveProperty('fault');
    expect('fault' in read && read.fault).toContain(words);
    expect('fault' in read && read.fault.startsWith(input.label)).toBe(true);
  });

  it('counts an empty optional input as 0', () => {
    expect(parseCalculatorInput({ ...price, optional: true }, ' ')).toEqual({ number: 0, percent: false });
  });

  it('returns a number within the limits or an error, whatever is typed', () => {
    fc.assert(
      fc.property(fc.constantFrom(price, down, rate, years), fc.string(), (input, typed) => {
        const read = parseCalculatorInput(input, typed);
        if ('fault' in read) expect(read.fault).not.toBe('');
        else expect(Number.isFinite(read.number)).toBe(true);
      }),
    );
  });

  it('parses every formatted amount in cents exactly', () => {
    fc.assert(
      fc.property(fc.integer({ min: 100_000, max: 10_000_000_000 }), (amount) => {
        const read = parseCalculatorInput(price, (amount / 100).toFixed(2));
        expect('fault' in read ? read.fault : inputToCents(read)).toBe(amount);
      }),
    );
  });
});

describe('a share', () => {
  it('is applied to the price if it is a percentage', () => {
    expect(inputToCents({ number: 20, percent: true }, 32_850_000)).toBe(6_570_000);
    expect(inputToCents({ number: 20, percent: false }, 32_850_000)).toBe(2_000);
  });

  it('rounds half a cent up', () => {
    expect(inputToCents({ number: 1.15, percent: true }, 3_000)).toBe(35);
  });
});
