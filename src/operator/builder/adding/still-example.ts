import { fieldKindOf } from '../../../builder/kinds/field-kinds.ts';
import type {
  BlockDescription,
  FieldDescription as Field,
  FieldDescriptions as Fields,
} from '../../../contracts/operators/page-builder.ts';
import { isJsonObject } from '../../../builder/raw-value.ts';
import type { PlaceholderText } from '../fields/placeholder-texts.ts';
import { isEqualJson, propName } from '../saving/page-data.ts';

/*
 * Finds the sections that still show the example of their block, by comparing their values with it. Nothing is stored
 * for this, so the result is also correct in a later session and for a page that somebody else created.
 */

type Props = Readonly<Record<string, unknown>>;
type Described = Pick<BlockDescription, 'fields' | 'start'>;

/** Returns the name of the first field for which the block's example has content, or null if there is none. */
export function firstExampleField({ fields, start }: Described): string | null {
  return Object.entries(fields).find(([name, field]) => start && isContent(field, start[name]))?.[0] ?? null;
}

/**
 * Whether a section still has all the content of its block's example; false if the block has none. Changes of its
 * appearance or its pictures do not count.
 */
export function isStillExample(props: Props, { fields, start }: Described): boolean {
  if (!start) return false;
  const contents = Object.entries(fields).filter(([name, field]) => isContent(field, start[name]));
  return (
    contents.length > 0 &&
    contents.every(([name, field]) => {
      const stored = fieldKindOf(field).fromForm(field, props[propName(name)]);
      return isEqualJson(contentOf(field, stored), contentOf(field, start[name]));
    })
  );
}

/**
 * Returns the list rows of a section that are still the same as a row of the example, for example a testimonial that
 * no client wrote. Only rows are compared, because other example values, such as a title, may be kept on purpose.
 */
export function unchangedExampleRows(props: Props, { fields, start }: Described): PlaceholderText[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const { row } = field;
    const rows = fieldKindOf(field).fromForm(field, props[propName(name)]);
    const examples = rowsOf(start?.[name]);
    if (!row || examples.length === 0) return [];
    const isShown = (name: string) => examples.some((example) => hasContent(row, name, example));
    const column = Object.keys(row).find(isShown) ?? '';
    return rowsOf(rows).flatMap((own, at) =>
      examples.some((example) => isEqualJson(rowContent(row, own), rowContent(row, example)))
        ? [{ label: `${field.label} ${at + 1}`, field: { field: name, row: at, column } }]
        : [],
    );
  });
}

/** Whether a field has a value that visitors read. Appearance settings and pictures do not count. */
function isContent(field: Field, raw: unknown): boolean {
  const kind = fieldKindOf(field);
  return !kind.isPreset && kind.input.name !== 'picture' && kind.isSet(raw);
}

function hasContent(row: Fields, name: string, values: Props): boolean {
  const field = row[name];
  return field !== undefined && isContent(field, values[name]);
}

function contentOf({ row }: Field, raw: unknown): unknown {
  return row ? rowsOf(raw).map((each) => rowContent(row, each)) : raw;
}

/** Returns the non-empty values of a row that visitors read, without appearance settings and pictures. */
function rowContent(row: Fields, values: Props): Props {
  return Object.fromEntries(Object.entries(values).filter(([name]) => hasContent(row, name, values)));
}

function rowsOf(value: unknown): Props[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
