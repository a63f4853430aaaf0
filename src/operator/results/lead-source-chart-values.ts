import type { SiteOverview } from '../../contracts/operators/site-calls.ts';
import type { ChartValue } from '../parts/charts/chart-table.tsx';

/** The maximum number of bars. If there are more sources, the last bar combines the rest. */
const MAX_SOURCES = 8;

/** Returns the sources as chart values: the most frequent ones by name, and all others combined into one. */
export function leadSourceChartValues(sources: SiteOverview['sources']): ChartValue[] {
  const named = sources.length > MAX_SOURCES ? sources.slice(0, MAX_SOURCES - 1) : sources;
  const rest = sources.slice(named.length);
  const values = named.map(({ source, leads }) => ({ label: source, value: leads }));
  if (rest.length === 0) return values;
  const value = rest.reduce((sum, { leads }) => sum + leads, 0);
  return [...values, { label: `${rest.length} others`, value }];
}
