import type { QueryLoopPage, RawPage } from '../values/raw-page.ts';

/**
 * Returns a page or post with the text for a query such as `query-1-page=2`, which shows a further page of a query
 * loop. Returns it unchanged if the query names no such page.
 */
export function withQueryLoopPage(entry: RawPage, query: string | undefined): RawPage {
  const found = queryPageIn(entry, query);
  return found ? { ...entry, content: found.content } : entry;
}

/**
 * Returns the query parameters of the query loops in an entry's text: the names of all, sorted, and in `used` the one
 * that `query` contains, with its page number.
 */
export function queryLoopParameters(
  entry: RawPage | null,
  query: string | undefined,
): { names: readonly string[]; used: Readonly<Record<string, string>> } {
  const names = new Set(entry?.queryPages.map(({ name }) => name));
  const found = entry ? queryPageIn(entry, query) : null;
  return { names: [...names].sort(), used: found ? { [found.name]: String(found.page) } : {} };
}

function queryPageIn({ queryPages }: RawPage, query: string | undefined): QueryLoopPage | null {
  if (query === undefined || queryPages.length === 0) return null;
  const given = new URLSearchParams(query);
  return queryPages.find(({ name, page }) => given.get(name) === String(page)) ?? null;
}
