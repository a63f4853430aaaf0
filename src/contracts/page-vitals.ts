import type { PageDocument } from './content.ts';

/** The kinds of pages by which Core Web Vitals are counted. `other` is the not-found page. */
export const vitalPageKinds = ['home', 'page', 'post', 'list', 'search', 'other'] as const;
export type VitalPageKind = (typeof vitalPageKinds)[number];

/**
 * Google's Core Web Vitals: Largest Contentful Paint (LCP) and Interaction to Next Paint (INP), both in milliseconds,
 * and Cumulative Layout Shift (CLS), a score without a unit.
 */
export const vitalMetrics = ['LCP', 'INP', 'CLS'] as const;
export type VitalMetric = (typeof vitalMetrics)[number];

/** Google's ratings of Core Web Vitals, from best to worst. */
export const vitalRatings = ['good', 'needs-improvement', 'poor'] as const;
export type VitalRating = (typeof vitalRatings)[number];

/**
 * The largest values that Google rates as good, and the largest that it does not rate as poor (`fair`). LCP and INP
 * are in milliseconds. Source: https://web.dev/articles/vitals.
 */
export const vitalThresholds: Readonly<Record<VitalMetric, { good: number; fair: number }>> = {
  LCP: { good: 2_500, fair: 4_000 },
  INP: { good: 200, fair: 500 },
  CLS: { good: 0.1, fair: 0.25 },
};

/** Returns Google's rating of a value. LCP and INP are in milliseconds. */
export function rateVital(metric: VitalMetric, value: number): VitalRating {
  const { good, fair } = vitalThresholds[metric];
  if (value <= good) return 'good';
  return value <= fair ? 'needs-improvement' : 'poor';
}

/** Returns the kind of a page by its path and its blocks; null is the not-found page. */
export function vitalPageKindOf(document: Pick<PageDocument, 'path' | 'placements'> | null): VitalPageKind {
  if (!document) return 'other';
  if (document.path === '/') return 'home';
  const has = (wanted: string) => document.placements.some(({ block }) => block === wanted);
  if (has('post')) return 'post';
  if (has('search')) return 'search';
  return has('post-list') ? 'list' : 'page';
}
