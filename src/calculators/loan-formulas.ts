import { percentOf, roundToCents, type Cents } from './money.ts';

/** A loan repaid in equal monthly payments. */
export interface Loan {
  principal: Cents;
  /** Annual rate in percent, with up to three decimals: 6.5 means 6.5 %. */
  rate: number;
  /** Number of monthly payments. */
  months: number;
}

/** The parts of one monthly payment. */
export interface LoanPayment {
  interest: Cents;
  principal: Cents;
  /** The balance after this payment. */
  balance: Cents;
}

/**
 * Returns the level monthly payment, to the cent: P·r(1+r)^n / ((1+r)^n − 1), or P/n without interest. Uses
 * `expm1` and `log1p` to stay accurate at very low rates.
 */
export function monthlyPayment({ principal, rate, months }: Loan): Cents {
  const monthly = rate / 1200;
  if (monthly === 0) return roundToCents(principal / months);
  return roundToCents((principal * monthly) / -Math.expm1(-months * Math.log1p(monthly)));
}

/**
 * Returns every payment of a loan. Interest is rounded to the cent each month. The last payment absorbs the rounding
 * differences, so that the principal payments add up to the loan and the balance ends at 0.
 */
export function amortise(loan: Loan): LoanPayment[] {
  const level = monthlyPayment(loan);
  const payments: LoanPayment[] = [];
  let balance = loan.principal;
  for (let month = 1; month <= loan.months; month += 1) {
    const interest = roundToCents((balance * Math.round(loan.rate * 1000)) / 1_200_000);
    const principal = month === loan.months ? balance : Math.min(balance, level - interest);
    balance -= principal;
    payments.push({ interest, principal, balance });
  }
  return payments;
}

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

/** The totals for one year of a loan. */
export interface LoanYear {
  year: number;
  interest: Cents;
  principal: Cents;
  /** The balance at the end of the year. */
  balance: Cents;
}

/** Totals the payments by year of the loan; the last year may be incomplete. */
export function yearlyTotals(payments: readonly LoanPayment[]): LoanYear[] {
  const years: LoanYear[] = [];
  for (const [month, payment] of payments.entries()) {
    const index = Math.floor(month / 12);
    const year = (years[index] ??= { year: index + 1, interest: 0, principal: 0, balance: 0 });
    year.interest += payment.interest;
    year.principal += payment.principal;
    year.balance = payment.balance;
  }
  return years;
}
