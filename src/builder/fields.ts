import { z } from 'zod';
import type { Field, FieldKind, Fields, ImageValue, LinkValue, ListValue, ValuesOf } from './field.ts';

interface Notes {
  /** What the editor sees above the input. */
  label: string;
  /** One sentence of help beside the input. */
  help?: string;
}

/** A field that states `default` or `required` always reaches the view with a value. */
type PresenceOf<Options> = Options extends { default: unknown } | { required: true } ? 'always' : 'maybe';

interface Common<Value> extends Notes {
  /** Shown when neither WordPress nor the built-in content has a value. */
  default?: Value;
  /** A placement without this value is not shown at all. */
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
    ...more,
    // The type and the value say the same thing; TypeScript cannot follow a conditional type into a literal.
    presence: (always ? 'always' : 'maybe') as PresenceOf<Options>,
  };
}

/** Plain text of one line, or of several with `multiline`. */
export function text<const O extends Common<string> & { multiline?: boolean }>(options: O) {
  return field<string, O>('text', z.string().min(1), options, { multiline: options.multiline ?? false });
}

/** Formatted text: HTML, sanitised before a view sees it. */
export function richText<const O extends Common<string>>(options: O) {
  return field<string, O>('richText', z.string().min(1), options);
}

const imageSchema: z.ZodType<ImageValue> = z.object({
  src: z.string().min(1),
  width: z.number().positive(),
  height: z.number().positive(),
  alt: z.string(),
  srcSet: z.string().exactOptional(),
});

/** A picture from the media library. */
export function image<const O extends Common<ImageValue>>(options: O) {
  return field<ImageValue, O>('image', imageSchema, options);
}

/** A finished link. */
export const linkSchema: z.ZodType<LinkValue> = z.object({
  href: z.string().min(1),
  text: z.string(),
  newTab: z.boolean(),
});

/** An address with optional words: a page of this site, another site, `tel:` or `mailto:`. */
export function link<const O extends Common<LinkValue>>(options: O) {
  return field<LinkValue, O>('link', linkSchema, options);
}

/** A number; 0 is a value. */
export function number<const O extends Common<number> & { min?: number; max?: number }>(options: O) {
  const schema = z
    .number()
    .min(options.min ?? Number.NEGATIVE_INFINITY)
    .max(options.max ?? Number.POSITIVE_INFINITY);
  return field<number, O>('number', schema, options);
}

/** Yes or no; `false` is a value. Off unless the default says otherwise. */
export function toggle(options: Notes & { default?: boolean }) {
  return field<boolean, Notes & { default: boolean }>('toggle', z.boolean(), {
    ...options,
    default: options.default ?? false,
  });
}

/** One of a few named options. */
export function choice<const Option extends string, const O extends Notes & { default?: Option }>(
  options: O & { options: readonly [Option, ...Option[]] },
) {
  return field<Option, O>('choice', z.enum(options.options), options, { options: options.options });
}

/** Rows of the same fields, at most `max` of them (12 unless given). */
export function list<const Row extends Fields>(options: Notes & { row: Row; max?: number }) {
  const max = options.max ?? 12;
  const schema: z.ZodType<ListValue<ValuesOf<Row>>> = z.union([
    z.object({ rows: z.array(z.custom<ValuesOf<Row>>()).max(max) }),
    z.object({ html: z.string().min(1) }),
  ]);
  const empty: ListValue<ValuesOf<Row>> = { rows: [] };
  return field<ListValue<ValuesOf<Row>>, Notes & { default: ListValue<ValuesOf<Row>> }>(
    'list',
    schema,
    { ...options, default: empty },
    { row: options.row, max },
  );
}
