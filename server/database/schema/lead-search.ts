/* No imports, because the threads that read the database start with this file. */

/* Tables of SQLite's search, all derived from `leads`: the index, its words, and the numbers of the leads in it. */
export const LEAD_SEARCH_INDEX_TABLE = 'lead_search_words';
export const LEAD_SEARCH_TERMS_TABLE = 'lead_search_terms';
export const LEAD_SEARCH_ROWS_TABLE = 'lead_search';

/* Indexes are only used for exactly these expressions. To change one, add a migration that makes its index again. */

/** SQL for the phone number as typed, without separators. `from` is the name of the row, followed by a dot. */
const typedDigits = (from: string) =>
  ['(', ')', '-', ' ', '.', '/', '+'].reduce(
    (phone, sign) => `replace(${phone}, '${sign}', '')`,
    `coalesce(${from}phone, '')`,
  );

/** SQL for the full name. */
const fullName = (from: string) =>
  `(coalesce(${from}first_name, '') || ' ' || coalesce(${from}last_name, ''))`;

/** SQL for everything of a lead that the search looks at, with line breaks between, which no searched word contains. */
export function searchedText(from = ''): string {
  const texts = ['email', 'message', 'notes', 'phone_e164'].map((column) => `coalesce(${from}${column}, '')`);
  return `(${[fullName(from), ...texts, typedDigits(from)].join(" || '\n' || ")})`;
}

/** The columns that `searchedText` reads. */
export const SEARCHED_COLUMNS = [
  'first_name',
  'last_name',
  'email',
  'message',
  'notes',
  'phone',
  'phone_e164',
] as const;

/** What a word and a phone number are looked for in, as SQL. */
export const searched = { words: [fullName(''), 'email', 'message', 'notes'], typedDigits: typedDigits('') };

/** SQL by which leads are sorted by name. Leads without a name come last, by e-mail address or phone number. */
export const nameKey =
  `(case when coalesce(first_name, last_name) is null then '1' else '0' end ` +
  `|| lower(coalesce(last_name, first_name, email, phone, '')) || '\t' || lower(coalesce(first_name, '')))`;

/** Returns every three adjacent characters of a text, which are the words of the search index. */
export function trigrams(text: string): string[] {
  const characters = Array.from(text);
  return [...new Set(characters.slice(2).map((_, index) => characters.slice(index, index + 3).join('')))];
}
