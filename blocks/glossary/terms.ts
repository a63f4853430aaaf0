/** The query parameter with the search text of the glossary's filter. */
export const FILTER_PARAMETER = 'gl_q';

/** Returns a term's anchor: `term-pmi-private-mortgage-insurance` for "PMI (private mortgage insurance)". */
export function termAnchor(term: string): string {
  return `term-${words(term).split(' ').join('-')}`;
}

/**
 * Whether a term and its meaning together contain every word of the search text, also within a longer word. Ignores
 * case, accents and punctuation. An empty search text matches every term.
 */
export function termMatches(row: { term: string; meaning: string }, sought: string): boolean {
  const text = words(`${row.term} ${glossaryPlainText(row.meaning)}`);
  return words(sought)
    .split(' ')
    .every((word) => text.includes(word));
}

/** Extracts the text of a short piece of sanitized HTML without a DOM, for search engines and the filter. */
export function glossaryPlainText(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Normalizes text to lowercase words without accents or punctuation, separated by single spaces. */
function words(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[’']/g, '')
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();
}
