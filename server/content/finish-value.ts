import type { Field } from '../../src/builder/field.ts';
import { fillIn } from './fill-in.ts';
import { finishHtml } from './finish-html.ts';
import { finishImage } from './finish-image.ts';
import { finishLink } from './finish-link.ts';
import { finishList } from './finish-list.ts';
import { finishedAs, NOT_SET, quoted, unusable } from './finished.ts';
import type { Finished, FinishContext } from './finished.ts';
import { isObject, isUnset } from './raw-value.ts';

/**
 * Turns the raw value of a field into the finished value that views rely on; every way of saying "nothing" is
 * not set. What it answers passes the field's schema. Never throws.
 */
export function finishValue(field: Field, raw: unknown, context: FinishContext): Finished {
  const finished = finishKind(field, raw, context);
  if (finished.value === undefined) return finished;
  const checked = field.schema.safeParse(finished.value);
  if (checked.success) return { ...finished, value: checked.data };
  const reason = checked.error.issues[0]?.message ?? 'invalid value';
  return { faults: [...finished.faults, `${quoted(raw)} does not fit (${reason}). Enter another value.`] };
}

function finishKind(field: Field, raw: unknown, context: FinishContext): Finished {
  if (field.kind === 'toggle') return finishToggle(raw);
  if (isUnset(raw)) return NOT_SET;
  switch (field.kind) {
    case 'text':
      return finishText(fillIn(raw, context.settings), field.multiline ?? false);
    case 'richText':
      return typeof raw === 'string' || typeof raw === 'number'
        ? finishHtml(String(raw), context)
        : unusable(`${quoted(raw)} is not text. Enter it again.`);
    case 'image':
      return finishImage(raw, context);
    case 'link':
      return finishLink(fillIn(raw, context.settings), context);
    case 'number':
      return finishNumber(raw);
    case 'choice':
      return finishChoice(raw, field.options ?? []);
    case 'list':
      return finishList(field, raw, context, finishValue);
  }
}

// Control characters that no text has on purpose; tab and line breaks stay.
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Text stays literal: an ACF text field's `&amp;` is what the editor typed. */
function finishText(raw: unknown, multiline: boolean): Finished {
  if (typeof raw !== 'string' && typeof raw !== 'number') {
    return unusable(`${quoted(raw)} is not text. Enter it again.`);
  }
  const text = String(raw).replace(CONTROLS, '').replace(/\r\n?/g, '\n').trim();
  const lines = multiline ? text : text.replace(/\s*[\n\t]\s*/g, ' ');
  return isUnset(lines) ? NOT_SET : finishedAs(lines);
}

function finishNumber(raw: unknown): Finished {
  const number = typeof raw === 'string' && /^[+-]?\d+(?:\.\d+)?$/.test(raw.trim()) ? Number(raw) : raw;
  return typeof number === 'number' && Number.isFinite(number)
    ? finishedAs(number)
    : unusable(`${quoted(raw)} is not a number. Write digits only.`);
}

const YES = new Set<unknown>([true, 1, '1', 'true', 'yes', 'on']);
const NO = new Set<unknown>([false, 0, '0', 'false', 'no', 'off']);

function finishToggle(raw: unknown): Finished {
  const given = typeof raw === 'string' ? raw.trim().toLowerCase() : raw;
  if (YES.has(given)) return finishedAs(true);
  if (NO.has(given)) return finishedAs(false);
  return isUnset(raw) ? NOT_SET : unusable(`${quoted(raw)} is neither yes nor no. Switch it again.`);
}

/** ACF sends a choice as its value, as `{ value, label }`, or in a list of one, by the field's settings. */
function finishChoice(raw: unknown, options: readonly string[]): Finished {
  const [only] = Array.isArray(raw) ? raw : [raw];
  const given = isObject(only) ? only.value : only;
  if (isUnset(given)) return NOT_SET;
  const option = typeof given === 'string' || typeof given === 'number' ? String(given).trim() : null;
  return option !== null && options.includes(option)
    ? finishedAs(option)
    : unusable(`${quoted(given)} is no option. Choose one of: ${options.join(', ')}.`);
}
