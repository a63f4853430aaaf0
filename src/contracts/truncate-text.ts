/**
 * Returns at most `most` UTF-16 units of a text. Does not split a surrogate pair, such as an emoji's: PostgreSQL
 * refuses JSON with half a pair, and screens show it as �.
 */
export function truncateText(text: string, most: number): string {
  const cut = text.slice(0, most);
  return cut.length < text.length ? cut.replace(/[\uD800-\uDBFF]$/, '') : cut;
}
