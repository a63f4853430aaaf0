import type { SearchHit, SnippetPart } from '../../src/content/page-entry.ts';

/** Something to be searched. Texts are plain. */
export interface Searchable extends Omit<SearchHit, 'snippet'> {
  description: string;
  text: string;
  /** True where another search has found it already. */
  found?: boolean;
}

const MOST_WORDS = 8;
/** Characters of a snippet, and how many of them stand before the find. */
const SNIPPET = 200;
const BEFORE = 60;
const WEIGHT = { title: 10, description: 4, text: 1, found: 1 };

/** The words to search for: lower case, without accents, none twice. What is no letter or digit separates them. */
export function searchWords(given: string): string[] {
  return [...new Set(folded(given).match(/[\p{L}\p{N}]+/gu))].slice(0, MOST_WORDS);
}

/** What holds all words, best first: a title counts more than a description, that more than the text. */
export function findIn(all: readonly Searchable[], words: readonly string[]): SearchHit[] {
  return all
    .map((each) => ({ each, score: scoreOf(each, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score)
    .map(({ each }) => hitOf(each, words));
}

function hitOf({ kind, path, title, date, ...texts }: Searchable, words: readonly string[]): SearchHit {
  const hit: SearchHit = { kind, path, title, snippet: snippetOf(texts, words) };
  return date === undefined ? hit : { ...hit, date };
}

function scoreOf({ title, description, text, found = false }: Searchable, words: readonly string[]): number {
  let score = found ? WEIGHT.found : 0;
  for (const word of words) {
    const inTitle = startsIn(title, word) >= 0;
    const inDescription = startsIn(description, word) >= 0;
    const inText = startsIn(text, word) >= 0;
    if (!inTitle && !inDescription && !inText && !found) return 0;
    score +=
      (inTitle ? WEIGHT.title : 0) + (inDescription ? WEIGHT.description : 0) + (inText ? WEIGHT.text : 0);
  }
  return score;
}

/** Where a word starts with these letters; -1 where none does. */
function startsIn(text: string, word: string, from = 0): number {
  const plain = folded(text);
  for (let at = plain.indexOf(word, from); at >= 0; at = plain.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(plain[at - 1] ?? '')) return at;
  }
  return -1;
}

function snippetOf(
  { description, text }: Pick<Searchable, 'description' | 'text'>,
  words: readonly string[],
): SnippetPart[] {
  const inDescription = words.some((word) => startsIn(description, word) >= 0);
  const from = inDescription || text === '' ? description : text;
  const starts = words.map((word) => startsIn(from, word)).filter((at) => at >= 0);
  if (starts.length === 0) return marked(cut(description, 0), words);
  return marked(cut(from, Math.max(0, Math.min(...starts) - BEFORE)), words);
}

function cut(text: string, near: number): string {
  const start = near === 0 ? 0 : text.indexOf(' ', near) + 1;
  const whole = text.length - start <= SNIPPET;
  const space = text.lastIndexOf(' ', start + SNIPPET);
  const end = whole ? text.length : space > start ? space : start + SNIPPET;
  const words = text.slice(start, end).replace(/^[\s·]+|[\s·]+$/g, '');
  return `${start > 0 ? '… ' : ''}${words}${whole ? '' : ' …'}`;
}

function marked(text: string, words: readonly string[]): SnippetPart[] {
  const parts: SnippetPart[] = [];
  let at = 0;
  while (at < text.length) {
    const next = words
      .map((word) => ({ start: startsIn(text, word, at), length: word.length }))
      .filter(({ start }) => start >= 0)
      .sort((a, b) => a.start - b.start || b.length - a.length)[0];
    if (!next) break;
    if (next.start > at) parts.push({ text: text.slice(at, next.start), hit: false });
    at = next.start + next.length;
    parts.push({ text: text.slice(next.start, at), hit: true });
  }
  if (at < text.length) parts.push({ text: text.slice(at), hit: false });
  return parts;
}

// Folds letter by letter, so that places in the folded text are places in the text itself.
function folded(text: string): string {
  return text.replace(/[^\0-\x7f]/g, foldLetter).toLowerCase();
}

function foldLetter(letter: string): string {
  const [base = letter] = letter.normalize('NFD');
  return base.toLowerCase().length === 1 ? base : letter;
}
