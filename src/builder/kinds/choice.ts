import { z } from 'zod';
import { NOT_SET, quoted, unusable, usable, type Normalised } from '../normalised.ts';
import { isObject, isUnset } from '../raw-value.ts';
import type { Kind } from './kind.ts';

/** One of several named options. */
export const choiceKind = {
  name: 'Choice',
  input: { name: 'select' },
  isPreset: true,
  schema: <Option extends string>({ options }: { options?: readonly Option[] }) => z.enum(options ?? []),
  isSet: (raw) => !isUnset(raw),
  lengthFault: () => null,
  normalise: ({ options }, raw) => normaliseChoice(raw, options ?? []),
  example: {
    sample: ({ options }) => options?.[0],
    longest: ({ options }) =>
      options?.reduce((longest, option) => (option.length > longest.length ? option : longest)),
    invalid: () => 'no such option',
  },
  initialText: () => null,
  // The names of options are not text.
  searchTexts: () => [],
  shownText: () => null,
  toForm: (_field, raw) => {
    const value = chosen(raw);
    return value === null || value === undefined || value === false ? '' : value;
  },
  fromForm: (_field, form) => form ?? '',
} satisfies Kind;

/** ACF sends a value, `{ value, label }` or an array with one of these, depending on its settings. */
function chosen(raw: unknown): unknown {
  const [only]: unknown[] = Array.isArray(raw) ? raw : [raw];
  return isObject(only) ? only['value'] : only;
}

function normaliseChoice(raw: unknown, options: readonly string[]): Normalised {
  const given = chosen(raw);
  if (isUnset(given)) return NOT_SET;
  const option = typeof given === 'string' || typeof given === 'number' ? String(given).trim() : null;
  return option !== null && options.includes(option)
    ? usable(option)
    : unusable(`${quoted(given)} is no option. Choose one of: ${options.join(', ')}.`);
}
