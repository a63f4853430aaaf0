import { monthlyPayment, type Loan, type LoanPayment } from './loan-formulas.ts';
import { percentOf, roundToCents, type Cents } from './money.ts';

/**
 * Returns the number of months with private mortgage insurance (Homeowners Protection Act of 1998, 12 U.S.C.
 * 4901–4902). It is 0 with at least 20 % down. Otherwise, insurance ends when the balance is scheduled to reach 78 % of
 * the price, at the latest at the midpoint of the loan.
 */
export function mortgageInsuranceMonths(price: Cents, loan: Loan, payments: readonly LoanPayment[]): number {
  if (loan.principal * 100 <= price * 80) return 0;
  const reached = payments.findIndex((payment) => payment.balance * 100 <= price * 78);
  return Math.min(reached < 0 ? loan.months : reached + 1, Math.ceil(loan.months / 2));
}

/** The costs of owning a home in addition to the loan. */
export interface OwnershipCosts {
  /** Annual property tax. */
  taxYear: Cents;
  /** Annual homeowner's insurance. */
  insuranceYear: Cents;
  /** Annual private mortgage insurance, as a percentage of the loan. */
  pmiRate: number;
  /** Monthly dues of a homeowners' association. */
  dues: Cents;
}

/** The first month's payment and its parts. */
export interface MonthlyCost {
  loan: Cents;
  tax: Cents;
  insurance: Cents;
  pmi: Cents;
  dues: Cents;
  total: Cents;
}

/** Returns the cost of the first month of owning a home at a given price. */
export function monthlyCost(price: Cents, loan: Loan, upkeep: OwnershipCosts): MonthlyCost {
  const insured = loan.principal * 100 > price * 80;
  const parts = {
    loan: monthlyPayment(loan),
    tax: roundToCents(upkeep.taxYear / 12),
    insurance: roundToCents(upkeep.insuranceYear / 12),
    pmi: insured ? roundToCents(percentOf(loan.principal, upkeep.pmiRate) / 12) : 0,
    dues: upkeep.dues,
  };
  return { ...parts, total: parts.loan + parts.tax + parts.insurance + parts.pmi + parts.dues };
}
