import { expect, it } from 'vitest';
import type { ResolvedPlacement } from './placement.ts';
import { vitalPageKindOf, rateVital, type VitalMetric, type VitalRating } from './page-vitals.ts';

it.each<[VitalMetric, number, VitalRating]>([
  ['LCP', 0, 'good'],
  ['LCP', 2_500, 'good'],
  ['LCP', 2_500.1, 'needs-improvement'],
  ['LCP', 4_000, 'needs-improvement'],
  ['LCP', 4_001, 'poor'],
  ['INP', 200, 'good'],
  ['INP', 500, 'needs-improvement'],
  ['INP', 501, 'poor'],
  ['CLS', 0.1, 'good'],
  ['CLS', 0.25, 'needs-improvement'],
  ['CLS', 0.26, 'poor'],
])('rates %s of %d as %s', (metric, value, rating) => {
  expect(rateVital(metric, value)).toBe(rating);
});

it.each([
  ['/', ['hero', 'post-list'], 'home'],
  ['/about', ['hero', 'prose'], 'page'],
  ['/blog/a-post', ['post', 'related-posts'], 'post'],
  ['/blog/category/news', ['hero', 'post-list'], 'list'],
  ['/search', ['search'], 'search'],
])('finds the kind of %s', (path, blocks, kind) => {
  const placements = blocks.map((block): ResolvedPlacement => ({
    block,
    key: block,
    region: 'main',
    props: {},
  }));
  expect(vitalPageKindOf({ path, placements })).toBe(kind);
});

it('has a kind for pages that do not exist', () => {
  expect(vitalPageKindOf(null)).toBe('other');
});
