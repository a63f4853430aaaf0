import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { PROJECT_ROOT } from '../../platform/root.ts';

/*
 * Pages show different market figures. None contradicts another, because each says its measure, its area and its
 * period.
 */

const AREA = /Des Moines metro|Polk County/;
const PERIOD =
  /(January|February|March|April|May|June|July|August|September|October|November|December) 20\d\d/;

const rows = z.array(z.object({ figure: z.string(), label: z.string() }));

const figures = (
  await Promise.all([
    figuresOf('home', 'market_figures'),
    figuresOf('neighborhoods', 'area_figures'),
    figuresOf('sell', 'market_stats_grid'),
  ])
).flat();

it.each(figures)('$page: $figure says its area and period: $label', ({ label }) => {
  expect(label).toMatch(AREA);
  expect(label).toMatch(PERIOD);
});

it('the same measure, area and period have the same figure on every page', () => {
  const byLabel = Object.groupBy(figures, ({ label }) => label);
  const different = Object.entries(byLabel).filter(
    ([, all = []]) => new Set(all.map((each) => each.figure)).size > 1,
  );
  expect(different).toEqual([]);
  expect(Object.keys(byLabel)).toHaveLength(7);
});

it('the series of /sell and the prices of /neighborhoods say their area and period, too', async () => {
  const [sell, neighborhoods] = await Promise.all([fieldsOf('sell'), fieldsOf('neighborhoods')]);
  // The chart adds the months, and each price is on the card of its area.
  expect(sell['prices_measure']).toMatch(AREA);
  expect(neighborhoods['featured_price_label']).toMatch(PERIOD);
});

async function figuresOf(page: string, field: string) {
  return rows.parse((await fieldsOf(page))[field]).map(({ figure, label }) => ({ page, figure, label }));
}

async function fieldsOf(page: string): Promise<Readonly<Record<string, unknown>>> {
  const text = await readFile(path.join(PROJECT_ROOT, `fixtures/pages/${page}.json`), 'utf8');
  return z.object({ acf: z.record(z.string(), z.unknown()) }).parse(JSON.parse(text)).acf;
}
