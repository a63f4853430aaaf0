/**
 * Maximum lengths of what editors enter, in characters: a text of one line or several, formatted text (or a list that
 * is stored as HTML), and the URL and the text of a link. The companion plugin gets them in `sections.json`. Lists
 * limit the number of their rows instead.
 */
export const MAX_CONTENT_CHARACTERS = {
  text: 1_000,
  multiline: 5_000,
  richText: 100_000,
  address: 2_000,
  words: 300,
} as const;

/**
 * Returns why a text has more than `most` characters, as a sentence without its subject; null if it does not. Counts
 * characters as PHP does: an emoji is one, not two.
 */
export function textLengthFault(raw: unknown, most: number): string | null {
  if (typeof raw !== 'string' || raw.length <= most) return null;
  const text = raw.replace(/\r\n?/g, '\n').trim();
  const length = text.length > 2 * most ? text.length : Array.from(text).length;
  return length > most
    ? `is ${length.toLocaleString('en-US')} characters long, and ${most.toLocaleString('en-US')} at most fit. Shorten it.`
    : null;
}
