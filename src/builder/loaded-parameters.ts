/**
 * Which query parameters concern what a page shows before any view runs: plain words such as `q` and `page`. A name
 * with "_" is a tool's own input (`mc_price`) or tracking (`utm_source`): it never makes the browser ask for the
 * page again.
 */
export const LOADED_PARAMETER = /^[a-z]{1,20}$/;

/** `layout` is the page's own choice and travels by itself. */
const APART = new Set(['layout']);
const MOST = 8;

/** Those parameters of an address, as a query; empty where it has none. Of a repeated name the first counts. */
export function loadedQuery(search: string): string {
  const kept = new URLSearchParams();
  for (const [name, value] of new URLSearchParams(search)) {
    if (kept.size >= MOST) break;
    if (LOADED_PARAMETER.test(name) && !APART.has(name) && !kept.has(name)) kept.set(name, value);
  }
  kept.sort();
  return kept.toString();
}
