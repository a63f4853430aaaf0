import { percentOf, type Cents } from './money.ts';
import { monthlyCost, type MonthlyCost } from './mortgage.ts';

/** A household's money and the assumptions it is measured against. */
export interface Household {
  /** Gross, a month. */
  income: Cents;
  /** Loans, cards and support paid each month, housing left out. */
  debts: Cents;
  /** Cash for the down payment. */
  down: Cents;
  /** Interest per year, in percent. */
  rate: number;
  /** Number of monthly payments. */
  months: number;
  /** Property tax per year, in percent of the price. */
  taxRate: number;
  insuranceYear: Cents;
  /** Private mortgage insurance per year, in percent of the loan. */
  pmiRate: number;
  /** Dues of an owners' association, a month. */
  dues: Cents;
  /** Most of the income that housing may take, in percent: 28 by the usual rule. */
  housingLimit: number;
  /** Most of the income that housing and debts may take together, in percent: 36 by the usual rule. */
  debtLimit: number;
}

/** What a household can afford by the two limits. */
export interface Affordability {
  /** Housing by the first limit, a month. */
  byHousing: Cents;
  /** Housing by the second limit, a month; below 0 where the debts alone pass it. */
  byDebts: Cents;
  /** The smaller of the two, at least 0. */
  budget: Cents;
  /** The highest price that fits the budget, in whole dollars; 0 where nothing does. */
  price: Cents;
  loan: Cents;
  cost: MonthlyCost;
}

/** The highest price that is looked at: $100 million, in dollars. */
const HIGHEST = 100_000_000;

/** The highest price whose first month fits both limits. */
export function affordability(household: Household): Affordability {
  const byHousing = percentOf(household.income, household.housingLimit);
  const byDebts = percentOf(household.income, household.debtLimit) - household.debts;
  const budget = Math.max(0, Math.min(byHousing, byDebts));
  // The cost never falls as the price rises, so the price is found by halving.
  let fits = 0;
  let tooMuch = HIGHEST;
  while (tooMuch - fits > 1) {
    const middle = Math.floor((fits + tooMuch) / 2);
    if (costAt(household, middle * 100).total <= budget) fits = middle;
    else tooMuch = middle;
  }
  const price = fits * 100;
  return {
    byHousing,
    byDebts,
    budget,
    price,
    loan: Math.max(0, price - household.down),
    cost: costAt(household, price),
  };
}

/** The first month at a price. What the cash does not cover is borrowed. */
export function costAt(household: Household, price: Cents): MonthlyCost {
  const { down, rate, months, taxRate, insuranceYear, pmiRate, dues } = household;
  const principal = Math.max(0, price - down);
  const taxYear = percentOf(price, taxRate);
  return monthlyCost(price, { principal, rate, months }, { taxYear, insuranceYear, pmiRate, dues });
}
