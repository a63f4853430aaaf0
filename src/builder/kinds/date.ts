import { z } from 'zod';
import { quoteValue, unusableResult, usableResult, type NormaliseResult } from '../normalise-result.ts';
import type { FieldKindDefinition } from './kind.ts';
import { textKind } from './text.ts';

const FAULT = 'This is not a date. Write one like 2026-05-01.';

/** The field kind for a day, as 2026-05-01. Advanced Custom Fields stores it as 20260501. */
export const dateKind = {
  ...textKind,
  name: 'Date',
  input: {
    name: 'line',
    type: 'date',
    format: { pattern: String.raw`^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])$`, fault: FAULT },
  },
  schema: () => z.iso.date(),
  normalise: (_field, raw) => normaliseDate(raw),
  example: { sample: () => '2026-05-01', longest: () => '2026-12-31', invalid: () => 'tomorrow' },
  initialText: () => null,
  // Views format dates themselves, so the stored form is not visible text.
  searchTexts: () => [],
  shownText: () => null,
  toForm: (_field, raw) => {
    const day = dayOf(raw);
    return day ?? textKind.toForm(_field, raw);
  },
} satisfies FieldKindDefinition;

function normaliseDate(raw: unknown): NormaliseResult {
  const day = dayOf(raw);
  return day === null || !z.iso.date().safeParse(day).success
    ? unusableResult(`${quoteValue(raw)} is not a date. Write one like 2026-05-01.`)
    : usableResult(day);
}

/** Returns a stored date as 2026-05-01, also if a time follows it; null if it does not have the form of a date. */
function dayOf(raw: unknown): string | null {
  const text = typeof raw === 'number' ? String(raw) : raw;
  if (typeof text !== 'string') return null;
  const found = /^(\d{4})-?(\d{2})-?(\d{2})(?:[T ]\d{2}:.*)?$/.exec(text.trim());
  return found && `${found[1]}-${found[2]}-${found[3]}`;
}
