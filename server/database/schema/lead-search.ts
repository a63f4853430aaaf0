/* This file has no imports, because it is loaded when the threads that read the database start. */

/** SQLite's index for the lead search (FTS5). Like the two tables below, it is derived from `leads`. */
export const LEAD_SEARCH_INDEX_TABLE = 'lead_search_words';
/** The terms in the search index (fts5vocab). */
export const LEAD_SEARCH_TERMS_TABLE = 'lead_search_terms';
/** Maps the row numbers in the search index to lead ids. */
export const LEAD_SEARCH_ROWS_TABLE = 'lead_search';

/*
 * A database index is used only for exactly the expression it was made for. To change one of these expressions, add a
 * migration that recreates its index.
 */

/** SQL for the phone number as typed, without separators. `from` is the name of the row, followed by a dot. */
const typedDigits = (from: string) =>
  ['(', ')', '-', ' ', '.', '/', '+'].reduce(
    (phone, sign) => `replace(${phone}, '${sign}', '')`,
    `coalesce(${from}phone, '')`,
  );

/** SQL for the first and last name with a space between them, even if both are missing. `from` as above. */
const fullName = (from: string) =>
  `(coalesce(${from}first_name, '') || ' ' || coalesce(${from}last_name, ''))`;

/**
 * Returns SQL for all searched text of a lead, joined with line breaks, which no search term contains. `from` is the
 * name of the row, followed by a dot.
 */
export function leadSearchTextSql(from = ''): string {
  const texts = ['email', 'message', 'notes', 'phone_e164'].map((column) => `coalesce(${from}${column}, '')`);
  return `(${[fullName(from), ...texts, typedDigits(from)].join(" || '\n' || ")})`;
}

/** The columns that `leadSearchTextSql` reads. */
export const SEARCHED_LEAD_COLUMNS = [
  'first_name',
  'last_name',
  'email',
  'message',
  'notes',
  'phone',
  'phone_e164',
] as const;

/** SQL expressions to search: `words` for a word, `typedDigits` for a phone number. */
export const leadSearchSql = {
  words: [fullName(''), 'email', 'message', 'notes'],
  typedDigits: typedDigits(''),
};

/** SQL expression to sort leads by name. Leads without a name come last, by e-mail address or phone number. */
export const leadNameSortSql =
  `(case when coalesce(first_name, last_name) is null then '1' else '0' end ` +
  `|| lower(coalesce(last_name, first_name, email, phone, '')) || '\t' || lower(coalesce(first_name, '')))`;

/**
 * Returns the distinct trigrams of a text (three adjacent characters each), which are the terms of the search index.
 */
export function trigrams(text: string): string[] {
  const characters = Array.from(text);
  return [...new Set(characters.slice(2).map((_, index) => characters.slice(index, index + 3).join('')))];
}
