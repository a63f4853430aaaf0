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
  toForm: (_field, raw) => {
    if (raw === null || raw === undefined || raw === '' || raw === false) return undefined;
    const parsed = Number(raw);
    return typeof raw === 'string' && raw.trim() !== '' && Number.isFinite(parsed) ? parsed : raw;
  },
  fromForm: (_field, form) => form ?? '',
} satisfies FieldKindDefinition;

function normaliseNumber(raw: unknown): NormaliseResult {
  const parsed = typeof raw === 'string' && /^[+-]?\d+(?:\.\d+)?$/.test(raw.trim()) ? Number(raw) : raw;
  return typeof parsed === 'number' && Number.isFinite(parsed)
    ? usableResult(parsed)
    : unusableResult(`${quoteValue(raw)} is not a number. Write digits only.`);
}
