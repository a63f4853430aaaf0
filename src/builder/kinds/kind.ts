import type { z } from 'zod';
import type { FieldDescription } from '../../contracts/operators/page-builder.ts';
import type { Field, Fields } from '../field.ts';
import type { NormaliseResult } from '../normalise-result.ts';
import type { OptionSource } from '../option-sources.ts';

/**
 * The inputs from which a kind chooses. Both the page builder (`src/operator/builder/fields/kind-inputs.tsx`) and the
 * edit screen in WordPress (`wordpress/lintel/admin/section-inputs.php`) implement all of them.
 */
export type FieldKindInputName =
  'line' | 'html' | 'number' | 'checkbox' | 'select' | 'link' | 'picture' | 'reference' | 'group' | 'rows';

/** The input of a kind. The plugin receives it in `sections.json`, and validates and stores values accordingly. */
export interface FieldKindInput {
  readonly name: FieldKindInputName;
  /** `line`: the `type` of the HTML input, if it is not `text`. */
  readonly type?: 'date' | 'time' | 'email' | 'tel' | 'url';
  /**
   * `line`: a regular expression, in the syntax that JavaScript and PHP share, and the message if it does not match.
   */
  readonly format?: { readonly pattern: string; readonly fault: string };
}

/**
 * Functions with which kinds normalize raw values: they look up media, pages and settings, and sanitize HTML. The
 * server provides them.
 */
export interface NormaliseTools {
  /** Fills in `{phone}` and other placeholders. */
  readonly fill: (raw: unknown) => unknown;
  /** Sanitizes HTML. */
  readonly html: (raw: string) => NormaliseResult;
  /** Returns the URL of a link for visitors; null if it is not allowed. */
  readonly link: (address: string) => string | null;
  /** Finds a picture by a media id or a WordPress image object. */
  readonly picture: (raw: unknown) => NormaliseResult;
  /** Finds the public page or post with an id or a path. */
  readonly reference: (stored: unknown) => NormaliseResult;
  /** Whether the site's content has this option. */
  readonly hasOption: (source: OptionSource, value: string) => boolean;
  /** Normalizes a field of a row or a group. */
  cell(field: Field, name: string, row: Readonly<Record<string, unknown>>): NormaliseResult;
}

/**
 * Example contents: `sample` fills lists and fields without a default, `longest` has long texts and the maximum numbers
 * and rows, and `invalid` has a value that the field rejects.
 */
export type ExampleCase = 'sample' | 'longest' | 'invalid';

/** A picture as an image object of ACF, without a media library id. */
export interface ExamplePicture {
  url: string;
  width: number;
  height: number;
  alt: string;
}

/** What the `example` functions of a kind use to create values. */
export interface ExampleTools {
  picture: ExamplePicture;
  /** Creates the values of a row or a group. */
  row(fields: Fields): Readonly<Record<string, unknown>>;
}

/**
 * A kind of field: everything that differs between kinds. All members are required, so that the compiler finds what a
 * new kind lacks.
 */
export interface FieldKindDefinition {
  /** The name that operators see in the catalogue of blocks. */
  readonly name: string;
  readonly input: FieldKindInput;
  /**
   * Whether fields of this kind have a value before an editor enters one, as toggles do. Such a value does not show
   * that its section is filled in.
   */
  readonly isPreset: boolean;
  /** Creates the schema of normalized values. */
  schema(field: Partial<Field>): z.ZodType;
  /** Whether a raw value is set; unset values are replaced by the built-in or default one. */
  isSet(raw: unknown): boolean;
  /** Returns why a raw value is too long, as a sentence without its subject; null if it is not. */
  lengthFault(field: LimitedField, raw: unknown): string | null;
  /** Converts a raw value that is set into the value for views. The schema is checked afterwards. Never throws. */
  normalise(field: Field, raw: unknown, tools: NormaliseTools): NormaliseResult;
  /** Creates raw values for the catalogue of blocks. */
  readonly example: Readonly<Record<ExampleCase, (field: Field, tools: ExampleTools) => unknown>>;
  /** The initial text of a required field in a new section; null if it starts empty. */
  initialText(label: string): string | null;
  /** Returns the texts in a normalized value that site search finds, as plain text or HTML. */
  searchTexts(field: Field, value: unknown): string[];
  /** Returns the visible text, or a picture's alternative text, for the page builder's hints; null if there is none. */
  shownText(value: unknown): { text: string; alt: string | null } | null;
  /** Converts a normalized value to a raw one. A picture becomes a URL without a media library id. */
  toRaw(field: Field, value: unknown): unknown;
  /**
   * Converts a raw value to the format of the page builder's form. A value of another type becomes empty or the
   * default, or is returned unchanged, such as HTML in a list.
   */
  toForm(field: FieldDescription, raw: unknown): unknown;
  /** Converts a value of the page builder's form to the raw value to store. Empty values become empty text or list. */
  fromForm(field: FieldDescription, form: unknown): unknown;
}

/** The properties of a field that `lengthFault` needs. */
export type LimitedField = Pick<Field, 'kind' | 'multiline'> & {
  readonly fields?: Readonly<Record<string, LimitedField>>;
  readonly row?: Readonly<Record<string, LimitedField>>;
};
