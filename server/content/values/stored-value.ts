import type { Field } from '../../../src/builder/field.ts';
import { fieldKindOf } from '../../../src/builder/kinds/field-kinds.ts';
import { sectionId } from '../../../src/builder/section-ids.ts';
import type { Placement } from '../../../src/contracts/layout.ts';
import { isJsonObject, isUnset, type JsonObject } from '../../../src/builder/raw-value.ts';

/**
 * Returns the raw value of a section. A list without a value of its own is collected from numbered groups (`<id>_1`,
 * `<id>_2` …, up to the field's `max`): installations without repeater fields store rows like this.
 */
export function rawSectionValue(values: JsonObject, id: string, field: Field): unknown {
  const own = Object.hasOwn(values, id) ? values[id] : undefined;
  if (field.kind !== 'list' || !isUnset(own)) return own;
  const groups: unknown[] = [];
  for (let number = 1; number <= (field.max ?? 0); number += 1) {
    const name = `${id}_${number}`;
    if (Object.hasOwn(values, name) && isJsonObject(values[name])) groups.push(values[name]);
  }
  return groups;
}

/** The raw value of a field, converted for the current version of the field. */
export interface StoredValue {
  raw: unknown;
  /** The former id under which the value is stored; null if it is stored under the current id, or not at all. */
  former: string | null;
}

/**
 * Returns the value of a section, stored under its id or else under the field's former name. A value that an earlier
 * version of the field stored is converted.
 */
export function storedFieldValue(
  values: JsonObject,
  placement: Pick<Placement, 'key' | 'ids'>,
  name: string,
  field: Field,
): StoredValue {
  return storedValue(values, field, sectionId(placement, name), formerSectionId(placement, field));
}

/**
 * Returns the value of a field in a group, stored under its name or else under its former name. A value that an earlier
 * version of the field stored is converted.
 */
export function storedGroupFieldValue(values: JsonObject, field: Field, name: string): unknown {
  return storedValue(values, field, name, field.upgrade?.from).raw;
}

/** Returns the section id that a field had under its former name; undefined if it has no former name. */
export function formerSectionId(
  { key }: Pick<Placement, 'key'>,
  { upgrade }: Pick<Field, 'upgrade'>,
): string | undefined {
  return upgrade?.from === undefined ? undefined : sectionId({ key, ids: {} }, upgrade.from);
}

function storedValue(values: JsonObject, field: Field, id: string, formerId?: string): StoredValue {
  const own = rawSectionValue(values, id, field);
  if (fieldKindOf(field).isSet(own)) return { raw: upgraded(own, field), former: null };
  const old = formerId === undefined ? undefined : rawSectionValue(values, formerId, field);
  return formerId !== undefined && fieldKindOf(field).isSet(old)
    ? { raw: upgraded(old, field), former: formerId }
    : { raw: own, former: null };
}

/**
 * Converts a value that an earlier version of the field stored. Renames former fields in list rows and groups.
 */
function upgraded(raw: unknown, field: Field): unknown {
  const value = converted(raw, field);
  if (field.fields && isJsonObject(value)) {
    const inner = Object.entries(field.fields).filter(([, { upgrade }]) => upgrade !== undefined);
    return inner.length === 0 ? value : upgradedRow(value, inner);
  }
  const row = Object.entries(field.row ?? {}).filter(([, { upgrade }]) => upgrade !== undefined);
  if (row.length === 0 || !Array.isArray(value)) return value;
  return value.map((each: unknown) => (isJsonObject(each) ? upgradedRow(each, row) : each));
}

function upgradedRow(values: JsonObject, fields: readonly (readonly [string, Field])[]): JsonObject {
  const row: Record<string, unknown> = { ...values };
  for (const [name, field] of fields) {
    const from = field.upgrade?.from;
    const { raw } = storedValue(values, field, name, from);
    if (from !== undefined) delete row[from];
    if (raw !== undefined) row[name] = raw;
  }
  return row;
}

/**
 * Converts a value. If the conversion throws, returns the value unchanged. It is then reported only if its field does not
 * accept it.
 */
function converted(raw: unknown, { upgrade }: Field): unknown {
  try {
    return upgrade?.value ? upgrade.value(raw) : raw;
  } catch {
    return raw;
  }
}
