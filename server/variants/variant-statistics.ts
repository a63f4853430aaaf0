import type { RateEstimate, VariantVerdict } from '../../src/contracts/variants/variant-results.ts';

/** The visits of a layout, and the number of leads from them. */
export interface VariantSample {
  visits: number;
  leads: number;
}

/** The quantiles of the normal distribution for a 95 % confidence interval, and for a power of 80 %. */
const QUANTILES = { interval95: 1.959964, power80: 0.841621 };

/** Smaller differences, relative to the original's rate, are not worth a longer test. */
const SMALLEST_CHANGE_SHARE = 0.2;
/** Minimum visits of each layout before there is a verdict. */
const MIN_VISITS = 100;
/** Minimum days of a test before its visits are used to estimate future visits, so that they include a weekend. */
const MIN_DAYS = 7;
/** Maximum days of a useful test: visits are kept for 400 days, and a market changes within a year. */
const MAX_DAYS = 365;

/**
 * Returns the rate of leads with its Wilson score interval; null without visits. If there are more leads than visits,
 * the rate is 1.
 */
export function wilsonInterval({ visits, leads }: VariantSample): RateEstimate | null {
  if (visits <= 0) return null;
  const value = Math.min(leads, visits) / visits;
  const square = QUANTILES.interval95 ** 2;
  const centre = value + square / (2 * visits);
  const spread =
    QUANTILES.interval95 * Math.sqrt((value * (1 - value)) / visits + square / (4 * visits ** 2));
  const scale = 1 + square / visits;
  return {
    value,
    low: Math.max(0, (centre - spread) / scale),
    high: Math.min(1, (centre + spread) / scale),
  };
}

/**
 * Returns the variant's rate minus the original's, with the 95 % confidence interval by Newcombe (1998, method 10).
 * Null if one of the layouts has no visits.
 */
export function rateDifference(original: VariantSample, variant: VariantSample): RateEstimate | null {
  const one = wilsonInterval(variant);
  const other = wilsonInterval(original);
  if (!one || !other) return null;
  const value = one.value - other.value;
  return {
    value,
    low: value - Math.hypot(one.value - one.low, other.high - other.value),
    high: value + Math.hypot(one.high - one.value, other.value - other.low),
  };
}

/**
 * Returns how many visits each of two layouts needs, so that a test with 5 % significance has 80 % power to distinguish
 * these rates (from 0 to 1).
 */
export function requiredSampleSize(baseRate: number, targetRate: number): number {
  const mean = (baseRate + targetRate) / 2;
  const spread =
    QUANTILES.interval95 * Math.sqrt(2 * mean * (1 - mean)) +
    QUANTILES.power80 * Math.sqrt(baseRate * (1 - baseRate) + targetRate * (1 - targetRate));
  return Math.ceil(spread ** 2 / (baseRate - targetRate) ** 2);
}

/**
 * Returns whether a variant is better than the original. There is a verdict only if the sample has 80 % power for the
 * observed difference, or for `SMALLEST_CHANGE_SHARE` if that is larger. Otherwise, people who look every day would
 * often see a difference by chance. `days` is the time since the test was started; null if unknown.
 */
export function verdictOf(
  original: VariantSample,
  variant: VariantSample,
  days: number | null,
): VariantVerdict {
  const found = rateDifference(original, variant);
  const leads = original.leads + variant.leads;
  if (!found || leads === 0) return { kind: 'early', visits: null };
  const base = original.visits === 0 ? 0 : Math.min(1, original.leads / original.visits);
  const pooled = leads / (original.visits + variant.visits);
  const step = Math.max(Math.abs(found.value), SMALLEST_CHANGE_SHARE * (base || pooled));
  // The rate that must be distinguished from `base`: above `base` if the variant is ahead, unless it would exceed 1.
  const target = found.value >= 0 && base + step <= 1 ? base + step : Math.max(0, base - step);
  const needed = Math.max(MIN_VISITS, requiredSampleSize(base, target));
  const missing = [original, variant].reduce((sum, { visits }) => sum + Math.max(0, needed - visits), 0);
  if (missing > 0) {
    const left = daysFor(missing, original.visits + variant.visits, days);
    if (left !== null && left > MAX_DAYS) {
      return { kind: 'too-few', visits: roughly(missing), days: roughly(left) };
    }
    return { kind: 'early', visits: roughly(missing) };
  }
  if (found.low > 0) return { kind: 'better' };
  return { kind: found.high < 0 ? 'worse' : 'same' };
}

/** Returns how many days `missing` visits take at the present rate; null if the rate is not known yet. */
function daysFor(missing: number, visits: number, days: number | null): number | null {
  return days === null || days < MIN_DAYS || visits === 0 ? null : (missing / visits) * days;
}

/** Rounds up, to two significant digits, because the number is an estimate. */
function roughly(count: number): number {
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(count)) - 1);
  return Math.ceil(count / unit) * unit;
}
