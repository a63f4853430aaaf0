import { z } from 'zod';
import {
  UNSET_RESULT,
  quoteValue,
  unusableResult,
  usableResult,
  type NormaliseResult,
} from '../normalise-result.ts';
import { isUnset } from '../raw-value.ts';
import { LONG_LINE } from './example-text.ts';
import type { FieldKindDefinition } from './kind.ts';
import { MAX_CONTENT_CHARACTERS, textLengthFault } from './length-limits.ts';

const LONG_TEXT = Array.from({ length: 3 }, () => `${LONG_LINE}. ${LONG_LINE}.`).join('\n\n');

/** The field kind for plain text with one line or, if `multiline`, several. */
export const textKind = {
  name: 'Text',
  input: { name: 'line' },
  isPreset: false,
  schema: () => z.string().min(1),
  isSet: (raw) => !isUnset(raw),
  lengthFault: ({ multiline }, raw) =>
    textLengthFault(raw, multiline === true ? MAX_CONTENT_CHARACTERS.multiline : MAX_CONTENT_CHARACTERS.text),
  normalise: ({ multiline }, raw, { fill }) => normaliseText(fill(raw), multiline ?? false),
  example: {
    sample: ({ label }) => label,
    longest: ({ multiline }) => (multiline ? LONG_TEXT : LONG_LINE),
    invalid: () => ({ text: 'an object' }),
  },
  initialText: (label) => label,
  searchTexts: (_field, value) => (typeof value === 'string' ? [value] : []),
  shownText: (value) => (typeof value === 'string' ? { text: value.trim(), alt: null } : null),
  toRaw: (_field, value) => value,
  toForm: (_field, raw) => textToForm(raw),
  fromForm: (_field, form) => form ?? '',
} satisfies FieldKindDefinition;

// Control characters that text never contains intentionally; tabs and line breaks are kept.
// eslint-disable-next-line no-control-regex
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g;

/** Normalizes text without decoding entities: `&amp;` in an ACF text field is what the editor typed. */
export function normaliseText(raw: unknown, multiline: boolean): NormaliseResult {
  if (typeof raw !== 'string' && typeof raw !== 'number') {
    return unusableResult(`${quoteValue(raw)} is not text. Enter it again.`);
  }
  const clean = String(raw).replace(CONTROLS, '').replace(/\r\n?/g, '\n').trim();
  const lines = multiline ? clean : clean.replace(/\s*[\n\t]\s*/g, ' ');
  return isUnset(lines) ? UNSET_RESULT : usableResult(lines);
}

/**
 * Returns a raw value as the text of an input: a missing value or `false` becomes empty, and a number becomes text. Any
 * other value is returned unchanged.
 */
export function textToForm(raw: unknown): unknown {
  if (raw === null || raw === undefined || raw === false) return '';
  return typeof raw === 'number' ? String(raw) : raw;
}
