import type { Field, Fields } from '../../src/builder/field.ts';
import { finishHtml } from './finish-html.ts';
import { finishedAs, NOT_SET, quoted, unusable } from './finished.ts';
import type { Finished, FinishContext } from './finished.ts';
import { isObject, isUnset } from './raw-value.ts';
import type { JsonObject } from './raw-value.ts';

type FinishValue = (field: Field, raw: unknown, context: FinishContext) => Finished;

/**
 * The raw value of a section. A list without a value of its own is gathered from numbered groups
 * (`<id>_1`, `<id>_2` …, up to the field's `max`), which is how installations without repeaters keep rows.
 */
export function rawSection(values: JsonObject, id: string, field: Field): unknown {
  const own = Object.hasOwn(values, id) ? values[id] : undefined;
  if (field.kind !== 'list' || !isUnset(own)) return own;
  const groups: unknown[] = [];
  for (let number = 1; number <= (field.max ?? 0); number += 1) {
    const name = `${id}_${number}`;
    if (Object.hasOwn(values, name) && isObject(values[name])) groups.push(values[name]);
  }
  return groups;
}

/** Turns rows, numbered groups or a section's old HTML into a list. A row that cannot be shown is left out. */
export function finishList(
  field: Field,
  raw: unknown,
  context: FinishContext,
  finish: FinishValue,
): Finished {
  if (typeof raw === 'string') {
    const html = finishHtml(raw, context);
    return html.value === undefined ? html : finishedAs({ html: html.value }, html.faults);
  }
  if (!Array.isArray(raw)) return unusable(`${quoted(raw)} is not a list. Enter its rows again.`);
  const faults: string[] = [];
  const rows: JsonObject[] = [];
  for (const [index, item] of raw.entries()) {
    const row = finishRow(field.row ?? {}, item, context, finish);
    faults.push(...row.faults.map((fault) => `row ${index + 1}${fault}`));
    if (row.values) rows.push(row.values);
  }
  const max = field.max ?? rows.length;
  if (rows.length > max) {
    faults.push(`has ${rows.length} rows, ${max} are shown. Remove the others.`);
    rows.length = max;
  }
  return rows.length > 0 ? finishedAs({ rows }, faults) : { ...NOT_SET, faults };
}

interface FinishedRow {
  values: JsonObject | null;
  faults: string[];
}

function finishRow(fields: Fields, item: unknown, context: FinishContext, finish: FinishValue): FinishedRow {
  if (isUnset(item)) return { values: null, faults: [] };
  if (!isObject(item)) return { values: null, faults: [`: ${quoted(item)} is not a row. Enter it again.`] };
  const values: Record<string, unknown> = {};
  const faults: string[] = [];
  const missing: string[] = [];
  let filled = false;
  for (const [name, field] of Object.entries(fields)) {
    const { value, faults: own } = finish(field, rawSection(item, name, field), context);
    faults.push(...own.map((fault) => `, ${name}: ${fault}`));
    if (value !== undefined && showsWhetherFilled(field, fields)) filled = true;
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

/** A toggle or choice has a value even in a row nobody touched; it only counts where there is nothing else. */
function showsWhetherFilled(field: Field, fields: Fields): boolean {
  const preset = ({ kind }: Field) => kind === 'toggle' || kind === 'choice';
  return !preset(field) || Object.values(fields).every(preset);
}
