import type { z } from 'zod';
import { sql, type Expression, type Kysely, type SqlBool } from 'kysely';
import type { LeadStage } from '../../../src/contracts/leads/lead-stage.ts';
import type { leadQuery } from '../../../src/contracts/operators/lead-calls.ts';
import type { LeadRow } from '../../../src/contracts/operators/operator-leads.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { Database, DeliveryState } from '../../database/schema/schema.ts';
import { startOfDay } from '../../platform/site-days.ts';

/** Leads per page. */
export const PAGE_LEADS = 50;

/** The filter value for leads without a source. A source that is really named `-` cannot be selected. */
const NO_SOURCE = '-';

/** Specifies which leads to list, and in which order. Times are epoch milliseconds. */
export interface LeadFilter {
  words: readonly string[];
  /** Digits of a phone number to search for. */
  digits: string | null;
  status: 'open' | 'quarantined' | 'resolved' | null;
  stage: LeadStage | null;
  delivery: LeadRow['delivery'] | null;
  form: string | null;
  source: string | null;
  since: number | null;
  /** Exclusive. */
  until: number | null;
  sort: 'newest' | 'oldest' | 'updated' | 'name';
  page: number;
}

/** Returns the filter for a query of the inbox. Days are in the site's time zone. */
export function leadFilter(query: z.output<typeof leadQuery>, timeZone: string): LeadFilter {
  const { q = '', status, stage, delivery, form, source, from, to, sort, page } = query;
  const wholeNumber = /^[\d\s()+./-]+$/.test(q) ? digitsOf(q) : null;
  return {
    words: wholeNumber ? [] : q.split(/\s+/).filter(Boolean).slice(0, 8),
    digits: wholeNumber,
    status: status ?? null,
    stage: stage ?? null,
    delivery: delivery ?? null,
    form: form ?? null,
    source: source ?? null,
    since: from === undefined ? null : startOfDay(from, timeZone),
    until: to === undefined ? null : startOfDay(dayAfter(to), timeZone),
    sort,
    page,
  };
}

/** Whether a filter has any condition. */
export function isFiltered(filter: LeadFilter): boolean {
  const { words, digits, status, stage, delivery, form, source, since, until } = filter;
  return (
    words.length > 0 ||
    [digits, status, stage, delivery, form, source, since, until].some((each) => each !== null)
  );
}

/** Returns the digits of a full or partial phone number, without the country code; null if fewer than three. */
function digitsOf(typed: string): string | null {
  const digits = typed.replace(/\D/g, '');
  if (digits.length < 3) return null;
  return digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
}

function dayAfter(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) + 86_400_000).toISOString().slice(0, 10);
}

type Engine = OpenDatabase['engine'];
type LeadDelivery = LeadRow['delivery'];

/** The states of a lead's deliveries, worst first. */
const DELIVERY_RANKS: readonly (readonly [LeadDelivery, readonly DeliveryState[]])[] = [
  ['attention', ['attention']],
  ['held', ['held']],
  ['waiting', ['waiting', 'sending']],
  ['delivered', ['delivered']],
  ['cancelled', ['cancelled']],
];

/** The worst state of a lead's deliveries as a number: greater is worse, 0 means none. See `deliveryOf`. */
export const deliveryRank = sql<number | string>`coalesce((select max(case deliveries.state ${sql.join(
  DELIVERY_RANKS.flatMap(([, states], index) =>
    states.map((state) => sql`when ${sql.lit(state)} then ${sql.lit(DELIVERY_RANKS.length - index)}`),
  ),
  sql` `,
)} else 0 end) from deliveries where deliveries.lead_id = leads.id), 0)`;

/** Converts a `deliveryRank` to a state. */
export function deliveryOf(rank: number | string): LeadDelivery {
  return DELIVERY_RANKS[DELIVERY_RANKS.length - Number(rank)]?.[0] ?? 'none';
}

/** Creates a query for the filtered leads, without an order. */
export function filterLeads(query: Kysely<Database>, engine: Engine, filter: LeadFilter) {
  const { words, digits, status, stage, delivery, form, source, since, until } = filter;
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
    .$if(delivery !== null, (leads) => leads.where(hasDelivery(delivery ?? 'none')))
    .$if(digits !== null, (leads) => leads.where(hasNumber(digits ?? '')))
    .$if(words.length > 0, (leads) =>
      leads.where((is) => is.and(words.map((word) => hasWord(engine, word)))),
    );
}

function hasStage(stage: LeadStage): Expression<SqlBool> {
  if (stage === 'closed') return sql`status = 'resolved'`;
  const current = sql`coalesce((select f.stage from lead_follow_ups as f where f.lead_id = leads.id), 'new')`;
  return sql`(status = 'open' and ${current} = ${stage})`;
}

function hasDelivery(wanted: LeadDelivery): Expression<SqlBool> {
  const index = DELIVERY_RANKS.findIndex(([name]) => name === wanted);
  const states = DELIVERY_RANKS[index]?.[1];
  if (!states) return sql`${deliveryRank} = 0`;
  // An index finds the few leads with a delivery in one of these states, so the rank is computed only for them.
  const some = sql`leads.id in (select lead_id from deliveries where state in (${sql.join(states)}))`;
  return sql`(${some} and ${deliveryRank} = ${sql.lit(DELIVERY_RANKS.length - index)})`;
}

/** SQL for the phone number as typed, without separators. */
const typedDigits = ['(', ')', '-', ' ', '.', '/', '+'].reduce(
  (phone, sign) => sql<string>`replace(${phone}, ${sql.lit(sign)}, '')`,
  sql<string>`coalesce(phone, '')`,
);

function hasNumber(digits: string): Expression<SqlBool> {
  const pattern = `%${digits}%`;
  return sql`(phone_e164 like ${pattern} or ${typedDigits} like ${pattern})`;
}

const SEARCHED = [
  sql`(coalesce(first_name, '') || ' ' || coalesce(last_name, ''))`,
  sql`email`,
  sql`message`,
  sql`notes`,
] as const;

function hasWord(engine: Engine, word: string): Expression<SqlBool> {
  const like = engine === 'postgres' ? sql`ilike` : sql`like`;
  const digits = digitsOf(word);
  const found = spellings(word).flatMap((spelling) =>
    SEARCHED.map((column) => sql`${column} ${like} ${`%${escaped(spelling)}%`} escape '\\'`),
  );
  return sql`(${sql.join([...found, ...(digits ? [hasNumber(digits)] : [])], sql` or `)})`;
}

/** Returns a word's case variants to search for, because databases may ignore case only for ASCII letters. */
function spellings(word: string): readonly string[] {
  if (/^\p{ASCII}*$/u.test(word)) return [word];
  const [lower, upper] = [word.toLowerCase(), word.toUpperCase()];
  return [...new Set([word, lower, upper, lower.replace(/^./u, (first) => first.toUpperCase())])];
}

function escaped(word: string): string {
  return word.replace(/[\\%_]/g, String.raw`\$&`);
}
