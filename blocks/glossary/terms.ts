/** The name of the filter in the address. */
export const FILTER = 'gl_q';

/** The anchor of a term: "PMI (private mortgage insurance)" is `term-pmi-private-mortgage-insurance`. */
export function termAnchor(term: string): string {
  return `term-${words(term).split(' ').join('-')}`;
}

/** Whether a term or its meaning has every word that is looked for. */
export function matches(row: { term: string; meaning: string }, sought: string): boolean {
  const text = words(`${row.term} ${withoutTags(row.meaning)}`);
  return words(sought)
    .split(' ')
    .every((word) => text.includes(word));
}

/** The words of a short piece of sanitised HTML, without a DOM: search engines and the filter need no more. */
export function withoutTags(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&nbsp;', ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&amp;', '&')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** Lower-case letters and digits with single blanks between them; accents are left out. */
function words(text: string): string {
  return text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase()
    .replaceAll(/[’']/g, '')
    .replaceAll(/[^\p{Letter}\p{Number}]+/gu, ' ')
    .trim();
}
