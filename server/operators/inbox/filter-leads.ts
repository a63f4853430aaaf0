import { sql, type Expression, type Kysely, type SqlBool } from 'kysely';
import type { LeadRow } from '../../../src/operator/api-shapes.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { Database, DeliveryState } from '../../database/schema.ts';
import { digitsOf, NO_SOURCE, type LeadFilter } from './lead-filter.ts';

type Engine = OpenDatabase['engine'];
type Standing = LeadRow['delivery'];

/** How a lead's deliveries stand, the worst one first. */
const STANDINGS: readonly (readonly [Standing, readonly DeliveryState[]])[] = [
  ['attention', ['attention']],
  ['held', ['held']],
  ['waiting', ['waiting', 'sending']],
  ['delivered', ['delivered']],
  ['cancelled', ['cancelled']],
];

/** The worst of a lead's deliveries, as a number: 0 for none. `standingOf` reads it. */
export const standing = sql<number | string>`coalesce((select max(case deliveries.state ${sql.join(
  STANDINGS.flatMap(([, states], index) =>
    states.map((state) => sql`when ${sql.lit(state)} then ${sql.lit(STANDINGS.length - index)}`),
  ),
  sql` `,
)} else 0 end) from deliveries where deliveries.lead_id = leads.id), 0)`;

/** What the number of `standing` says. */
export function standingOf(rank: number | string): Standing {
  return STANDINGS[STANDINGS.length - Number(rank)]?.[0] ?? 'none';
}

/** The leads of a filter, in no order. */
export function filterLeads(query: Kysely<Database>, engine: Engine, filter: LeadFilter) {
  const { words, digits, status, delivery, form, source, since, until } = filter;
  return query
    .selectFrom('leads')
    .$if(status !== null, (leads) => leads.where('status', '=', status ?? 'open'))
    .$if(form !== null, (leads) => leads.where('form', '=', form))
    .$if(source === NO_SOURCE, (leads) =>
      leads.where((is) => is.or([is('source', 'is', null), is('source', '=', '')])),
    )
    .$if(source !== null && source !== NO_SOURCE, (leads) => leads.where('source', '=', source))
    .$if(since !== null, (leads) => leads.where('created_at', '>=', since ?? 0))
    .$if(until !== null, (leads) => leads.where('created_at', '<', until ?? 0))
    .$if(delivery !== null, (leads) => leads.where(stands(delivery ?? 'none')))
    .$if(digits !== null, (leads) => leads.where(hasNumber(digits ?? '')))
    .$if(words.length > 0, (leads) =>
      leads.where((is) => is.and(words.map((word) => hasWord(engine, word)))),
    );
}

function stands(wanted: Standing): Expression<SqlBool> {
  const index = STANDINGS.findIndex(([name]) => name === wanted);
  const states = STANDINGS[index]?.[1];
  if (!states) return sql`${standing} = 0`;
  // The few that are in such a state are found by the index; the rank is asked for those alone.
  const some = sql`leads.id in (select lead_id from deliveries where state in (${sql.join(states)}))`;
  return sql`(${some} and ${standing} = ${sql.lit(STANDINGS.length - index)})`;
}

/** The number as typed, without what people write between its digits. */
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

/** Databases disregard the case of plain letters only: others are asked for in each case they can have. */
function spellings(word: string): readonly string[] {
  if (/^\p{ASCII}*$/u.test(word)) return [word];
  const [lower, upper] = [word.toLowerCase(), word.toUpperCase()];
  return [...new Set([word, lower, upper, lower.replace(/^./u, (first) => first.toUpperCase())])];
}

function escaped(word: string): string {
  return word.replace(/[\\%_]/g, String.raw`\$&`);
}
