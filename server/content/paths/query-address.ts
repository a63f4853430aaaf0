/**
 * The entry or list that a query of `/` requests in WordPress, such as `/?p=7`. `of` is an id or a slug. `digits` is a
 * year, month or day, such as `2026`, `202611` or `20261107`. Page numbers start at 1.
 */
export type QueryAddress =
  | { kind: 'entry'; id: number }
  | { kind: 'slug'; slug: string }
  | { kind: 'category' | 'tag' | 'author'; of: number | string; page: number }
  | { kind: 'date'; digits: string; page: number }
  | { kind: 'posts'; page: number }
  | { kind: 'search'; words: string };

/** WordPress's query parameters, by precedence. */
const NAMES = [
  'p',
  'page_id',
  'attachment_id',
  'name',
  'pagename',
  'cat',
  'category_name',
  'tag',
  'author',
  'author_name',
  'm',
  'year',
  's',
  'paged',
] as const;
type Name = (typeof NAMES)[number];
/** Parameters that only refine another parameter. */
const OTHERS = ['monthnum', 'day', 'post_type'];
const NAMED = new RegExp(`(?:^|&)(?:${NAMES.join('|')}|feed)=`);

/**
 * Whether the query of `/` may mean an entry, list or feed in WordPress. A fast check, because it runs for every visit
 * to `/` with a query.
 */
export function mayBeQueryAddress(query: string): boolean {
  return NAMED.test(query);
}

/**
 * Reads the query of `/`. Returns the entry or list that it means, and the remaining parameters; null if it means
 * nothing in WordPress.
 */
export function readQueryAddress(query: string): { named: QueryAddress; rest: string } | null {
  if (!mayBeQueryAddress(query)) return null;
  const given = new URLSearchParams(query);
  const rest = new URLSearchParams(given);
  for (const name of [...NAMES, ...OTHERS]) rest.delete(name);
  for (const name of NAMES) {
    const value = given.get(name);
    const named = value === null || value === '' ? null : namedBy(name, value, given);
    if (named) return { named, rest: rest.toString() };
  }
  return null;
}

function namedBy(name: Name, value: string, given: URLSearchParams): QueryAddress | null {
  const page = numberIn(given.get('paged') ?? '1') ?? 1;
  const id = numberIn(value);
  // WordPress uses the last part of a path such as "news/local", and the first of several tags.
  const slug = value.split(/[/,+ ]/).findLast((part) => part !== '') ?? '';
  switch (name) {
    case 'p':
    case 'page_id':
    case 'attachment_id':
      return id === null ? null : { kind: 'entry', id };
    case 'name':
    case 'pagename':
      return { kind: 'slug', slug: value.replace(/^\/+|\/+$/g, '') };
    case 'cat':
      return id === null ? null : { kind: 'category', of: id, page };
    case 'category_name':
      return { kind: 'category', of: slug, page };
    case 'tag':
      return { kind: 'tag', of: value.split(/[,+ ]/, 1)[0] ?? '', page };
    case 'author':
      return id === null ? null : { kind: 'author', of: id, page };
    case 'author_name':
      return { kind: 'author', of: slug, page };
    case 'm':
      return dateOf(value, page);
    case 'year':
      return dateOf([value, ...['monthnum', 'day'].map((part) => twoDigits(given.get(part)))].join(''), page);
    case 's':
      return { kind: 'search', words: value };
    case 'paged':
      return id === null ? null : { kind: 'posts', page };
  }
}

function dateOf(digits: string, page: number): QueryAddress | null {
  // WordPress ignores an incomplete month or day, such as the last digit of "20261".
  const [read] = /^\d{4}(?:\d{2}){0,2}/.exec(digits) ?? [];
  return read === undefined ? null : { kind: 'date', digits: read, page };
}

function twoDigits(part: string | null): string {
  return part === null || !/^\d{1,2}$/.test(part) ? '' : part.padStart(2, '0');
}

function numberIn(value: string): number | null {
  return /^[1-9]\d{0,9}$/.test(value) ? Number(value) : null;
}
