import MiniSearch from 'minisearch';
import type { SearchHit, SnippetPart } from '../../src/contracts/content.ts';
import { createEventLoopYield } from '../platform/async/event-loop-yield.ts';

/** A document in the search index. All its fields are plain text. */
export interface SearchDocument extends Omit<SearchHit, 'snippet'> {
  description: string;
  text: string;
}

/** Full-text search over pages and posts. Matches word prefixes, tolerates small typos and ranks titles first. */
export interface SearchIndex {
  /** Increases whenever the searchable content changes. */
  version(): number;
  /** Replaces the index with these documents. Reindexes only changed documents, and yields to other work in between. */
  update(documents: Iterable<SearchDocument>): Promise<void>;
  search(words: string): SearchHit[];
}

const MAX_WORDS = 8;
/** Maximum number of characters in a snippet, and the number of characters before the match. */
const SNIPPET_CHARACTERS = 200;
const BEFORE_HIT_CHARACTERS = 60;

/** Creates an empty index. Call `update` to fill it. */
export function createSearchIndex(): SearchIndex {
  const index = new MiniSearch<SearchDocument>({
    idField: 'path',
    fields: ['title', 'description', 'text'],
    tokenize: wordsOf,
    processTerm: (term) => term,
  });
  const documents = new Map<string, SearchDocument>();
  let version = 0;

  function put(document: SearchDocument): boolean {
    const before = documents.get(document.path);
    if (before && isSame(before, document)) return false;
    if (before) index.replace(document);
    else index.add(document);
    documents.set(document.path, document);
    return true;
  }

  return {
    version: () => version,
    async update(given) {
      const nextTurn = createEventLoopYield();
      const seen = new Set<string>();
      let changed = false;
      for (const document of given) {
        seen.add(document.path);
        changed = put(document) || changed;
        await nextTurn();
      }
      for (const path of documents.keys()) {
        if (seen.has(path)) continue;
        index.discard(path);
        documents.delete(path);
        changed = true;
      }
      if (changed || version === 0) version += 1;
    },
    search(given) {
      const words = [...new Set(wordsOf(given))].slice(0, MAX_WORDS);
      if (words.length === 0) return [];
      const found = index.search(words.join(' '), {
        combineWith: 'AND',
        boost: { title: 10, description: 4 },
        prefix: (term) => term.length > 1,
        fuzzy: (term) => (term.length > 4 ? 0.2 : false),
      });
      return found.flatMap(({ id, terms }) => {
        const document = documents.get(String(id));
        return document ? [hitOf(document, terms)] : [];
      });
    },
  };
}

function isSame(a: SearchDocument, b: SearchDocument): boolean {
  return a.title === b.title && a.description === b.description && a.text === b.text && a.date === b.date;
}

/** Splits text into lower-case words without accents, at every character that is not a letter or digit. */
function wordsOf(text: string): string[] {
  return folded(text).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Creates a hit whose snippet is computed on access, because a list shows ten of perhaps a thousand hits. */
function hitOf({ kind, path, title, date, ...texts }: SearchDocument, terms: readonly string[]): SearchHit {
  return {
    kind,
    path,
    title,
    get snippet() {
      return snippetOf(texts, terms);
    },
    ...(date === undefined ? {} : { date }),
  };
}

/** Returns the index of the first word, from `from` on, that starts with these letters; -1 if no word does. */
function startsIn(text: string, word: string, from = 0): number {
  const plain = folded(text);
  for (let at = plain.indexOf(word, from); at >= 0; at = plain.indexOf(word, at + 1)) {
    if (at === 0 || !/[\p{L}\p{N}]/u.test(plain[at - 1] ?? '')) return at;
  }
  return -1;
}

function snippetOf(
  { description, text }: Pick<SearchDocument, 'description' | 'text'>,
  words: readonly string[],
): SnippetPart[] {
  const inDescription = words.some((word) => startsIn(description, word) >= 0);
  const from = inDescription || text === '' ? description : text;
  const starts = words.map((word) => startsIn(from, word)).filter((at) => at >= 0);
  if (starts.length === 0) return marked(cut(description, 0), words);
  return marked(cut(from, Math.max(0, Math.min(...starts) - BEFORE_HIT_CHARACTERS)), words);
}

function cut(text: string, near: number): string {
  const start = near === 0 ? 0 : text.indexOf(' ', near) + 1;
  const whole = text.length - start <= SNIPPET_CHARACTERS;
  const space = text.lastIndexOf(' ', start + SNIPPET_CHARACTERS);
  const end = whole ? text.length : space > start ? space : start + SNIPPET_CHARACTERS;
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

// Folds each letter separately, so that indexes into the folded text are also valid in the original text.
function folded(text: string): string {
  return text.replace(/[^\0-\x7f]/g, foldLetter).toLowerCase();
}

function foldLetter(letter: string): string {
  const [base = letter] = letter.normalize('NFD');
  return base.toLowerCase().length === 1 ? base : letter;
}
