import type { z } from 'zod';
import type {
  Field,
  FieldKind,
  Fields,
  FieldUpgrade,
  ImageValue,
  LinkValue,
  ListValue,
  FieldPresence,
  ReferenceValue,
  ShowWhen,
  ValuesOf,
} from './field.ts';
import { choiceKind } from './kinds/choice.ts';
import { dateKind } from './kinds/date.ts';
import { groupDefault, groupSchema } from './kinds/group.ts';
import { imageKind } from './kinds/image.ts';
import { linkKind } from './kinds/link.ts';
import { DEFAULT_MAX_ROWS, listSchema } from './kinds/list.ts';
import { numberKind } from './kinds/number.ts';
import { referenceKind } from './kinds/reference.ts';
import { richTextKind } from './kinds/rich-text.ts';
import { textKind } from './kinds/text.ts';
import { toggleKind } from './kinds/toggle.ts';
import type { OptionSource } from './option-sources.ts';

interface Notes {
  label: string;
  /** A one-sentence help text beside the input. */
  help?: string;
  upgrade?: FieldUpgrade;
  /**
   * When the field is shown: `{ field: 'look', is: ['path'] }` while the choice `look` beside it has this value. A
   * hidden field keeps its stored value, is not required, and the view does not get it.
   */
  showWhen?: ShowWhen;
}

/** A field with `default` or `required` always has a value in the view, unless it has `showWhen`. */
type PresenceOf<Options> = Options extends { default: unknown } | { required: true }
  ? Always<Options>
  : 'maybe';

/** The presence of a field that always has a value while it is shown. */
type Always<Options> = Options extends { showWhen: ShowWhen } ? 'maybe' : 'always';

interface Common<Value> extends Notes {
  /** Used if neither the stored nor the built-in content has a value. */
  default?: Value;
  /** Without this value, the placement is not shown, or the list row that contains the field. */
  required?: true;
}

function field<Value, P extends FieldPresence>(
  kind: FieldKind,
  schema: z.ZodType<Value>,
  options: Common<Value>,
  more: Partial<Field<Value>> = {},
): Field<Value, P> {
  const always = options.default !== undefined || options.required === true;
  return {
    kind,
    label: options.label,
    help: options.help,
    schema,
    fallback: options.default,
    ...(options.upgrade === undefined ? {} : { upgrade: options.upgrade }),
    ...(options.showWhen === undefined ? {} : { showWhen: options.showWhen }),
    ...more,
    // The type and the value agree, but TypeScript cannot narrow a conditional type to a literal. For a field with
    // `showWhen`, the type is `maybe`, and the value here means: while the field is shown.
    presence: (always ? 'always' : 'maybe') as P,
  };
}

/** Creates a field for plain text, with one line or, if `multiline`, several. */
export function text<const O extends Common<string> & { multiline?: boolean }>(options: O) {
  return field<string, PresenceOf<O>>('text', textKind.schema(), options, {
    multiline: options.multiline ?? false,
  });
}

/** Creates a field for formatted text: HTML that is sanitized before it reaches a view. */
export function richText<const O extends Common<string>>(options: O) {
  return field<string, PresenceOf<O>>('richText', richTextKind.schema(), options);
}

/** Creates a field for an image from the media library. */
export function image<const O extends Common<ImageValue>>(options: O) {
  return field<ImageValue, PresenceOf<O>>('image', imageKind.schema(), options);
}

/** Creates a field for a link with optional text: a page on this site, an external URL, `tel:` or `mailto:`. */
export function link<const O extends Common<LinkValue>>(options: O) {
  return field<LinkValue, PresenceOf<O>>('link', linkKind.schema(), options);
}

/** Creates a field for a number; 0 counts as a value. */
export function number<const O extends Common<number> & { min?: number; max?: number }>(options: O) {
  return field<number, PresenceOf<O>>('number', numberKind.schema(options), options, {
    ...(options.min === undefined ? {} : { min: options.min }),
    ...(options.max === undefined ? {} : { max: options.max }),
  });
}

/** Creates a field for yes or no; `false` counts as a value. Off by default. */
export function toggle<const O extends Notes & { default?: boolean }>(options: O) {
  return field<boolean, Always<O>>('toggle', toggleKind.schema(), {
    ...options,
    default: options.default ?? false,
  });
}

/**
 * Creates a field for one of several options. Pass an object with a label for each option, or a list, whose labels are
 * derived from the options: `two-columns` becomes "Two columns".
 */
export function choice<const Option extends string, const O extends Notes & { default?: NoInfer<Option> }>(
  options: O & { options: readonly [Option, ...Option[]] | Readonly<Record<Option, string>> },
) {
  const labels = labelsOf<Option>(options.options);
  const values = Object.keys(labels) as Option[];
  return field<Option, PresenceOf<O>>('choice', choiceKind.schema({ options: values }), options, {
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

/** Creates a field for a day, as 2026-05-01. */
export function date<const O extends Common<string>>(options: O) {
  return field<string, PresenceOf<O>>('date', dateKind.schema(), options);
}

/** Creates a field for a page or a post. The view gets its path, title, description and image. */
export function reference<const O extends Notes & { required?: true }>(options: O) {
  return field<ReferenceValue, PresenceOf<O>>('reference', referenceKind.schema(), options);
}

/** Creates a field for one of the options that the content has, such as its categories. */
export function contentChoice<const O extends Notes & { optionsFrom: OptionSource; default?: string }>(
  options: O,
) {
  const { optionsFrom } = options;
  return field<string, PresenceOf<O>>('choice', choiceKind.schema({ optionsFrom }), options, { optionsFrom });
}

/**
 * Creates a fieldset, which is stored as one object. It always has a value in the view, unless it has `showWhen`. The
 * placement, or the list row with the group, is not shown while a required field of the group is empty.
 */
export function group<const F extends Fields, const O extends Notes>(options: O & { fields: F }) {
  const { fields } = options;
  return field<ValuesOf<F>, Always<O>>(
    'group',
    groupSchema<ValuesOf<F>>(),
    // `required` hides the placement if the group has no value, which means that one of its required fields is empty.
    { ...options, required: true, ...groupDefault<ValuesOf<F>>(fields) },
    { fields },
  );
}

interface ListOptions extends Notes {
  max?: number;
  /** The section is useless without rows, so editors are warned about an empty list. */
  expectsRows?: true;
}

/** Creates a field for rows with the same fields, at most `max` of them (`DEFAULT_MAX_ROWS` by default). */
export function list<const Row extends Fields, const O extends ListOptions>(options: O & { row: Row }) {
  const max = options.max ?? DEFAULT_MAX_ROWS;
  const empty: ListValue<ValuesOf<Row>> = { rows: [] };
  return field<ListValue<ValuesOf<Row>>, Always<O>>(
    'list',
    listSchema<ValuesOf<Row>>(max),
    { ...options, default: empty },
    { row: options.row, max, ...(options.expectsRows ? { expectsRows: true } : {}) },
  );
}
