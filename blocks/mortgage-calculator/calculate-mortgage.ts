import type { Cents } from '../../src/calculators/money.ts';
import { monthlyCost, mortgageInsuranceMonths, type MonthlyCost } from '../../src/calculators/home-costs.ts';
import { amortise, yearlyTotals, type LoanYear } from '../../src/calculators/loan-formulas.ts';
import { inputToCents, type ParsedCalculatorInput } from '../../src/calculators/calculator-input.ts';
import type { InputName } from './inputs.ts';

export type ParsedInputs = Record<InputName, ParsedCalculatorInput>;

export interface MortgageResult {
  price: Cents;
  loan: Cents;
  downPercent: number;
  cost: MonthlyCost;
  /** How many months private mortgage insurance is paid; 0 if there is none. */
  pmiMonths: number;
  years: LoanYear[];
  /** The interest over the whole loan. */
  interest: Cents;
}

/** Returns an error message for the input `down` if it is not less than the price; otherwise an empty object. */
export function checkDownPayment(readings: ParsedInputs): { down?: string } {
  const price = inputToCents(readings.price);
  if (inputToCents(readings.down, price) < price) return {};
  return { down: 'Down payment: it has to be less than the price.' };
}

/** Calculates the costs of the first month, how long mortgage insurance is paid, and the repayment in each year. */
export function calculateMortgage(readings: ParsedInputs): MortgageResult {
  const price = inputToCents(readings.price);
  const down = inputToCents(readings.down, price);
  const loan = { principal: price - down, rate: readings.rate.number, months: readings.years.number * 12 };
  const cost = monthlyCost(price, loan, {
    taxYear: inputToCents(readings.tax, price),
    insuranceYear: inputToCents(readings.insurance),
    pmiRate: readings.pmi.number,
    dues: inputToCents(readings.dues),
  });
  const payments = amortise(loan);
  const years = yearlyTotals(payments);
  return {
    price,
    loan: loan.principal,
    downPercent: (down / price) * 100,
    cost,
    pmiMonths: cost.pmi > 0 ? mortgageInsuranceMonths(price, loan, payments) : 0,
    years,
    interest: years.reduce((total, year) => total + year.interest, 0),
  };
}
