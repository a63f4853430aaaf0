/** The name of the page's own layout among its variants. */
export const ORIGINAL = 'Original';

/** A rate from 0 to 1, or a difference of rates from -1 to 1, with its 95 % confidence interval. */
export interface Estimate {
  value: number;
  low: number;
  high: number;
}

/** What the figures show about a variant, compared with the page's own layout. */
export type Verdict =
  /** `visits`: roughly how many more visits the two layouts need for a verdict; null if there are no leads yet. */
  { kind: 'early'; visits: number | null } | { kind: 'better' | 'worse' | 'same' };

export interface VariantResult {
  name: string;
  visits: number;
  leads: number;
  /** Leads per visit; null without visits. */
  rate: Estimate | null;
  /** The difference from the page's own layout, and what it means; null for that layout itself. */
  compared: { difference: Estimate | null; verdict: Verdict } | null;
}

/** The results of the variants of one page. */
export interface TestResult {
  path: string;
  title: string;
  running: boolean;
  /** Epoch milliseconds; 0 if unknown. */
  since: number;
  /** The page's own layout comes first. */
  variants: readonly VariantResult[];
}

/** GET /api/admin/variant-results */
export interface VariantResults {
  tests: readonly TestResult[];
}
