import { kindOf } from '../../../builder/kinds/field-kinds.ts';
import type {
  BlockDescription,
  FieldDescription as Field,
  FieldDescriptions as Fields,
} from '../../../contracts/operators/page-builder.ts';
import { isObject } from '../../../builder/raw-value.ts';
import type { UnwrittenText } from '../fields/example-texts.ts';
import { isSame, propName } from '../saving/page-data.ts';

/*
 * Which sections still show the example of their block. Nothing about it is stored: the values are compared with the
 * example, so that it is known on the next day and for a page that somebody else created.
 */

type Props = Readonly<Record<string, unknown>>;
type Described = Pick<BlockDescription, 'fields' | 'start'>;

/** Returns the first field of the example's content; null if there is none. */
export function firstExampleField({ fields, start }: Described): string | null {
  return Object.entries(fields).find(([name, field]) => start && isContent(field, start[name]))?.[0] ?? null;
}

/**
 * Whether a section still has all contents of its block's example. A new background or look does not change that, nor
 * does a picture.
 */
export function isStillExample(props: Props, { fields, start }: Described): boolean {
  if (!start) return false;
  const contents = Object.entries(fields).filter(([name, field]) => isContent(field, start[name]));
  return (
    contents.length > 0 &&
    contents.every(([name, field]) => {
      const stored = kindOf(field).fromForm(field, props[propName(name)]);
      return isSame(contentOf(field, stored), contentOf(field, start[name]));
    })
  );
}

/**
 * Returns the rows that still have the contents of a row of the example, such as a testimonial that no client wrote. For
 * sections that are changed elsewhere: a title may well stay as it is.
 */
export function exampleRows(props: Props, { fields, start }: Described): UnwrittenText[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const { row } = field;
    const rows = kindOf(field).fromForm(field, props[propName(name)]);
    const examples = rowsOf(start?.[name]);
    if (!row || examples.length === 0) return [];
    const isShown = (name: string) => examples.some((example) => hasContent(row, name, example));
    const column = Object.keys(row).find(isShown) ?? '';
    return rowsOf(rows).flatMap((own, at) =>
      examples.some((example) => isSame(rowContent(row, own), rowContent(row, example)))
        ? [{ label: `${field.label} ${at + 1}`, field: { field: name, row: at, column } }]
        : [],
    );
  });
}

/** Whether a value of the example is something to read, rather than a look or a picture. */
function isContent(field: Field, raw: unknown): boolean {
  const kind = kindOf(field);
  return !kind.isPreset && kind.input.name !== 'picture' && kind.isSet(raw);
}

function hasContent(row: Fields, name: string, values: Props): boolean {
  const field = row[name];
  return field !== undefined && isContent(field, values[name]);
}

function contentOf({ row }: Field, raw: unknown): unknown {
  return row ? rowsOf(raw).map((each) => rowContent(row, each)) : raw;
}

/** Returns the values of a row that are something to read, without those that are empty. */
function rowContent(row: Fields, values: Props): Props {
  return Object.fromEntries(Object.entries(values).filter(([name]) => hasContent(row, name, values)));
}

function rowsOf(value: unknown): Props[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
