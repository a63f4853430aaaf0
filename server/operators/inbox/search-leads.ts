import { sql, type Expression, type RawBuilder, type SqlBool } from 'kysely';
import type { OpenDatabase } from '../../database/open-database.ts';
import {
  LEAD_SEARCH_INDEX_TABLE,
  LEAD_SEARCH_ROWS_TABLE,
  LEAD_SEARCH_TERMS_TABLE,
  leadSearchSql,
  leadSearchTextSql,
  trigrams,
} from '../../database/schema/lead-search.ts';
import { selectFilteredLeads, type LeadFilter } from './lead-filter.ts';
import { phoneDigits } from './lead-search-text.ts';

/** Unicode's last code point. A prefix followed by it sorts after every other text that begins with the prefix. */
const LAST_CHARACTER = String.fromCodePoint(0x10_ff_ff);

/** A query for the leads that match a filter, without an order. */
export type MatchingLeadsQuery = ReturnType<typeof selectFilteredLeads>;

/**
 * Maximum number of leads to take from the search index. If there are more, it is faster to read all leads in the
 * order of the list until the page is full.
 */
const MAX_CANDIDATES = 2000;
/**
 * With PostgreSQL, the searched texts are frequent if `leads` of the `ofNewest` newest leads contain all of them.
 * Reading the leads in the order of the list then soon fills a page.
 */
const FREQUENT = { leads: 20, ofNewest: MAX_CANDIDATES };
/** Maximum number of indexed trigrams to search for in place of two characters. */
const MAX_TERMS = 500;

/** Returns a query for the leads that match a filter, including its search words and digits. */
export async function buildMatchingLeadsQuery(
  { reads, engine }: Pick<OpenDatabase, 'reads' | 'engine'>,
  filter: LeadFilter,
): Promise<MatchingLeadsQuery> {
  const { words, digits } = filter;
  const [like, candidates] =
    engine === 'postgres' ? [sql`collate "C" ilike`, postgresCandidates] : [sql`like`, sqliteCandidates];
  const conditions = [
    ...words.map((word) => hasWord(like, word)),
    ...(digits === null ? [] : [hasNumber(digits)]),
    ...(await candidates(reads, filter)),
  ];
  return selectFilteredLeads(reads, filter).where((is) => is.and(conditions));
}

/**
 * Returns conditions that the search index can check. They may match too many leads, but never too few. Empty if the
 * index does not help.
 */
async function sqliteCandidates(
  reads: OpenDatabase['reads'],
  { words, digits }: LeadFilter,
): Promise<Expression<SqlBool>[]> {
  const queries: string[] = [];
  for (const texts of digits === null ? words.map(textsOf) : [[digits]]) {
    const alternatives = await Promise.all(texts.map((text) => indexedWords(reads, text)));
    if (alternatives.includes(null)) continue;
    const known = alternatives.flatMap((each) => each ?? []);
    // No indexed trigram begins with these two characters, so no lead contains them.
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
 * Returns the trigrams to search for a text: a lead must contain all trigrams of at least one list. Null if the text
 * is too short for the index, or begins too many trigrams.
 */
async function indexedWords(reads: OpenDatabase['reads'], text: string): Promise<string[][] | null> {
  const words = trigrams(text);
  if (words.length > 0) return [words];
  if (!/^[!-~]{2}$/.test(text)) return null;
  // In an indexed text, at least a line break follows each value, so two characters always begin a trigram.
  const start = text.toLowerCase();
  const { rows } = await sql<{ term: string }>`
    select term from ${sql.table(LEAD_SEARCH_TERMS_TABLE)} where term >= ${start} and term < ${start + LAST_CHARACTER}
    limit ${sql.lit(MAX_TERMS + 1)}
  `.execute(reads);
  return rows.length > MAX_TERMS ? null : rows.map(({ term }) => [term]);
}

/**
 * Like `sqliteCandidates`, for PostgreSQL. Its planner does not know how rare a text is: it would read all leads in
 * the order of the list for a rare text, and all matches in the index for a frequent one.
 */
async function postgresCandidates(
  reads: OpenDatabase['reads'],
  { words, digits }: LeadFilter,
): Promise<Expression<SqlBool>[]> {
  const texts = digits === null ? words.map(textsOf) : [[digits]];
  const indexed = texts.map(isInText).filter((condition) => condition !== null);
  if (indexed.length === 0) return [];
  const isFound = sql<SqlBool>`${sql.join(indexed, sql` and `)}`;
  const newest = reads.selectFrom('leads').selectAll().orderBy('created_at', 'desc').limit(FREQUENT.ofNewest);
  const recent = reads.selectFrom(newest.as('leads')).select('id').where(isFound).limit(FREQUENT.leads);
  if ((await recent.execute()).length === FREQUENT.leads) return [];
  const rows = await reads.transaction().execute(async (transaction) => {
    // The planner's estimate for several patterns would make it read all leads.
    await sql`set local enable_seqscan = off`.execute(transaction);
    const found = sql<{ id: string }>`
      with found as materialized (select id from leads where ${isFound})
      select id from found limit ${sql.lit(MAX_CANDIDATES + 1)}
    `;
    return (await found.execute(transaction)).rows;
  });
  return rows.length > MAX_CANDIDATES ? [] : [sql`leads.id = any(${rows.map(({ id }) => id)})`];
}

/**
 * Returns a condition that a lead contains at least one of the texts. It uses the expression on which PostgreSQL's
 * index is built. Null if the whole index would be read, because one of the texts has no trigram and is not two ASCII
 * letters or digits.
 */
function isInText(texts: readonly string[]): Expression<SqlBool> | null {
  const text = sql.raw(leadSearchTextSql());
  const conditions = texts.map((one) =>
    trigrams(one).length > 0
      ? [sql`${text} ilike ${`%${escapeLike(one)}%`} escape '\\'`]
      : patternsOfPair(one).map((pattern) => sql`${text} ~* ${pattern}`),
  );
  if (conditions.some((each) => each.length === 0)) return null;
  return sql`(${sql.join(conditions.flat(), sql` or `)})`;
}

/**
 * Returns regular expressions that find two ASCII letters or digits; empty for any other text. PostgreSQL's index
 * contains trigrams, so each expression adds a neighbor from a character class. The index supports classes of at most
 * 256 characters below U+0800, so a pair between two characters that are not Latin, such as emoji, is not found.
 */
function patternsOfPair(text: string): readonly string[] {
  if (!/^[a-z\d]{2}$/i.test(text)) return [];
  const [latin, latinExtended] = [/[\t\n\r -\u00ff]/.source, /[\u0100-\u017f]/.source];
  return [latin + text, text + latin, text + latinExtended];
}

function hasNumber(digits: string): Expression<SqlBool> {
  const pattern = `%${digits}%`;
  return sql`(phone_e164 like ${pattern} or ${sql.raw(leadSearchSql.typedDigits)} like ${pattern})`;
}

function hasWord(like: RawBuilder<unknown>, word: string): Expression<SqlBool> {
  const digits = phoneDigits(word);
  const found = spellings(word).flatMap((spelling) =>
    leadSearchSql.words.map(
      (column) => sql`${sql.raw(column)} ${like} ${`%${escapeLike(spelling)}%`} escape '\\'`,
    ),
  );
  return sql`(${sql.join([...found, ...(digits ? [hasNumber(digits)] : [])], sql` or `)})`;
}

/** Returns the texts to search for a word. A matching lead contains at least one of them. */
function textsOf(word: string): readonly string[] {
  const number = phoneDigits(word);
  return number === null ? spellings(word) : [...spellings(word), number];
}

/**
 * Returns a word's case variants to search for, because databases may ignore case only for ASCII letters. ASCII letters
 * are in lower case, so that variants that differ only in them are searched once.
 */
function spellings(word: string): readonly string[] {
  if (/^\p{ASCII}*$/u.test(word)) return [word];
  const [lower, upper] = [word.toLowerCase(), word.toUpperCase()];
  const variants = [word, lower, upper, lower.replace(/^./u, (first) => first.toUpperCase())];
  return [...new Set(variants.map((each) => each.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())))];
}

/** Escapes the wildcards of SQL's `like` with a backslash. */
export function escapeLike(word: string): string {
  return word.replace(/[\\%_]/g, String.raw`\$&`);
}
