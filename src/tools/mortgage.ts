import { percentOf, toCents, type Cents } from './money.ts';

/** A loan that is paid back in equal monthly payments. */
export interface Loan {
  principal: Cents;
  /** Per year, in percent, to three decimals: 6.5 is 6.5 %. */
  rate: number;
  /** Number of monthly payments. */
  months: number;
}

/** One month of a loan. */
export interface Payment {
  interest: Cents;
  principal: Cents;
  /** What is owed after it. */
  balance: Cents;
}

/**
 * The level monthly payment, to the cent: P·r(1+r)^n / ((1+r)^n − 1), and P/n without interest. Written with
 * `expm1` and `log1p`, so that it holds for very small rates too.
 */
export function monthlyPayment({ principal, rate, months }: Loan): Cents {
  const monthly = rate / 1200;
  if (monthly === 0) return toCents(principal / months);
  return toCents((principal * monthly) / -Math.expm1(-months * Math.log1p(monthly)));
}

/**
 * Every month of a loan. Interest is rounded to the cent each month, and the last payment clears what rounding
 * left over: the principals add up to the loan, and the balance ends at 0.
 */
export function amortise(loan: Loan): Payment[] {
  const level = monthlyPayment(loan);
  const payments: Payment[] = [];
  let balance = loan.principal;
  for (let month = 1; month <= loan.months; month += 1) {
    const interest = toCents((balance * Math.round(loan.rate * 1000)) / 1_200_000);
    const principal = month === loan.months ? balance : Math.min(balance, level - interest);
    balance -= principal;
    payments.push({ interest, principal, balance });
  }
  return payments;
}

/**
 * How many months private mortgage insurance is paid. None from 20 % down; else until the month in which the
 * balance is first scheduled to be 78 % of the price, at the latest until the middle of the loan
 * (Homeowners Protection Act of 1998, 12 U.S.C. 4901–4902).
 */
export function insuredMonths(price: Cents, loan: Loan, payments: readonly Payment[]): number {
  if (loan.principal * 100 <= price * 80) return 0;
  const reached = payments.findIndex((payment) => payment.balance * 100 <= price * 78);
  return Math.min(reached < 0 ? loan.months : reached + 1, Math.ceil(loan.months / 2));
}

/** What a home costs each month besides its loan. */
export interface Upkeep {
  taxYear: Cents;
  insuranceYear: Cents;
  /** Private mortgage insurance per year, in percent of the loan. */
  pmiRate: number;
  /** Dues of an owners' association, a month. */
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

/** What owning a home of a price costs in its first month. */
export function monthlyCost(price: Cents, loan: Loan, upkeep: Upkeep): MonthlyCost {
  const insured = loan.principal * 100 > price * 80;
  const parts = {
    loan: monthlyPayment(loan),
    tax: toCents(upkeep.taxYear / 12),
    insurance: toCents(upkeep.insuranceYear / 12),
    pmi: insured ? toCents(percentOf(loan.principal, upkeep.pmiRate) / 12) : 0,
    dues: upkeep.dues,
  };
  return { ...parts, total: parts.loan + parts.tax + parts.insurance + parts.pmi + parts.dues };
}

/** A year of a loan, summed up. */
export interface LoanYear {
  year: number;
  interest: Cents;
  principal: Cents;
  /** What is owed at its end. */
  balance: Cents;
}

/** The payments by year of the loan; the last year may be short. */
export function byYear(payments: readonly Payment[]): LoanYear[] {
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
