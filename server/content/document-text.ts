import type { Block } from '../../src/builder/block.ts';
import type { Field, Fields } from '../../src/builder/field.ts';
import type { PageDocument } from '../../src/content/types.ts';
import { readingText } from './html-document.ts';
import { isObject } from './raw-value.ts';

const texts = new WeakMap<PageDocument, string>();
/** Stands between what different fields say. */
const BETWEEN = ' · ';

/**
 * What a visitor reads in a page's main part, as plain text; what stands beside it is the same on many pages. Made
 * once for each version of the page.
 */
export function documentText(document: PageDocument, blocks: ReadonlyMap<string, Block>): string {
  const known = texts.get(document);
  if (known !== undefined) return known;
  const words = document.placements.flatMap(({ block, region, props }) =>
    region === 'main' ? wordsIn(blocks.get(block)?.fields ?? {}, props) : [],
  );
  const text = words.filter(Boolean).join(BETWEEN);
  texts.set(document, text);
  return text;
}

function wordsIn(fields: Fields, values: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(fields).flatMap(([name, field]) => wordsOf(field, values[name]));
}

function wordsOf(field: Field, value: unknown): string[] {
  switch (field.kind) {
    case 'text':
    case 'richText':
      return typeof value === 'string' ? [readingText(value)] : [];
    case 'list':
      if (!isObject(value)) return [];
      if (typeof value.html === 'string') return [readingText(value.html)];
      return Array.isArray(value.rows)
        ? value.rows.flatMap((row: unknown) => (isObject(row) ? wordsIn(field.row ?? {}, row) : []))
        : [];
    // Addresses, figures, pictures and looks are no words of a page.
    case 'link':
    case 'image':
    case 'number':
    case 'toggle':
    case 'choice':
      return [];
  }
}
