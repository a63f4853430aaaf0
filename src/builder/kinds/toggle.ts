import { z } from 'zod';
import {
  UNSET_RESULT,
  quoteValue,
  unusableResult,
  usableResult,
  type NormaliseResult,
} from '../normalise-result.ts';
import { isUnset } from '../raw-value.ts';
import type { FieldKindDefinition } from './kind.ts';

/** The field kind for yes or no; `false` counts as a value. */
export const toggleKind = {
  name: 'Yes or no',
  input: { name: 'checkbox' },
  isPreset: true,
  schema: () => z.boolean(),
  isSet: (raw) => raw !== undefined && raw !== null && raw !== '',
  lengthFault: () => null,
  normalise: (_field, raw) => normaliseToggle(raw),
  example: {
    sample: () => true,
    longest: () => true,
    invalid: () => 'perhaps',
  },
  initialText: () => null,
  searchTexts: () => [],
  shownText: () => null,
  toRaw: (_field, value) => value,
  toForm: ({ fallback }, raw) => readToggle(raw) ?? fallback ?? false,
  fromForm: (_field, form) => form ?? '',
} satisfies FieldKindDefinition;

const YES = new Set<unknown>([true, 1, '1', 'true', 'yes', 'on']);
const NO = new Set<unknown>([false, 0, '0', 'false', 'no', 'off']);

/** Reads a stored value as yes or no; null if it is neither. */
export function readToggle(raw: unknown): boolean | null {
  const given = typeof raw === 'string' ? raw.trim().toLowerCase() : raw;
  if (YES.has(given)) return true;
  return NO.has(given) ? false : null;
}

function normaliseToggle(raw: unknown): NormaliseResult {
  const read = readToggle(raw);
  if (read !== null) return usableResult(read);
  return isUnset(raw)
    ? UNSET_RESULT
    : unusableResult(`${quoteValue(raw)} is neither yes nor no. Switch it again.`);
}
