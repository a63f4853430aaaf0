import type { z } from 'zod';
import { sql, type Expression, type Kysely, type SqlBool } from 'kysely';
import type { LeadStage } from '../../../src/contracts/leads/lead-stage.ts';
import type { leadQuery } from '../../../src/contracts/operators/lead-calls.ts';
import type { LeadListRow } from '../../../src/contracts/operators/operator-leads.ts';
import type { Database, DeliveryState } from '../../database/schema/schema.ts';
import { startOfNextDay, startOfDay } from '../../platform/site-days.ts';
import { parseLeadSearchText, type LeadSearchText } from './lead-search-text.ts';

/** The filter value for leads without a source. A source that is really named `-` cannot be selected. */
const NO_SOURCE = '-';

/** Specifies which leads to list, and in which order. Times are epoch milliseconds. */
export interface LeadFilter extends LeadSearchText {
  status: 'open' | 'quarantined' | 'resolved' | null;
  stage: LeadStage | null;
  delivery: LeadListRow['delivery'] | null;
  form: string | null;
  source: string | null;
  since: number | null;
  /** The end of the period; a lead of exactly this time is not listed. */
  until: number | null;
  sort: LeadSort;
  /** Where the page begins or ends; null for the first page. */
  from: LeadCursor | null;
}

export type LeadSort = 'newest' | 'oldest' | 'updated' | 'name';

/** The cursor of a page: the page begins after, or ends before, the lead with this id. */
export interface LeadCursor {
  side: 'after' | 'before';
  /** The time by which the lead was sorted, in epoch milliseconds; 0 if the list is sorted by name. */
  at: number;
  id: string;
}

/** Returns the filter for a query of the inbox. Days are in the site's time zone. */
export function parseLeadFilter(query: z.output<typeof leadQuery>, timeZone: string): LeadFilter {
  const { q = '', status, stage, delivery, form, source, from, to, sort, after, before } = query;
  return {
    ...parseLeadSearchText(q),
    status: status ?? null,
    stage: stage ?? null,
    delivery: delivery ?? null,
    form: form ?? null,
    source: source ?? null,
    since: from === undefined ? null : startOfDay(from, timeZone),
    until: to === undefined ? null : startOfNextDay(to, timeZone),
    sort,
    from: after === undefined ? placeOf('before', before) : placeOf('after', after),
  };
}

function placeOf(side: LeadCursor['side'], cursor: string | undefined): LeadCursor | null {
  if (cursor === undefined) return null;
  const dot = cursor.indexOf('.');
  return { side, at: Number(cursor.slice(0, dot)), id: cursor.slice(dot + 1) };
}

/** Returns whether a filter has any condition, such as a search word or a status. */
export function hasFilterConditions(filter: LeadFilter): boolean {
  const { words, digits, status, stage, delivery, form, source, since, until } = filter;
  return (
    words.length > 0 ||
    [digits, status, stage, delivery, form, source, since, until].some((each) => each !== null)
  );
}

type LeadDelivery = LeadListRow['delivery'];

/** The delivery states of a lead, worst first, each with the states of a single delivery that count as it. */
const DELIVERY_RANKS: readonly (readonly [LeadDelivery, readonly DeliveryState[]])[] = [
  ['attention', ['attention']],
  ['held', ['held']],
  ['waiting', ['waiting', 'sending']],
  ['delivered', ['delivered']],
  ['cancelled', ['cancelled']],
];

/**
 * SQL for the worst state of a lead's deliveries as a number: a greater number is worse, and 0 means no deliveries.
 * `deliveryStateOfRank` converts the number to a state.
 */
export const deliveryRankSql = sql<number | string>`coalesce((select max(case deliveries.state ${sql.join(
  DELIVERY_RANKS.flatMap(([, states], index) =>
    states.map((state) => sql`when ${sql.lit(state)} then ${sql.lit(DELIVERY_RANKS.length - index)}`),
  ),
  sql` `,
)} else 0 end) from deliveries where deliveries.lead_id = leads.id), 0)`;

/** Converts a result of `deliveryRankSql` to the delivery state of the lead; `none` without deliveries. */
export function deliveryStateOfRank(rank: number | string): LeadDelivery {
  return DELIVERY_RANKS[DELIVERY_RANKS.length - Number(rank)]?.[0] ?? 'none';
}

/** Creates a query for the filtered leads, without the search and without an order. */
export function selectFilteredLeads(query: Kysely<Database>, filter: LeadFilter) {
  const { status, stage, delivery, form, source, since, until } = filter;
  return query
    .selectFrom('leads')
    .$if(status !== null, (leads) => leads.where('status', '=', status ?? 'open'))
    .$if(stage !== null, (leads) => leads.where(hasStage(stage ?? 'new')))
    .$if(form !== null, (leads) => leads.where('form', '=', form))
    .$if(source === NO_SOURCE, (leads) =>
      leads.where((is) => is.or([is('source', 'is', null), is('source', '=', '')])),
    )
    .$if(source !== null && source !== NO_SOURCE, (leads) => leads.where('source', '=', source))
    .$if(since !== null, (leads) => leads.where('created_at', '>=', since ?? 0))
    .$if(until !== null, (leads) => leads.where('created_at', '<', until ?? 0))
    .$if(delivery !== null, (leads) => leads.where(hasDelivery(delivery ?? 'none')));
}

function hasStage(stage: LeadStage): Expression<SqlBool> {
  if (stage === 'closed') return sql`status = 'resolved'`;
  const worked = sql`select f.lead_id from lead_follow_ups as f where f.stage`;
  return stage === 'new'
    ? sql`(status = 'open' and not exists (${worked} <> 'new' and f.lead_id = leads.id))`
    : sql`(status = 'open' and exists (${worked} = ${stage} and f.lead_id = leads.id))`;
}

function hasDelivery(wanted: LeadDelivery): Expression<SqlBool> {
  const index = DELIVERY_RANKS.findIndex(([name]) => name === wanted);
  const states = DELIVERY_RANKS[index]?.[1];
  if (!states) return sql`${deliveryRankSql} = 0`;
  // Most leads are delivered, so a scan soon fills the first page.
  if (wanted === 'delivered') return sql`${deliveryRankSql} = ${sql.lit(DELIVERY_RANKS.length - index)}`;
  // An index finds the few leads with a delivery in one of these states.
  const some = sql<SqlBool>`leads.id in (select lead_id from deliveries where state in (${sql.join(states)}))`;
  // A waiting or held delivery counts even if the lead has another in a worse state, as in the figures of the first
  // screen. A cancelled delivery counts only if no other is in a worse state.
  if (wanted !== 'cancelled') return some;
  return sql`(${some} and ${deliveryRankSql} = ${sql.lit(DELIVERY_RANKS.length - index)})`;
}
