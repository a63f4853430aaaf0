import { percentOf, type Cents } from './money.ts';
import { monthlyCost, type MonthlyCost } from './home-costs.ts';

/** A household's finances, and the assumptions for the calculation. */
export interface Household {
  /** Gross income per month. */
  income: Cents;
  /** Monthly payments for loans, credit cards and support, excluding housing. */
  debts: Cents;
  /** Cash for the down payment. */
  down: Cents;
  /** Annual interest rate, in percent. */
  rate: number;
  /** Number of monthly payments. */
  months: number;
  /** Annual property tax, as a percentage of the price. */
  taxRate: number;
  /** Annual homeowner's insurance. */
  insuranceYear: Cents;
  /** Annual private mortgage insurance, as a percentage of the loan. */
  pmiRate: number;
  /** Monthly dues of a homeowners' association. */
  dues: Cents;
  /** Maximum share of income for housing, in percent: 28 by the usual rule. */
  housingLimit: number;
  /** Maximum share of income for housing and debts together, in percent: 36 by the usual rule. */
  debtLimit: number;
}

/** The price that a household can afford, and how the two limits determine it. */
export interface Affordability {
  /** Monthly housing budget under the housing limit. */
  byHousing: Cents;
  /** Monthly housing budget under the debt limit; negative if the debts alone exceed it. */
  byDebts: Cents;
  /** The smaller of the two budgets, at least 0. */
  budget: Cents;
  /** The highest price that fits the budget, rounded down to whole dollars; 0 if no price fits. */
  price: Cents;
  loan: Cents;
  cost: MonthlyCost;
}

/** The highest price considered, in dollars. */
const MAX_DOLLARS = 100_000_000;

/** Returns the highest price whose first monthly payment fits both limits. */
export function calculateAffordability(household: Household): Affordability {
  const byHousing = percentOf(household.income, household.housingLimit);
  const byDebts = percentOf(household.income, household.debtLimit) - household.debts;
  const budget = Math.max(0, Math.min(byHousing, byDebts));
  // A binary search is possible, because the cost never falls as the price rises.
  let fits = 0;
  let tooMuch = MAX_DOLLARS;
  while (tooMuch - fits > 1) {
    const middle = Math.floor((fits + tooMuch) / 2);
    if (monthlyCostAtPrice(household, middle * 100).total <= budget) fits = middle;
    else tooMuch = middle;
  }
  const price = fits * 100;
  return {
    byHousing,
    byDebts,
    budget,
    price,
    loan: Math.max(0, price - household.down),
    cost: monthlyCostAtPrice(household, price),
  };
}

/** Returns the first month's cost at a price. The loan covers what remains after the down payment. */
export function monthlyCostAtPrice(household: Household, price: Cents): MonthlyCost {
  const { down, rate, months, taxRate, insuranceYear, pmiRate, dues } = household;
  const principal = Math.max(0, price - down);
  const taxYear = percentOf(price, taxRate);
  return monthlyCost(price, { principal, rate, months }, { taxYear, insuranceYear, pmiRate, dues });
}
