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
  toForm: ({ fallback }, raw) =>
    raw === null || raw === undefined || raw === '' ? (fallback ?? false) : YES.has(raw),
  fromForm: (_field, form) => form ?? '',
} satisfies FieldKindDefinition;

const YES = new Set<unknown>([true, 1, '1', 'true', 'yes', 'on']);
const NO = new Set<unknown>([false, 0, '0', 'false', 'no', 'off']);

function normaliseToggle(raw: unknown): NormaliseResult {
  const given = typeof raw === 'string' ? raw.trim().toLowerCase() : raw;
  if (YES.has(given)) return usableResult(true);
  if (NO.has(given)) return usableResult(false);
  return isUnset(raw)
    ? UNSET_RESULT
    : unusableResult(`${quoteValue(raw)} is neither yes nor no. Switch it again.`);
}
