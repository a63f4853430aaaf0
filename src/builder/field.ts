import type { z } from 'zod';

/** An image as a view gets it: resolved, measured, described. Sizes in CSS pixels. */
export interface ImageValue {
  src: string;
  width: number;
  height: number;
  /** Alternative text; empty for decoration. */
  alt: string;
  srcSet?: string;
}

/** A link as a view gets it: our own route, or an address elsewhere. */
export interface LinkValue {
  href: string;
  /** The editor's words for the link; empty where only an address was given. */
  text: string;
  newTab: boolean;
}

/** What a `list` field holds: rows, or the HTML that an old site keeps in the same section. */
export type ListValue<Row> = { rows: readonly Row[] } | { html: string };

/** The eight kinds of field an editor can fill in. */
export type FieldKind = 'text' | 'richText' | 'image' | 'link' | 'number' | 'toggle' | 'choice' | 'list';

/** `always`: a view can rely on a value. `maybe`: an editor may leave it empty. */
export type Presence = 'always' | 'maybe';

/** One field of a block: a zod schema of its finished value, plus what an editor needs. */
export interface Field<Value = unknown, P extends Presence = Presence> {
  readonly kind: FieldKind;
  readonly label: string;
  readonly help: string | undefined;
  /** Checks a finished value; a value that fails is not shown. */
  readonly schema: z.ZodType<Value>;
  readonly presence: P;
  /** Shown when neither WordPress nor the built-in content has a value. */
  readonly fallback: Value | undefined;
  /** `text`: several lines. */
  readonly multiline?: boolean;
  /** `choice`: what can be chosen, in order. */
  readonly options?: readonly string[];
  /** `list`: the fields of a row, and how many rows there may be. */
  readonly row?: Fields;
  readonly max?: number;
}

/** The fields of a block or of a list's row, by name. */
export type Fields = { readonly [name: string]: Field };

type ValueOf<F> = F extends Field<infer Value> ? Value : never;
type Always<F extends Fields> = {
  [K in keyof F as F[K]['presence'] extends 'always' ? K : never]: ValueOf<F[K]>;
};
type Maybe<F extends Fields> = {
  [K in keyof F as F[K]['presence'] extends 'always' ? never : K]?: ValueOf<F[K]>;
};

/** The finished values of a set of fields, as a view's props. */
export type ValuesOf<F extends Fields> = {
  -readonly [K in keyof (Always<F> & Maybe<F>)]: (Always<F> & Maybe<F>)[K];
};
