import { z } from 'zod';
import { quoteValue, unusableResult, usableResult, type NormaliseResult } from '../normalise-result.ts';
import { isUnset } from '../raw-value.ts';
import type { FieldKindDefinition } from './kind.ts';

/** The field kind for a number; 0 counts as a value. */
export const numberKind = {
  name: 'Number',
  input: { name: 'number' },
  isPreset: false,
  schema: ({ min, max }) =>
    z
      .number()
      .min(min ?? Number.NEGATIVE_INFINITY)
      .max(max ?? Number.POSITIVE_INFINITY),
  isSet: (raw) => !isUnset(raw),
  lengthFault: () => null,
  normalise: (_field, raw) => normaliseNumber(raw),
  example: {
    sample: ({ min, max }) => min ?? max ?? 1,
    longest: ({ max }) => max ?? 999_999_999,
    invalid: ({ min, max }) => {
      if (max !== undefined) return max + 1;
      return min === undefined ? 'many' : min - 1;
    },
  },
  initialText: () => null,
  searchTexts: () => [],
  shownText: () => null,
  toRaw: (_field, value) => value,
  toForm: (_field, raw) => (isUnset(raw) ? undefined : (readNumber(raw) ?? raw)),
  fromForm: (_field, form) => form ?? '',
} satisfies FieldKindDefinition;

/** Reads a stored value as a number; null if it is not one. */
function readNumber(raw: unknown): number | null {
  const parsed = typeof raw === 'string' && /^[+-]?\d+(?:\.\d+)?$/.test(raw.trim()) ? Number(raw) : raw;
  return typeof parsed === 'number' && Number.isFinite(parsed) ? parsed : null;
}

function normaliseNumber(raw: unknown): NormaliseResult {
  const read = readNumber(raw);
  return read === null
    ? unusableResult(`${quoteValue(raw)} is not a number. Write digits only.`)
    : usableResult(read);
}
