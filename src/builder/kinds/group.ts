import { z } from 'zod';
import type { Field, FieldKind, Fields } from '../field.ts';
import { quoteValue, unusableResult, usableResult, type NormaliseResult } from '../normalise-result.ts';
import { isJsonObject, isUnset } from '../raw-value.ts';
import { shownFields } from '../show-when.ts';
import type { FieldKindDefinition, LimitedField } from './kind.ts';
import { mapFields } from './map-fields.ts';
import { toRawValues } from './raw-values.ts';

type KindOf = (field: { readonly kind: FieldKind }) => FieldKindDefinition;

/** Creates the schema of a group. It only checks for an object, because each field is validated on its own before. */
export function groupSchema<Values>(): z.ZodType<Values> {
  return z.custom<Values>(isJsonObject);
}

/**
 * Creates the field kind for a fieldset: several fields that belong together, stored as one object. `kindOf` returns
 * the kind of each of these fields.
 */
export function groupKind(kindOf: KindOf): FieldKindDefinition {
  return {
    name: 'Group',
    input: { name: 'group' },
    isPreset: false,
    schema: () => groupSchema(),
    isSet: (raw) =>
      isJsonObject(raw)
        ? Object.values(raw).some((value) => value === false || value === 0 || !isUnset(value))
        : !isUnset(raw),
    lengthFault: ({ fields = {} }, raw) => {
      if (!isJsonObject(raw)) return null;
      for (const [name, field] of Object.entries(fields)) {
        const fault = kindOf(field).lengthFault(field, Object.hasOwn(raw, name) ? raw[name] : undefined);
        if (fault !== null) return `${name}: ${fault}`;
      }
      return null;
    },
    normalise: (field, raw, tools) =>
      isJsonObject(raw)
        ? normaliseGroup(field, (inner, name) => tools.cell(inner, name, raw))
        : unusableResult(`${quoteValue(raw)} is not a group of fields. Enter them again.`),
    example: {
      sample: ({ fields = {} }, tools) => tools.row(fields),
      longest: ({ fields = {} }, tools) => tools.row(fields),
      invalid: () => 'no group',
    },
    initialText: () => null,
    searchTexts: ({ fields = {} }, value) =>
      isJsonObject(value)
        ? Object.entries(fields).flatMap(([name, field]) => kindOf(field).searchTexts(field, value[name]))
        : [],
    shownText: () => null,
    toRaw: ({ fields = {} }, value) => (isJsonObject(value) ? toRawValues(fields, value, kindOf) : ''),
    toForm: ({ fields = {} }, raw) => {
      // A value that is not an object is shown as empty, and stays stored until an editor fills in the group.
      const own = isJsonObject(raw) ? raw : {};
      return { ...own, ...mapFields(fields, (field, name) => kindOf(field).toForm(field, own[name])) };
    },
    fromForm: ({ fields = {} }, form) => {
      const own = isJsonObject(form) ? form : {};
      const values = mapFields(fields, (field, name) => kindOf(field).fromForm(field, own[name]));
      const all = { ...own, ...values };
      return Object.values(all).every((value) => value === '' || (value !== false && isUnset(value)))
        ? ''
        : all;
    },
  };
}

/**
 * Normalizes each shown field of a group with `cell`, and adds the fields' defaults. The result has no value if a
 * required field is empty.
 */
export function normaliseGroup(
  { fields = {} }: Pick<Field, 'fields'>,
  cell: (field: Field, name: string) => NormaliseResult,
): NormaliseResult {
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  const missing: string[] = [];
  for (const [name, field] of shownFields(fields, (other, deciding) => cell(deciding, other).value)) {
    const { value, faults: own } = cell(field, name);
    faults.push(...own.map((fault) => `${name}: ${fault}`));
    const shown = value ?? field.fallback;
    if (shown !== undefined) values[name] = shown;
    else if (field.presence === 'always') missing.push(name);
  }
  if (missing.length === 0) return usableResult(values, faults);
  return { faults: [...faults, `${missing.join(', ')} is empty but needed. Fill it in.`] };
}

/** Returns the `default` of a group, made of its fields' defaults; no `default` if a required field has none. */
export function groupDefault<Values>(fields: Fields): { default?: Values } {
  const { value } = normaliseGroup({ fields }, () => ({ faults: [] }));
  return value === undefined ? {} : { default: value as Values };
}

/**
 * Whether a raw value shows that an editor filled in its section or row. Values of kinds with `isPreset` do not count,
 * and neither does a group that stores only such values.
 */
export function isFilledByEditor(field: FilledField, raw: unknown, kindOf: KindOf): boolean {
  if (kindOf(field).isPreset) return false;
  if (!field.fields) return !isUnset(raw);
  const inner = Object.entries(field.fields);
  return isJsonObject(raw) && inner.some(([name, each]) => isFilledByEditor(each, raw[name], kindOf));
}

type FilledField = Pick<LimitedField, 'kind'> & { readonly fields?: Readonly<Record<string, FilledField>> };
