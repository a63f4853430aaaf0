/** Matches the query parameters in which WordPress's query loops have their page number, such as `query-1-page`. */
export const QUERY_LOOP_PAGE_PATTERN = /^query-(?:\d{1,9}-)?page$/;

/**
 * Matches the query parameters that affect what the server renders, besides the page numbers of query loops: plain
 * words such as `q` and `page`. A name with "_" belongs to a tool (`mc_price`) or to tracking (`utm_source`), and never
 * makes the browser request the page again.
 */
export const SERVER_PARAMETER_PATTERN = /^[a-z]{1,20}$/;

/** Parameters that are sent separately: `layout` selects a layout to preview. */
const APART = new Set(['layout']);
const MAX_PARAMETERS = 8;

/**
 * Returns the parameters that affect what the server renders, as a query string sorted by name: at most 8, and without
 * `layout`. If a name is repeated, the first value is used.
 */
export function serverQueryString(search: string): string {
  const kept = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(search)) {
    if (kept.size >= MAX_PARAMETERS) break;
    const isLoaded =
      (SERVER_PARAMETER_PATTERN.test(name) && !APART.has(name)) || QUERY_LOOP_PAGE_PATTERN.test(name);
    if (isLoaded && !kept.has(name)) kept.set(name, value);
  }
  kept.sort();
  return kept.toString();
}
