import type { FieldDescription as Field, FieldDescriptions as Fields } from '../../contracts/page-builder.ts';

/** A link in the format of the builder's form. */
export interface TypedLink {
  url: string;
  title: string;
  target: string;
}

type Row = Record<string, unknown>;

/**
 * Returns the value of a section in the format of the builder's form. A value that does not have the expected type,
 * such as HTML in a list, is returned unchanged.
 */
export function typedValue(field: Field, raw: unknown): unknown {
  switch (field.kind) {
    case 'text':
    case 'richText':
      return isEmpty(raw) ? '' : typeof raw === 'number' ? String(raw) : raw;
    case 'number':
      return isEmpty(raw) ? undefined : typeof raw === 'string' && raw.trim() !== '' ? numberOf(raw) : raw;
    case 'toggle':
      return isEmpty(raw) ? (field.fallback ?? false) : raw === true || raw === 1 || raw === '1';
    case 'choice':
      return choiceOf(raw);
    case 'image':
      return pictureOf(raw);
    case 'link':
      return linkOf(raw);
    case 'list':
      return Array.isArray(raw)
        ? raw.map((row) => (isRow(row) ? typedRow(field.row ?? {}, row) : row))
        : (raw ?? []);
  }
}

function typedRow(fields: Fields, row: Row): Row {
  // Properties that the block does not declare stay in the row.
  return {
    ...row,
    ...Object.fromEntries(
      Object.entries(fields).map(([name, field]) => [name, typedValue(field, row[name])]),
    ),
  };
}

/** Converts a value of the builder's form to the raw value to store. Empty values are stored as empty text or list. */
export function rawValue(field: Field, typed: unknown): unknown {
  switch (field.kind) {
    case 'number':
    case 'image':
      return typed ?? '';
    case 'link':
      return isRow(typed) && (typed['url'] || typed['title']) ? typed : '';
    case 'list':
      return Array.isArray(typed)
        ? typed.map((row) => (isRow(row) ? rawRow(field.row ?? {}, row) : row))
        : typed;
    case 'text':
    case 'richText':
    case 'toggle':
    case 'choice':
      return typed ?? '';
  }
}

function rawRow(fields: Fields, row: Row): Row {
  const { _arrayId: _id, _originalIndex: _from, _currentIndex: _to, ...own } = row;
  return {
    ...own,
    ...Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, rawValue(field, row[name])])),
  };
}

function isRow(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isEmpty(raw: unknown): boolean {
  return raw === null || raw === undefined || raw === '' || raw === false;
}

function numberOf(text: string): unknown {
  const number = Number(text);
  return Number.isFinite(number) ? number : text;
}

function choiceOf(raw: unknown): unknown {
  const [first] = Array.isArray(raw) ? raw : [raw];
  const value = isRow(first) ? first['value'] : first;
  return isEmpty(value) ? '' : value;
}

function pictureOf(raw: unknown): unknown {
  const id = isRow(raw) ? (raw['id'] ?? raw['ID']) : raw;
  if (isEmpty(id) || id === 0) return null;
  return typeof id === 'string' && /^\d+$/.test(id) ? Number(id) : id;
}

function linkOf(raw: unknown): unknown {
  if (isRow(raw)) {
    const text = (name: string) => (typeof raw[name] === 'string' ? raw[name] : '');
    return { url: text('url'), title: text('title'), target: text('target') } satisfies TypedLink;
  }
  return { url: typeof raw === 'string' ? raw : '', title: '', target: '' } satisfies TypedLink;
}
