/**
 * Matches the query parameters that affect what the server renders: plain words such as `q` and `page`. A name with "_"
 * belongs to a tool (`mc_price`) or to tracking (`utm_source`), and never makes the browser request the page again.
 */
export const LOADED_PARAMETER = /^[a-z]{1,20}$/;

/** `layout` selects a layout to preview and is sent separately. */
const APART = new Set(['layout']);
const MAX_PARAMETERS = 8;

/**
 * Returns the first `MAX_PARAMETERS` parameters of a URL that match `LOADED_PARAMETER`, except those in `APART`, as a query
 * string sorted by name. If a name is repeated, the first value is used.
 */
export function loadedQuery(search: string): string {
  const kept = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(search)) {
    if (kept.size >= MAX_PARAMETERS) break;
    if (LOADED_PARAMETER.test(name) && !APART.has(name) && !kept.has(name)) kept.set(name, value);
  }
  kept.sort();
  return kept.toString();
}
