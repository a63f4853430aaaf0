import type { Field } from './field.ts';

/**
 * Maximum numbers of characters of what an editor enters, by kind of field: a text of one line or several, formatted
 * text (or a list that is stored as HTML), and the address and the words of a link. The companion plugin gets them with
 * `sections.json`. Lists have a maximum number of rows each.
 */
export const LONGEST = {
  text: 1_000,
  multiline: 5_000,
  richText: 100_000,
  address: 2_000,
  words: 300,
} as const;

type Limited = Pick<Field, 'kind' | 'multiline'> & { readonly row?: Readonly<Record<string, Limited>> };

/**
 * Returns why a raw value is too long for its field, as a sentence without its subject; null if it is not. Values in the
 * rows of a list are named by row and field.
 */
export function lengthFault(field: Limited, raw: unknown): string | null {
  switch (field.kind) {
    case 'text':
      return tooLong(raw, field.multiline === true ? LONGEST.multiline : LONGEST.text);
    case 'richText':
      return tooLong(raw, LONGEST.richText);
    case 'link':
      if (typeof raw === 'string') return tooLong(raw, LONGEST.address);
      return tooLong(valueIn(raw, 'url'), LONGEST.address) ?? tooLong(valueIn(raw, 'title'), LONGEST.words);
    case 'list':
      return Array.isArray(raw) ? rowFault(field.row ?? {}, raw) : tooLong(raw, LONGEST.richText);
    case 'image':
    case 'number':
    case 'toggle':
    case 'choice':
      return null;
  }
}

function rowFault(fields: Readonly<Record<string, Limited>>, rows: readonly unknown[]): string | null {
  for (const [index, row] of rows.entries()) {
    for (const [name, field] of Object.entries(fields)) {
      const fault = lengthFault(field, valueIn(row, name));
      if (fault !== null) return `row ${index + 1}, ${name}: ${fault}`;
    }
  }
  return null;
}

function valueIn(raw: unknown, name: string): unknown {
  return typeof raw === 'object' && raw !== null && Object.hasOwn(raw, name)
    ? Reflect.get(raw, name)
    : undefined;
}

/** Counts characters as PHP does: an emoji is one, not two. */
function tooLong(raw: unknown, most: number): string | null {
  if (typeof raw !== 'string' || raw.length <= most) return null;
  const text = raw.replace(/\r\n?/g, '\n').trim();
  const length = text.length > 2 * most ? text.length : Array.from(text).length;
  return length > most
    ? `is ${length.toLocaleString('en-US')} characters long, and ${most.toLocaleString('en-US')} at most fit. Shorten it.`
    : null;
}
