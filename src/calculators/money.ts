/** An amount in whole cents, so that sums are exact. */
export type Cents = number;

/** Rounds an amount in cents to whole cents; half a cent is rounded up. */
export function roundToCents(amount: number): Cents {
  return Math.round(amount);
}

/**
 * Returns a percentage of an amount, to the cent. Uses three decimals of the percentage, so that half cents round
 * correctly.
 */
export function percentOf(amount: Cents, percent: number): Cents {
  return roundToCents((amount * Math.round(percent * 1000)) / 100_000);
}

const exact = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' });
const whole = new Intl.NumberFormat('en-US', {
  style: 'currency',
  currency: 'USD',
  maximumFractionDigits: 0,
});

/** Formats an amount as `$1,199.10` or `−$511.20`. */
export function formatDollarsAndCents(amount: Cents): string {
  return exact.format(amount / 100).replace('-', '−');
}

/** Formats an amount to the nearest dollar, as `$1,199`. */
export function formatWholeDollars(amount: Cents): string {
  return whole.format(amount / 100).replace('-', '−');
}

const decimal = new Intl.NumberFormat('en-US', { maximumFractionDigits: 3 });

/** Formats a percentage as `6.5%`, with up to three decimals. */
export function formatPercent(percent: number): string {
  return `${decimal.format(percent)}%`;
}
