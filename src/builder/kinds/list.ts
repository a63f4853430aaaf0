import { z } from 'zod';
import type { Field, FieldKind, Fields, ListValue } from '../field.ts';
import {
  UNSET_RESULT,
  quoteValue,
  unusableResult,
  usableResult,
  type NormaliseResult,
} from '../normalise-result.ts';
import { isJsonObject, isUnset, type JsonObject } from '../raw-value.ts';
import { shownFields } from '../show-when.ts';
import { isFilledByEditor } from './group.ts';
import type { FieldKindDefinition, LimitedField, NormaliseTools } from './kind.ts';
import { MAX_CONTENT_CHARACTERS, textLengthFault } from './length-limits.ts';
import { mapFields } from './map-fields.ts';
import { toRawValues } from './raw-values.ts';

/** The maximum number of rows of a list without a `max` of its own. */
export const DEFAULT_MAX_ROWS = 12;

type KindOf = (field: { readonly kind: FieldKind }) => FieldKindDefinition;

/** Creates the schema of a list: rows, or the HTML that an older site stores in the same section. */
export function listSchema<Row>(max: number): z.ZodType<ListValue<Row>> {
  return z.union([
    z.object({ rows: z.array(z.custom<Row>()).max(max) }),
    z.object({ html: z.string().min(1) }),
  ]);
}

/** Creates the field kind for rows with the same fields. `kindOf` returns the kind of a field in a row. */
export function listKind(kindOf: KindOf): FieldKindDefinition {
  return {
    name: 'List',
    input: { name: 'rows' },
    isPreset: false,
    schema: ({ max }) => listSchema(max ?? 0),
    isSet: (raw) => !isUnset(raw),
    lengthFault: ({ row }, raw) =>
      Array.isArray(raw)
        ? rowLengthFault(row ?? {}, raw, kindOf)
        : textLengthFault(raw, MAX_CONTENT_CHARACTERS.richText),
    normalise: (field, raw, tools) => normaliseList(field, raw, tools, kindOf),
    example: {
      sample: ({ row = {}, max = 3 }, tools) => repeated(Math.min(3, max), () => tools.row(row)),
      longest: ({ row = {}, max = 0 }, tools) => repeated(max, () => tools.row(row)),
      invalid: ({ row = {} }, tools) => ['no row', tools.row(row)],
    },
    initialText: () => null,
    searchTexts: ({ row = {} }, value) => {
      if (!isJsonObject(value)) return [];
      if (typeof value['html'] === 'string') return [value['html']];
      const rows: unknown[] = Array.isArray(value['rows']) ? value['rows'] : [];
      return rows.flatMap((each) =>
        isJsonObject(each)
          ? Object.entries(row).flatMap(([name, field]) => kindOf(field).searchTexts(field, each[name]))
          : [],
      );
    },
    // The page builder's hints read the fields of each row instead.
    shownText: () => null,
    toRaw: ({ row = {} }, value) => {
      if (!isJsonObject(value)) return [];
      if (typeof value['html'] === 'string') return value['html'];
      const rows: unknown[] = Array.isArray(value['rows']) ? value['rows'] : [];
      return rows.map((each) => (isJsonObject(each) ? toRawValues(row, each, kindOf) : {}));
    },
    toForm: ({ row = {} }, raw) => {
      if (!Array.isArray(raw)) return isUnset(raw) ? [] : raw;
      return raw.map((each: unknown) =>
        // Properties that the block does not declare stay in the row.
        isJsonObject(each)
          ? { ...each, ...mapFields(row, (field, name) => kindOf(field).toForm(field, each[name])) }
          : each,
      );
    },
    fromForm: ({ row = {} }, form) => {
      if (!Array.isArray(form)) return form;
      return form.map((each: unknown) => {
        if (!isJsonObject(each)) return each;
        const { _arrayId: _id, _originalIndex: _from, _currentIndex: _to, ...own } = each;
        return { ...own, ...mapFields(row, (field, name) => kindOf(field).fromForm(field, each[name])) };
      });
    },
  };
}

function repeated(count: number, create: () => unknown): unknown[] {
  return Array.from({ length: count }, create);
}

function rowLengthFault(
  fields: Readonly<Record<string, LimitedField>>,
  rows: readonly unknown[],
  kindOf: KindOf,
): string | null {
  for (const [index, row] of rows.entries()) {
    for (const [name, field] of Object.entries(fields)) {
      const raw = isJsonObject(row) && Object.hasOwn(row, name) ? row[name] : undefined;
      const fault = kindOf(field).lengthFault(field, raw);
      if (fault !== null) return `row ${index + 1}, ${name}: ${fault}`;
    }
  }
  return null;
}

/** Converts stored rows, or the HTML that an older site stores, into a list. Rows that cannot be shown are omitted. */
function normaliseList(field: Field, raw: unknown, tools: NormaliseTools, kindOf: KindOf): NormaliseResult {
  if (typeof raw === 'string') {
    const html = tools.html(raw);
    return html.value === undefined ? html : usableResult({ html: html.value }, html.faults);
  }
  if (!Array.isArray(raw)) return unusableResult(`${quoteValue(raw)} is not a list. Enter its rows again.`);
  const faults: string[] = [];
  const rows: JsonObject[] = [];
  const storedRows: number[] = [];
  for (const [index, item] of raw.entries()) {
    const row = normaliseRow(field.row ?? {}, item, tools, kindOf);
    faults.push(...row.faults.map((fault) => `row ${index + 1}${fault}`));
    if (!row.values) continue;
    rows.push(row.values);
    storedRows.push(index);
  }
  const max = field.max ?? rows.length;
  if (rows.length > max) {
    faults.push(`has ${rows.length} rows, ${max} are shown. Remove the others.`);
    rows.length = max;
    storedRows.length = max;
  }
  if (rows.length === 0) return { ...UNSET_RESULT, faults };
  const isMoved = storedRows.some((stored, index) => stored !== index);
  return { ...usableResult({ rows }, faults), ...(isMoved ? { storedRows } : {}) };
}

interface NormalisedRow {
  values: JsonObject | null;
  faults: string[];
}

function normaliseRow(fields: Fields, item: unknown, tools: NormaliseTools, kindOf: KindOf): NormalisedRow {
  if (isUnset(item)) return { values: null, faults: [] };
  if (!isJsonObject(item))
    return { values: null, faults: [`: ${quoteValue(item)} is not a row. Enter it again.`] };
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  const missing: string[] = [];
  // A field of a kind with `isPreset`, such as a choice, shows that an editor filled in the row only if the row has no
  // fields of other kinds.
  const hasOnlyPresets = Object.values(fields).every((field) => kindOf(field).isPreset);
  let filled = false;
  const deciding = (name: string, field: Field) => tools.cell(field, name, item).value;
  for (const [name, field] of shownFields(fields, deciding)) {
    const { value, faults: own } = tools.cell(field, name, item);
    faults.push(...own.map((fault) => `, ${name}: ${fault}`));
    const proves = field.fields ? isFilledByEditor(field, item[name], kindOf) : !kindOf(field).isPreset;
    if (value !== undefined && (hasOnlyPresets || proves)) filled = true;
    const shown = value ?? field.fallback;
    if (shown !== undefined) values[name] = shown;
    else if (field.presence === 'always') missing.push(name);
  }
  if (!filled) return { values: null, faults };
  if (missing.length === 0) return { values, faults };
  return {
    values: null,
    faults: [...faults, `: ${missing.join(', ')} is empty. Fill it in, or remove the row.`],
  };
}
