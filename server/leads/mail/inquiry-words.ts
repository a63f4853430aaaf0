/** What an inquiry is about, as an agent says it; null where it is not known. */
export function inquiryWords(type: string | null): string | null {
  return (type !== null && WORDS.get(type)) || null;
}

const WORDS: ReadonlyMap<string, string> = new Map([
  ['buying', 'buying'],
  ['selling', 'selling'],
  ['both', 'buying and selling'],
  ['general', 'a general question'],
]);
