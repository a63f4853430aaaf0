import { roundToCents, type Cents } from './money.ts';

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
