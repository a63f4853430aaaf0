import type { z } from 'zod';
import type { OptionSource } from './option-sources.ts';

/** An image as a view receives it: its URL is resolved, and its dimensions are in pixels. */
export interface ImageValue {
  src: string;
  width: number;
  height: number;
  /** Alternative text; empty for decorative images. */
  alt: string;
  srcSet?: string | undefined;
  /** A CSS color to show until the image loads. */
  placeholder?: string | undefined;
  /** The focal point for cropping, as CSS `object-position`: `50% 20%`. */
  focus?: string | undefined;
}

/** A link as passed to a view: a path on this site, an external URL, `tel:`, `mailto:` or `sms:`. */
export interface LinkValue {
  href: string;
  /** The editor's link text; empty if only a URL was given. */
  text: string;
  newTab: boolean;
}

/** A page or a post as passed to a view. */
export interface ReferenceValue {
  /** Its path, as used in links. */
  path: string;
  title: string;
  /** Its description for search engines, or its excerpt. */
  description?: string | undefined;
  /** Its featured image. */
  image?: ImageValue | undefined;
}

/** The value of a `list` field: rows, or the HTML that an older site stores in the same section. */
export type ListValue<Row> = { rows: readonly Row[] } | { html: string };

/** The kinds of fields that an editor can fill in. */
export type FieldKind =
  | 'text'
  | 'richText'
  | 'image'
  | 'link'
  | 'number'
  | 'toggle'
  | 'choice'
  | 'date'
  | 'reference'
  | 'group'
  | 'list';

/**
 * `always`: the view always receives a value. `maybe`: the editor may leave it empty. A field with `showWhen` that is
 * `always` has a value while it is shown.
 */
export type FieldPresence = 'always' | 'maybe';

/** How values that were stored for an earlier version of a field are read. */
export interface FieldUpgrade {
  /** The former name of the field. Its value is read as long as no value is stored under the new name. */
  readonly from?: string;
  /**
   * Converts a raw value that was stored for the former kind. It is called for every stored value, so it must return
   * values of the new kind unchanged.
   */
  readonly value?: (raw: unknown) => unknown;
}

/**
 * When a field is shown: while another field of the same block, row or group has one of these values. The other field
 * is a choice or a toggle, and is always shown itself.
 */
export interface ShowWhen {
  /** The name of the other field. */
  readonly field: string;
  readonly is: readonly (string | boolean)[];
}

/** A field of a block: a zod schema for its normalized value, and the information that the editor needs. */
export interface Field<Value = unknown, P extends FieldPresence = FieldPresence> {
  readonly kind: FieldKind;
  readonly label: string;
  readonly help: string | undefined;
  /** Validates a normalized value. An invalid value is not shown. */
  readonly schema: z.ZodType<Value>;
  readonly presence: P;
  /** Used if neither the stored nor the built-in content has a value. */
  readonly fallback: Value | undefined;
  readonly upgrade?: FieldUpgrade;
  /** `text`: whether it can have several lines. */
  readonly multiline?: boolean;
  /** When the field is shown; absent if always. A hidden field keeps its stored value, but the view does not get it. */
  readonly showWhen?: ShowWhen;
  /** `choice`: the options, in order. */
  readonly options?: readonly string[];
  /** `choice`: the label of each option, for editors. */
  readonly optionLabels?: Readonly<Record<string, string>>;
  /** `choice`: the kind of content that provides the options, instead of `options`. */
  readonly optionsFrom?: OptionSource;
  /** `group`: its fields. */
  readonly fields?: Fields;
  /** `list`: the fields of each row. */
  readonly row?: Fields;
  /** `list`: whether the section is useless without rows, so that editors are warned about an empty list. */
  readonly expectsRows?: true;
  /** `number`: the minimum value. */
  readonly min?: number;
  /** `number`: the maximum value; `list`: the maximum number of rows. */
  readonly max?: number;
}

/** The fields of a block, a group or a list row, by name. */
export type Fields = { readonly [name: string]: Field };

type ValueOf<F> = F extends Field<infer Value> ? Value : never;
type Always<F extends Fields> = {
  [K in keyof F as F[K]['presence'] extends 'always' ? K : never]: ValueOf<F[K]>;
};
type Maybe<F extends Fields> = {
  [K in keyof F as F[K]['presence'] extends 'always' ? never : K]?: ValueOf<F[K]>;
};

/** The normalized values of a set of fields, as the view's props. */
export type ValuesOf<F extends Fields> = {
  -readonly [K in keyof (Always<F> & Maybe<F>)]: (Always<F> & Maybe<F>)[K];
};
