import { sql, type Kysely } from 'kysely';
import { leadSourceName } from '../../../src/contracts/leads/lead-source.ts';
import type { SiteOverview } from '../../../src/contracts/operators/site-calls.ts';
import { isCountedLeadSql } from '../../database/schema/counted-leads.ts';
import type { Database } from '../../database/schema/schema.ts';
import type { CircuitRow } from '../../leads/deliver/circuit.ts';
import { dayInTimeZone } from '../../../src/builder/time-zones.ts';
import { lastDays, QUARTER_HOUR_MS, startOfDay } from '../../platform/site-days.ts';

type Figures = Pick<
  SiteOverview,
  'lastLeadAt' | 'days' | 'sources' | 'timeToCrm' | 'pages' | 'visitsSince' | 'vitals'
>;

const HOUR_MS = 3_600_000;

const NO_SOURCE = 'No source';

/**
 * Counts leads (by day, source and page), page visits, and page views with good Core Web Vitals over the given number
 * of days, including today. Also returns how long the leads' deliveries to the CRM took, when the last lead arrived,
 * and since when visits are counted. Quarantined and rejected leads are not counted.
 */
export async function readOverviewFigures(
  query: Kysely<Database>,
  { days, now, timeZone }: { days: number; now: number; timeZone: string },
): Promise<Figures> {
  const shown = lastDays(days, now, timeZone);
  const starts = shown.map((day) => startOfDay(day, timeZone));
  const since = starts[0] ?? startOfDay(dayInTimeZone(now, timeZone), timeZone);
  const sliceLength = sliceOf(starts);
  // The divisor must be a literal: only then do both database engines use integer division.
  const slice = sql<number | string>`created_at / ${sql.lit(sliceLength)}`;
  const leads = query.selectFrom('leads').where(isCountedLeadSql);
  const [last, slices, sources, timeToCrm, leadPages, visits, firstVisit, vitals] = await Promise.all([
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
    readTimeToCrm(query, since),
    leads
      .where('created_at', '>=', since)
      .where('page', 'is not', null)
      .select((is) => ['page', is.fn.countAll<number | string>().as('leads')])
      .groupBy('page')
      .execute(),
    query
      .selectFrom('page_visits')
      .where('day', '>=', shown[0] ?? '')
      .select((is) => ['path', is.fn.sum<number | string>('visits').as('visits')])
      .groupBy('path')
      .execute(),
    query
      .selectFrom('page_visits')
      .select((is) => is.fn.min('day').as('day'))
      .executeTakeFirst(),
    query
      .selectFrom('page_vitals')
      .where('day', '>=', shown[0] ?? '')
      .select((is) => [
        'page',
        'metric',
        is.fn.sum<number | string>('views').as('measured'),
        is.fn
          .sum<number | string>(is.case().when('rating', '=', 'good').then(is.ref('views')).else(0).end())
          .as('good'),
      ])
      .groupBy(['page', 'metric'])
      .orderBy('page')
      .orderBy('metric')
      .execute(),
  ]);
  const counts = new Map(slices.map(({ slice, leads }) => [Number(slice) * sliceLength, Number(leads)]));
  const leadsBetween = (from: number, to: number) => {
    let sum = 0;
    for (let at = from; at < to; at += sliceLength) sum += counts.get(at) ?? 0;
    return sum;
  };
  return {
    lastLeadAt: last?.created_at ?? null,
    days: shown.map((day, index) => ({
      day,
      leads: leadsBetween(starts[index] ?? since, starts[index + 1] ?? now + sliceLength),
    })),
    sources: bySource(sources),
    timeToCrm,
    pages: joinVisitsWithLeads(visits, leadPages),
    visitsSince: firstVisit?.day ?? null,
    vitals: vitals.map(({ page, metric, good, measured }) => ({
      page,
      metric,
      good: Number(good),
      measured: Number(measured),
    })),
  };
}

/**
 * Returns the length in milliseconds of the time slices in which leads are counted: an hour if every day starts on a
 * full hour, otherwise a quarter of an hour. Longer slices mean fewer rows.
 */
function sliceOf(starts: readonly number[]): number {
  return starts.every((start) => start % HOUR_MS === 0) ? HOUR_MS : QUARTER_HOUR_MS;
}

function bySource(rows: readonly { source: string | null; leads: number | string }[]): Figures['sources'] {
  const counts = new Map<string, number>();
  for (const { source, leads } of rows) {
    const name = leadSourceName(source) ?? NO_SOURCE;
    counts.set(name, (counts.get(name) ?? 0) + Number(leads));
  }
  return [...counts]
    .map(([source, leads]) => ({ source, leads }))
    .sort((one, other) => other.leads - one.leads || one.source.localeCompare(other.source));
}

/** Joins visits and leads by path, sorted by visits. The query of a lead's page is ignored. */
export function joinVisitsWithLeads(
  visits: readonly { path: string; visits: number | string }[],
  leads: readonly { page: string | null; leads: number | string }[],
): Figures['pages'] {
  const pages = new Map(visits.map((row) => [row.path, { visits: Number(row.visits), leads: 0 }]));
  for (const { page, leads: count } of leads) {
    const path = page?.replace(/[?#].*$/s, '');
    if (!path) continue;
    const known = pages.get(path) ?? { visits: 0, leads: 0 };
    pages.set(path, { ...known, leads: known.leads + Number(count) });
  }
  return [...pages]
    .map(([path, { visits, leads }]) => ({ path, visits, leads }))
    .sort(
      (one, other) =>
        other.visits - one.visits || other.leads - one.leads || one.path.localeCompare(other.path),
    );
}

/**
 * Returns the median and the 95th percentile (nearest rank) of the milliseconds from a lead to its first delivery to
 * the CRM; null if no lead was delivered. The database computes them, so that not every lead's time is read.
 */
async function readTimeToCrm(query: Kysely<Database>, since: number): Promise<Figures['timeToCrm']> {
  const { rows } = await sql<Record<'count' | 'median' | 'p95', number | string>>`
    with times as (
      select min(deliveries.delivered_at) - leads.created_at as took
      from deliveries join leads on leads.id = deliveries.lead_id
      where leads.created_at >= ${since} and ${isCountedLeadSql}
        and deliveries.destination = 'crm' and deliveries.state = 'delivered' and deliveries.delivered_at is not null
      group by leads.id, leads.created_at
    ), ranked as (
      select case when took < 0 then 0 else took end as took,
        row_number() over (order by took) as place, count(*) over () as total
      from times
    )
    select total as count, max(case when place = (total + 1) / 2 then took end) as median,
      max(case when place = (total * 95 + 99) / 100 then took end) as p95
    from ranked group by total
  `.execute(query);
  const [times] = rows;
  return times ? { median: Number(times.median), p95: Number(times.p95), count: Number(times.count) } : null;
}

/** The state of deliveries, the number of quarantined leads, and the circuits. */
export interface DeliveryFigures {
  deliveries: SiteOverview['deliveries'];
  quarantined: number;
  circuits: readonly CircuitRow[];
}

/** Counts deliveries by state and quarantined leads, and reads the circuits. */
export async function readDeliveryFigures(query: Kysely<Database>): Promise<DeliveryFigures> {
  const [states, oldest, quarantined, circuits] = await Promise.all([
    query
      .selectFrom('deliveries')
      .where('state', 'in', ['waiting', 'sending', 'attention', 'held'])
      .select((is) => ['state', is.fn.countAll<number | string>().as('count')])
      .groupBy('state')
      .execute(),
    query
      .selectFrom('deliveries')
      .where('state', 'in', ['waiting', 'sending'])
      .select((is) => is.fn.min('created_at').as('at'))
      .executeTakeFirst(),
    query
      .selectFrom('leads')
      .where('status', '=', 'quarantined')
      .select((is) => is.fn.countAll<number | string>().as('count'))
      .executeTakeFirst(),
    query.selectFrom('destinations').selectAll().orderBy('name').execute(),
  ]);
  const count = (...wanted: readonly string[]) =>
    states.reduce((sum, { state, count }) => sum + (wanted.includes(state) ? Number(count) : 0), 0);
  return {
    deliveries: {
      waiting: count('waiting', 'sending'),
      attention: count('attention'),
      held: count('held'),
      oldestWaitingAt: oldest?.at ?? null,
    },
    quarantined: Number(quarantined?.count ?? 0),
    circuits,
  };
}
