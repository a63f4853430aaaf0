import type { Cents } from '../../src/tools/money.ts';
import {
  amortise,
  byYear,
  insuredMonths,
  monthlyCost,
  type LoanYear,
  type MonthlyCost,
} from '../../src/tools/mortgage.ts';
import { cents, type Reading } from '../../src/tools/tool-input.ts';
import type { InputName } from './inputs.ts';

/** The parsed inputs of the calculator, by name. */
export type ParsedInputs = Record<InputName, Reading>;

/** The results that the calculator shows. */
export interface WorkedOut {
  price: Cents;
  loan: Cents;
  downPercent: number;
  cost: MonthlyCost;
  pmiMonths: number;
  years: LoanYear[];
  interest: Cents;
}

/** Returns an error message for the down payment if it is not less than the price. */
export function check(readings: ParsedInputs): { down?: string } {
  const price = cents(readings.price);
  if (cents(readings.down, price) < price) return {};
  return { down: 'Down payment: it has to be less than the price.' };
}

/** Calculates the monthly payment and the repayment of the loan. */
export function workOut(readings: ParsedInputs): WorkedOut {
  const price = cents(readings.price);
  const down = cents(readings.down, price);
  const loan = { principal: price - down, rate: readings.rate.number, months: readings.years.number * 12 };
  const cost = monthlyCost(price, loan, {
    taxYear: cents(readings.tax, price),
    insuranceYear: cents(readings.insurance),
    pmiRate: readings.pmi.number,
    dues: cents(readings.dues),
  });
  const payments = amortise(loan);
  const years = byYear(payments);
  return {
    price,
    loan: loan.principal,
    downPercent: (down / price) * 100,
    cost,
    pmiMonths: cost.pmi > 0 ? insuredMonths(price, loan, payments) : 0,
    years,
    interest: years.reduce((total, year) => total + year.interest, 0),
  };
}
