/** Maximum length of the query. Proxies refuse responses with too large headers. */
const MAX_QUERY_CHARACTERS = 2_000;

/**
 * Returns the address of the page from which a visitor posted a form, for the redirect back: `path` with the query
 * that the page had in the browser, such as `?cpage=2`. `changes` are parameters to set, or to remove if null. A
 * query that is too long is left out. `referer` is the header of the request, as in WordPress's own redirect: the
 * form cannot contain the query, because one stored page serves all queries. Only the query is taken from the header,
 * so a forged header does not lead to another page.
 */
export function formPageAddress(
  path: string,
  referer: string | undefined,
  changes: Readonly<Record<string, string | null>>,
): string {
  const sent = new URLSearchParams(URL.parse(referer ?? '')?.search).toString();
  const query = new URLSearchParams(sent.length > MAX_QUERY_CHARACTERS ? '' : sent);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) query.delete(name);
    else query.set(name, value);
  }
  return query.size === 0 ? path : `${path}?${query.toString()}`;
}
