import type { PageDocument } from '../../src/content/types.ts';
import { plainText } from './html-document.ts';
import { isObject } from './raw-value.ts';

const texts = new WeakMap<PageDocument, string>();
// Addresses, sizes and choices are no words a visitor reads.
const NO_WORDS = new Set([
  'href',
  'src',
  'srcSet',
  'anchor',
  'tone',
  'look',
  'icon',
  'newTab',
  'head',
  'links',
]);

/** What a visitor reads on a page, as plain text. Made once for each version of the page. */
export function documentText(document: PageDocument): string {
  const known = texts.get(document);
  if (known !== undefined) return known;
  const words = document.placements.flatMap(({ props }) => wordsIn(props));
  const text = plainText(words.join(' \n'));
  texts.set(document, text);
  return text;
}

function wordsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (Array.isArray(value)) return value.flatMap(wordsIn);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([name, part]) => (NO_WORDS.has(name) ? [] : wordsIn(part)));
}
