import { sql, type Kysely } from 'kysely';
import type { Overview } from '../../src/operator/api-shapes.ts';
import type { Database } from '../database/schema.ts';
import { percentile } from './percentile.ts';
import { dayOf, lastDays, SLICE, startOfDay } from './site-days.ts';

type Figures = Pick<Overview, 'lastLeadAt' | 'days' | 'sources' | 'timeToCrm'>;

/** What a lead without a source is counted under. */
const NO_SOURCE = 'No source';

/**
 * Leads by day and by source over the last days (the present one included), and how long they took to the CRM.
 * Quarantined leads are not counted: a flood of spam is no success.
 */
export async function leadFigures(
  query: Kysely<Database>,
  { days, now, timeZone }: { days: number; now: number; timeZone: string },
): Promise<Figures> {
  const shown = lastDays(days, now, timeZone);
  const since = startOfDay(shown[0] ?? dayOf(now, timeZone), timeZone);
  const leads = query.selectFrom('leads').where('status', '!=', 'quarantined');
  const [last, slices, sources, ways] = await Promise.all([
    leads.select('created_at').orderBy('created_at', 'desc').limit(1).executeTakeFirst(),
    leads
      .where('created_at', '>=', since)
      .select((is) => [slice.as('slice'), is.fn.countAll<number | string>().as('leads')])
      .groupBy(slice)
      .execute(),
    leads
      .where('created_at', '>=', since)
      .select((is) => ['source', is.fn.countAll<number | string>().as('leads')])
      .groupBy('source')
      .execute(),
    query
      .selectFrom('deliveries')
      .innerJoin('leads', 'leads.id', 'deliveries.lead_id')
      .where('leads.created_at', '>=', since)
      .where('leads.status', '!=', 'quarantined')
      .where('deliveries.destination', '=', 'crm')
      .where('deliveries.state', '=', 'delivered')
      .select((is) => ['leads.created_at as from', is.fn.min('deliveries.delivered_at').as('to')])
      .groupBy(['leads.id', 'leads.created_at'])
      .execute(),
  ]);
  const byDay = new Map(shown.map((day) => [day, 0]));
  for (const { slice, leads } of slices) {
    const day = dayOf(Number(slice) * SLICE, timeZone);
    byDay.set(day, (byDay.get(day) ?? 0) + Number(leads));
  }
  return {
    lastLeadAt: last?.created_at ?? null,
    days: shown.map((day) => ({ day, leads: byDay.get(day) ?? 0 })),
    sources: bySource(sources),
    timeToCrm: timeToCrm(ways),
  };
}

/** Whole numbers divide to whole numbers on both engines, as long as the divisor stands in the text of the query. */
const slice = sql<number | string>`created_at / ${sql.lit(SLICE)}`;

function bySource(rows: readonly { source: string | null; leads: number | string }[]): Figures['sources'] {
  const counts = new Map<string, number>();
  for (const { source, leads } of rows) {
    const name = source?.trim() || NO_SOURCE;
    counts.set(name, (counts.get(name) ?? 0) + Number(leads));
  }
  return [...counts]
    .map(([source, leads]) => ({ source, leads }))
    .sort((one, other) => other.leads - one.leads || one.source.localeCompare(other.source));
}

function timeToCrm(ways: readonly { from: number; to: number | null }[]): Figures['timeToCrm'] {
  const times = ways.flatMap(({ from, to }) => (to === null ? [] : [Math.max(0, to - from)]));
  const median = percentile(times, 0.5);
  const p95 = percentile(times, 0.95);
  return median === null || p95 === null ? null : { median, p95, count: times.length };
}
