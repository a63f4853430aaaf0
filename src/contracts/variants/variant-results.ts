import { z } from 'zod';

/** The name of the page's own layout among its variants. */
export const ORIGINAL_VARIANT_NAME = 'Original';

/** A rate from 0 to 1, or a difference of rates from -1 to 1, with its 95 % confidence interval. */
const estimate = z.object({ value: z.number(), low: z.number(), high: z.number() });
export type RateEstimate = z.infer<typeof estimate>;

/** The result for a variant, compared with the page's own layout. */
const verdict = z.discriminatedUnion('kind', [
  /**
   * `visits`: roughly how many more visits the two layouts need in total for a verdict; null if this cannot be
   * estimated yet, because neither layout has a lead or one of them has no visits.
   */
  z.object({ kind: z.literal('early'), visits: z.number().nullable() }),
  /**
   * At the present rate, the verdict would take more than another year, which is too long for a test. `visits` and
   * `days`: roughly how many more visits and days it would take.
   */
  z.object({ kind: z.literal('too-few'), visits: z.number(), days: z.number() }),
  z.object({ kind: z.enum(['better', 'worse', 'same']) }),
]);
export type VariantVerdict = z.infer<typeof verdict>;

const variantResult = z.object({
  name: z.string(),
  visits: z.number(),
  leads: z.number(),
  /** Leads per visit; null without visits. */
  rate: estimate.nullable(),
  /**
   * The difference from the page's own layout, which is null if one of the two has no visits, and the verdict. Null for
   * the page's own layout itself.
   */
  compared: z.object({ difference: estimate.nullable(), verdict }).nullable(),
});
export type VariantResult = z.infer<typeof variantResult>;

/** The results of the variants of one page. */
const testResult = z.object({
  path: z.string(),
  title: z.string(),
  running: z.boolean(),
  /**
   * When the test was started, in epoch milliseconds; 0 if unknown. Adding a variant or changing a weight resets it, so
   * that the next start counts.
   */
  since: z.number(),
  /** The page's own layout comes first. */
  variants: z.array(variantResult).readonly(),
});
export type AbTestResult = z.infer<typeof testResult>;

/** The results of all A/B tests of public pages that were ever started, including paused tests. */
export const abTestResults = z.object({ tests: z.array(testResult).readonly() });
export type AbTestResults = z.infer<typeof abTestResults>;
