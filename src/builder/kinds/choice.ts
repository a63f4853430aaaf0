import { z } from 'zod';
import {
  UNSET_RESULT,
  quoteValue,
  unusableResult,
  usableResult,
  type NormaliseResult,
} from '../normalise-result.ts';
import { isJsonObject, isUnset } from '../raw-value.ts';
import { optionSources } from '../option-sources.ts';
import type { Field } from '../field.ts';
import type { FieldKindDefinition, NormaliseTools } from './kind.ts';

interface Options<Option extends string> {
  options?: readonly Option[];
  optionsFrom?: Field['optionsFrom'];
}

const isFilledText = (value: unknown) => typeof value === 'string' && value !== '';

/** The field kind for one of several options, which the block declares or the content of the site provides. */
export const choiceKind = {
  name: 'Choice',
  input: { name: 'select' },
  isPreset: true,
  schema: <Option extends string = string>({ options, optionsFrom }: Options<Option>): z.ZodType<Option> =>
    // An option from the content is checked by `normalise`.
    optionsFrom === undefined ? z.enum(options ?? []) : z.custom<Option>(isFilledText),
  isSet: (raw) => !isUnset(raw),
  lengthFault: () => null,
  normalise: (field, raw, tools) => normaliseChoice(raw, field, tools),
  example: {
    sample: ({ options, optionsFrom }) => (optionsFrom ? optionSources[optionsFrom].example : options?.[0]),
    longest: ({ options, optionsFrom }) =>
      optionsFrom
        ? optionSources[optionsFrom].example
        : options?.reduce((longest, option) => (option.length > longest.length ? option : longest)),
    invalid: () => 'no such option',
  },
  initialText: () => null,
  // The names of options are not visible text.
  searchTexts: () => [],
  shownText: () => null,
  toRaw: (_field, value) => value,
  toForm: (_field, raw) => {
    const value = chosen(raw);
    return isUnset(value) ? '' : (optionOf(value) ?? value);
  },
  fromForm: (_field, form) => form ?? '',
} satisfies FieldKindDefinition;

/**
 * Returns the stored value of a choice. ACF sends the value, `{ value, label }` or an array with one of these,
 * depending on its settings.
 */
function chosen(raw: unknown): unknown {
  const [only]: unknown[] = Array.isArray(raw) ? raw : [raw];
  return isJsonObject(only) ? only['value'] : only;
}

function optionOf(given: unknown): string | null {
  return typeof given === 'string' || typeof given === 'number' ? String(given).trim() : null;
}

function normaliseChoice(
  raw: unknown,
  { options = [], optionsFrom }: Pick<Field, 'options' | 'optionsFrom'>,
  { hasOption }: NormaliseTools,
): NormaliseResult {
  const given = chosen(raw);
  if (isUnset(given)) return UNSET_RESULT;
  const option = optionOf(given);
  if (optionsFrom !== undefined) {
    if (option !== null && hasOption(optionsFrom, option)) return usableResult(option);
    const { one } = optionSources[optionsFrom];
    return unusableResult(`there is no ${one} ${quoteValue(given)} any more. Choose another ${one}.`);
  }
  return option !== null && options.includes(option)
    ? usableResult(option)
    : unusableResult(`${quoteValue(given)} is no option. Choose one of: ${options.join(', ')}.`);
}
