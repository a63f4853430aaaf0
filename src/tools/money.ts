/** Amounts are whole cents throughout: sums are exact, and a cent is never lost to rounding. */
export type Cents = number;

/** The cents nearest to an amount in cents; half a cent goes up. */
export function toCents(amount: number): Cents {
  return Math.round(amount);
}

/** A share of an amount, to the cent. Percentages count to three decimals, so that half a cent is exactly that. */
export function percentOf(amount: Cents, percent: number): Cents {
  return toCents((amount * Math.round(percent * 1000)) / 100_000);
}

const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const whole = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

/** `$1,199.10`, `−$511.20` */
export function dollarsAndCents(amount: Cents): string {
  return exact.format(amount / 100).replace('-', '−');
}

/** `$1,199`: to the nearest dollar. */
export function wholeDollars(amount: Cents): string {
  return whole.format(amount / 100).replace('-', '−');
}

const decimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });

/** `6.5%` */
export function percentText(percent: number): string {
  return `${decimal.format(percent)}%`;
}
