import type { Overview } from '../api-shapes.ts';
import type { ChartValue } from '../parts/chart-table.tsx';

/** Most bars; the rest are one. */
const MOST = 8;

/** The sources as bars: the most frequent ones by name, all others together. */
export function sourceValues(sources: Overview['sources']): ChartValue[] {
  const named = sources.length > MOST ? sources.slice(0, MOST - 1) : sources;
  const rest = sources.slice(named.length);
  const values = named.map(({ source, leads }) => ({ label: source, value: leads }));
  if (rest.length === 0) return values;
  const value = rest.reduce((sum, { leads }) => sum + leads, 0);
  return [...values, { label: `${rest.length} others`, value }];
}
