import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { OpenDatabase } from '../../database/open-database.ts';
import {
  LEAD_SEARCH_INDEX_TABLE,
  LEAD_SEARCH_ROWS_TABLE,
  LEAD_SEARCH_TERMS_TABLE,
  searched,
  searchedText,
  trigrams,
} from '../../database/schema/lead-search.ts';
import { digitsOf, filterLeads, type LeadFilter } from './lead-filter.ts';

/** Unicode's last character, which sorts after every text that goes on otherwise. */
const LAST_CHARACTER = String.fromCodePoint(0x10_ff_ff);

/** The leads of a filter, without an order. */
export type MatchingLeads = ReturnType<typeof filterLeads>;

/**
 * More leads than this are not taken from the search index: reading them one by one takes longer than reading all leads in
 * the order of the list until the page is full.
 */
const MAX_CANDIDATES = 2000;
/** With PostgreSQL, a text that is in this many of the newest leads is frequent: a page is full after a few times as many. */
const FREQUENT = { leads: 20, ofNewest: MAX_CANDIDATES };
/** Words of the index that two characters are looked up as. */
const MAX_TERMS = 500;

/** Returns a query for the leads of a filter and its search. */
export async function matchingLeads(
  { reads, engine }: Pick<OpenDatabase, 'reads' | 'engine'>,
  filter: LeadFilter,
): Promise<MatchingLeads> {
  const { words, digits } = filter;
  const [like, candidates] =
    engine === 'postgres' ? [sql`collate "C" ilike`, postgresCandidates] : [sql`like`, sqliteCandidates];
  const conditions = [
    ...words.map((word) => hasWord(like, word)),
    ...(digits === null ? [] : [hasNumber(digits)]),
    ...(await candidates(reads, filter)),
  ];
  return filterLeads(reads, filter).where((is) => is.and(conditions));
}

/** Returns a condition that the search index answers. It may be met by too many leads, and never by too few. */
async function sqliteCandidates(
  reads: OpenDatabase['reads'],
  { words, digits }: LeadFilter,
): Promise<Expression<SqlBool>[]> {
  const queries: string[] = [];
  for (const texts of digits === null ? words.map(textsOf) : [[digits]]) {
    const alternatives = await Promise.all(texts.map((text) => indexedWords(reads, text)));
    if (alternatives.includes(null)) continue;
    const known = alternatives.flatMap((each) => each ?? []);
    // No lead has any three characters that begin like this.
    if (known.length === 0) return [sql`1 = 0`];
    queries.push(`(${known.map((words) => words.map(quoted).join(' AND ')).join(') OR (')})`);
  }
  if (queries.length === 0) return [];
  const index = sql.table(LEAD_SEARCH_INDEX_TABLE);
  const found = sql`select rowid from ${index} where ${index} match ${queries.map((each) => `(${each})`).join(' AND ')}`;
  const { rows } = await sql<{ leads: number }>`
    select count(*) as leads from (${found} limit ${sql.lit(MAX_CANDIDATES + 1)})
  `.execute(reads);
  if ((rows[0]?.leads ?? 0) > MAX_CANDIDATES) return [];
  return [sql`leads.id in (select lead_id from ${sql.table(LEAD_SEARCH_ROWS_TABLE)} where id in (${found}))`];
}

const quoted = (word: string) => `"${word.replaceAll('"', '""')}"`;

/**
 * Returns the words of the index that a text contains; several lists if one of them must be there as a whole. Null if the
 * index cannot tell, because the text is too short.
 */
async function indexedWords(reads: OpenDatabase['reads'], text: string): Promise<string[][] | null> {
  const words = trigrams(text);
  if (words.length > 0) return [words];
  if (!/^[!-~]{2}$/.test(text)) return null;
  // Something follows each searched text, if only a line break, so two characters are always the beginning of three.
  const start = text.toLowerCase();
  const { rows } = await sql<{ term: string }>`
    select term from ${sql.table(LEAD_SEARCH_TERMS_TABLE)} where term >= ${start} and term < ${start + LAST_CHARACTER}
    limit ${sql.lit(MAX_TERMS + 1)}
  `.execute(reads);
  return rows.length > MAX_TERMS ? null : rows.map(({ term }) => [term]);
}

/**
 * The same with PostgreSQL, whose planner does not know how rare a text is: for a rare one it would read all leads in the
 * order of the list, and for a frequent one all that are in the index.
 */
async function postgresCandidates(
  reads: OpenDatabase['reads'],
  { words, digits }: LeadFilter,
): Promise<Expression<SqlBool>[]> {
  const texts = digits === null ? words.map(textsOf) : [[digits]];
  // Without three characters in a row, the index would be read as a whole.
  const indexed = texts.filter((each) => each.every((text) => trigrams(text).length > 0));
  if (indexed.length === 0) return [];
  const isFound = sql<SqlBool>`${sql.join(indexed.map(isInText), sql` and `)}`;
  const newest = reads.selectFrom('leads').selectAll().orderBy('created_at', 'desc').limit(FREQUENT.ofNewest);
  const recent = reads.selectFrom(newest.as('leads')).select('id').where(isFound).limit(FREQUENT.leads);
  if ((await recent.execute()).length === FREQUENT.leads) return [];
  const { rows } = await sql<{ id: string }>`
    with found as materialized (select id from leads where ${isFound})
    select id from found limit ${sql.lit(MAX_CANDIDATES + 1)}
  `.execute(reads);
  return rows.length > MAX_CANDIDATES ? [] : [sql`leads.id = any(${rows.map(({ id }) => id)})`];
}

/** Whether one of some texts is anywhere in a lead's texts and numbers, as PostgreSQL's index knows it. */
function isInText(texts: readonly string[]): Expression<SqlBool> {
  const text = sql.raw(searchedText());
  const each = texts.map((one) => sql`${text} ilike ${`%${escaped(one)}%`} escape '\\'`);
  return sql`(${sql.join(each, sql` or `)})`;
}

function hasNumber(digits: string): Expression<SqlBool> {
  const pattern = `%${digits}%`;
  return sql`(phone_e164 like ${pattern} or ${sql.raw(searched.typedDigits)} like ${pattern})`;
}

function hasWord(like: RawBuilder<unknown>, word: string): Expression<SqlBool> {
  const digits = digitsOf(word);
  const found = spellings(word).flatMap((spelling) =>
    searched.words.map((column) => sql`${sql.raw(column)} ${like} ${`%${escaped(spelling)}%`} escape '\\'`),
  );
  return sql`(${sql.join([...found, ...(digits ? [hasNumber(digits)] : [])], sql` or `)})`;
}

/** Returns the texts of which each found lead has at least one. */
function textsOf(word: string): readonly string[] {
  const number = digitsOf(word);
  return number === null ? spellings(word) : [...spellings(word), number];
}

/** Returns a word's case variants to search for, because databases may ignore case only for ASCII letters. */
function spellings(word: string): readonly string[] {
  if (/^\p{ASCII}*$/u.test(word)) return [word];
  const [lower, upper] = [word.toLowerCase(), word.toUpperCase()];
  return [...new Set([word, lower, upper, lower.replace(/^./u, (first) => first.toUpperCase())])];
}

/** Escapes what `like` would not take literally. */
export function escaped(word: string): string {
  return word.replace(/[\\%_]/g, String.raw`\$&`);
}
