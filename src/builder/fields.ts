import type { z } from 'zod';
import type {
  Field,
  FieldKind,
  Fields,
  FieldUpgrade,
  ImageValue,
  LinkValue,
  ListValue,
  ValuesOf,
} from './field.ts';
import { choiceKind } from './kinds/choice.ts';
import { imageKind } from './kinds/image.ts';
import { linkKind } from './kinds/link.ts';
import { listSchema } from './kinds/list.ts';
import { numberKind } from './kinds/number.ts';
import { richTextKind } from './kinds/rich-text.ts';
import { textKind } from './kinds/text.ts';
import { toggleKind } from './kinds/toggle.ts';

interface Notes {
  /** The label above the input. */
  label: string;
  /** A one-sentence help text beside the input. */
  help?: string;
  /** How values that were stored under a former name or for a former kind are read. */
  upgrade?: FieldUpgrade;
}

/** A field with `default` or `required` always has a value in the view. */
type PresenceOf<Options> = Options extends { default: unknown } | { required: true } ? 'always' : 'maybe';

interface Common<Value> extends Notes {
  /** Used if neither WordPress nor the built-in content has a value. */
  default?: Value;
  /** A placement without this value is not shown. */
  required?: true;
}

function field<Value, Options extends Common<Value>>(
  kind: FieldKind,
  schema: z.ZodType<Value>,
  options: Options,
  more: Partial<Field<Value>> = {},
): Field<Value, PresenceOf<Options>> {
  const always = options.default !== undefined || options.required === true;
  return {
    kind,
    label: options.label,
    help: options.help,
    schema,
    fallback: options.default,
    ...(options.upgrade === undefined ? {} : { upgrade: options.upgrade }),
    ...more,
    // The type and the value agree, but TypeScript cannot narrow a conditional type to a literal.
    presence: (always ? 'always' : 'maybe') as PresenceOf<Options>,
  };
}

/** Creates a field for plain text, with one line or, if `multiline`, several. */
export function text<const O extends Common<string> & { multiline?: boolean }>(options: O) {
  return field<string, O>('text', textKind.schema(), options, { multiline: options.multiline ?? false });
}

/** Creates a field for formatted text: HTML that is sanitized before it reaches a view. */
export function richText<const O extends Common<string>>(options: O) {
  return field<string, O>('richText', richTextKind.schema(), options);
}

/** Creates a field for an image from the media library. */
export function image<const O extends Common<ImageValue>>(options: O) {
  return field<ImageValue, O>('image', imageKind.schema(), options);
}

/** Creates a field for a link with optional text: a page on this site, an external URL, `tel:` or `mailto:`. */
export function link<const O extends Common<LinkValue>>(options: O) {
  return field<LinkValue, O>('link', linkKind.schema(), options);
}

/** Creates a field for a number; 0 counts as a value. */
export function number<const O extends Common<number> & { min?: number; max?: number }>(options: O) {
  return field<number, O>('number', numberKind.schema(options), options, {
    ...(options.min === undefined ? {} : { min: options.min }),
    ...(options.max === undefined ? {} : { max: options.max }),
  });
}

/** Creates a field for yes or no; `false` counts as a value. Off by default. */
export function toggle(options: Notes & { default?: boolean }) {
  return field<boolean, Notes & { default: boolean }>('toggle', toggleKind.schema(), {
    ...options,
    default: options.default ?? false,
  });
}

/**
 * Creates a field for one of several options. An object has the label of each option; in a list, an option is its own
 * label.
 */
export function choice<const Option extends string, const O extends Notes & { default?: NoInfer<Option> }>(
  options: O & { options: readonly [Option, ...Option[]] | Readonly<Record<Option, string>> },
) {
  const labels = labelsOf<Option>(options.options);
  const values = Object.keys(labels) as Option[];
  return field<Option, O>('choice', choiceKind.schema({ options: values }), options, {
    options: values,
    optionLabels: labels,
  });
}

function labelsOf<Option extends string>(
  options: readonly Option[] | Readonly<Record<Option, string>>,
): Readonly<Record<Option, string>> {
  if (!isList(options)) return options;
  const entries = options.map((option) => {
    const words = option.replaceAll(/[-_]/g, ' ');
    return [option, words.charAt(0).toUpperCase() + words.slice(1)];
  });
  return Object.fromEntries(entries) as Record<Option, string>;
}

/** `Array.isArray` does not narrow a read-only array. */
function isList<Item>(options: readonly Item[] | object): options is readonly Item[] {
  return Array.isArray(options);
}

interface ListOptions<Row extends Fields> extends Notes {
  row: Row;
  max?: number;
  /** The section is only a heading without rows, so editors are warned about an empty list. */
  expectsRows?: true;
}

/** Creates a field for rows with the same fields, at most `max` of them (12 by default). */
export function list<const Row extends Fields>(options: ListOptions<Row>) {
  const max = options.max ?? 12;
  const empty: ListValue<ValuesOf<Row>> = { rows: [] };
  return field<ListValue<ValuesOf<Row>>, Notes & { default: ListValue<ValuesOf<Row>> }>(
    'list',
    listSchema<ValuesOf<Row>>(max),
    { ...options, default: empty },
    { row: options.row, max, ...(options.expectsRows ? { expectsRows: true } : {}) },
  );
}
