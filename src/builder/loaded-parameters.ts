/** Matches the names of the pages of WordPress's query loops, such as `query-1-page`. */
export const QUERY_PAGE = /^query-(?:\d{1,9}-)?page$/;

/**
 * Matches the query parameters that affect what the server renders, besides `QUERY_PAGE`: plain words such as `q` and `page`. A name with "_"
 * belongs to a tool (`mc_price`) or to tracking (`utm_source`), and never makes the browser request the page again.
 */
export const LOADED_PARAMETER = /^[a-z]{1,20}$/;

/** `layout` selects a layout to preview and is sent separately. */
const APART = new Set(['layout']);
const MAX_PARAMETERS = 8;

/**
 * Returns the first `MAX_PARAMETERS` parameters of a URL that match `LOADED_PARAMETER`, except those in `APART`, or `QUERY_PAGE`, as a query
 * string sorted by name. If a name is repeated, the first value is used.
 */
export function loadedQuery(search: string): string {
  const kept = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(search)) {
    if (kept.size >= MAX_PARAMETERS) break;
    const isLoaded = (LOADED_PARAMETER.test(name) && !APART.has(name)) || QUERY_PAGE.test(name);
    if (isLoaded && !kept.has(name)) kept.set(name, value);
  }
  kept.sort();
  return kept.toString();
}
