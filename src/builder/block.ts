import type { BlockGroup } from './block-groups.ts';
import type { Fields, ValuesOf } from './field.ts';
import type { HeadValues, LoadContext } from './load-context.ts';
import { SERVER_PARAMETER_PATTERN } from './server-parameters.ts';
import { styleFields, type StylePart } from './section-style.ts';
import { assertValidShowWhen } from './show-when.ts';

/**
 * How a view runs in a visitor's browser. `none`: it is not interactive, so the server's HTML is not hydrated. `need`:
 * it runs with the application, once the visitor starts to interact with the page. `near`: it runs on its own once it
 * is near the viewport or the visitor interacts with it, and the server's HTML works without it until then. Lead forms
 * and calculators are `near`.
 */
export type HydrationMode = 'none' | 'need' | 'near';

/** A block: the fields that an editor fills in, and how its view loads. */
export interface Block<
  Id extends string = string,
  F extends Fields = Fields,
  Loaded extends object = object,
> {
  /** The name of the block's folder under `blocks/`. */
  readonly id: Id;
  /** The name shown to editors. */
  readonly title: string;
  readonly group: BlockGroup;
  readonly description: string;
  /** Other words by which editors search for the block. */
  readonly keywords: readonly string[];
  /** The declared fields, then the fields of the section style. */
  readonly fields: F;
  /** The parts of the style that editors choose. */
  readonly style: readonly StylePart[];
  readonly script: HydrationMode;
  /** Ids of retired blocks that this block replaces. Layouts that still use one show this block. */
  readonly upgrade?: { readonly from: readonly string[] };
  /**
   * The initial values of a new section, without pictures. The catalogue and the block's preview picture show them
   * too.
   */
  readonly example?: ValuesOf<F>;
  /**
   * Query parameters that the view or `load` reads. The server renders the page separately for each combination of
   * their values.
   */
  readonly query?: readonly string[];
  /**
   * Loads additional data for the view, on the server. Returns null if there is nothing to show; the page is then a
   * 404.
   */
  load?(values: ValuesOf<F>, context: LoadContext): Loaded | null;
  /** Returns values for `<head>` that override the page's own. */
  head?(props: ValuesOf<F> & Loaded): HeadValues;
  /** Returns the placement's structured data, as a schema.org object without `@context`. */
  structuredData?(props: ValuesOf<F> & Loaded, site: StructuredDataContext): StructuredData | null;
}

/** What a block's `structuredData` function receives about the site and the page. */
export interface StructuredDataContext {
  /** The absolute URL of the page. */
  pageUrl: string;
  /** The `@id` of the agent's schema.org entity. */
  agentId: string;
  /** Converts a path on this site to an absolute URL. */
  absolute: (path: string) => string;
}

/** A schema.org object, without `@context`. */
export interface StructuredData {
  '@type': string;
  [property: string]: unknown;
}

/**
 * Declares a block. Its fields determine the props of its view. Throws an `Error` if an id, a field name, a
 * `showWhen`, an upgrade or a query parameter is invalid.
 */
export function defineBlock<
  const Id extends string,
  const F extends Fields,
  Loaded extends object = object,
>(block: {
  id: Id;
  title: string;
  /** `Text and pictures` by default. */
  group?: BlockGroup;
  description: string;
  /** Other words by which editors search for it: “reviews” for testimonials. None by default. */
  keywords?: readonly string[];
  fields: F;
  /** The parts of the style that editors can choose; none by default. The view needs no code for them. */
  style?: readonly StylePart[];
  /** `need` by default, which works for every view but may load more code than necessary. */
  script?: HydrationMode;
  /** The block's former id, and the ids of retired blocks that it replaces. Fields declare their own upgrade. */
  upgrade?: { readonly from: readonly string[] };
  /**
   * What a new section starts with, as the view receives it: sanitized HTML, resolved pictures and links. A new section
   * has no picture, because the media library may not have it. Without an example, it starts with the defaults, and a
   * required text without a default starts with its label.
   */
  example?: NoInfer<ValuesOf<F>>;
  /**
   * Query parameters that the view reads through `useLocation`, or `load` through its context; the server hides all
   * others. Parameters of `load` must be plain words: after a change to a name with "_", the browser does not request
   * the page again.
   */
  query?: readonly string[];
  /**
   * The result is merged into the view's props. Declare `load` before `head` and `structuredData`, so that TypeScript
   * can infer their props.
   */
  load?(values: ValuesOf<F>, context: LoadContext): Loaded | null;
  head?(props: ValuesOf<F> & Loaded): HeadValues;
  structuredData?(props: ValuesOf<F> & Loaded, site: StructuredDataContext): StructuredData | null;
}): Block<Id, F, Loaded> {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(block.id)) {
    throw new Error(`Block "${block.id}": use lower-case words joined by "-" as its id.`);
  }
  for (const part of block.style ?? []) {
    if (part in block.fields) {
      throw new Error(`Block "${block.id}", field "${part}": the style has a field of this name.`);
    }
  }
  refuseNameFaults(`Block "${block.id}"`, block.fields);
  refuseFieldFaults(`Block "${block.id}"`, block.fields);
  for (const name of block.load ? (block.query ?? []) : []) {
    if (!SERVER_PARAMETER_PATTERN.test(name)) {
      throw new Error(`Block "${block.id}", query "${name}": use one lower-case word for what load reads.`);
    }
  }
  const style = block.style ?? [];
  return {
    ...block,
    fields: { ...block.fields, ...styleFields(style) },
    style,
    group: block.group ?? 'Text and pictures',
    keywords: block.keywords ?? [],
    script: block.script ?? 'need',
  };
}

/** Throws an `Error` if a field name cannot be a part of a section id. */
function refuseNameFaults(place: string, fields: Fields): void {
  for (const name of Object.keys(fields)) {
    if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)) {
      throw new Error(`${place}, field "${name}": use lower-case words joined by "_".`);
    }
  }
}

/** Throws an `Error` if the fields of a block, a row or a group contradict each other. */
function refuseFieldFaults(place: string, fields: Fields): void {
  refuseUpgradeFaults(place, fields);
  assertValidShowWhen(place, fields);
  for (const [name, { row, fields: inner }] of Object.entries(fields)) {
    // WordPress would treat a group with a `url` as a link.
    if (inner && 'url' in inner) throw new Error(`${place}, group "${name}": use another name than "url".`);
    if (inner) refuseNameFaults(`${place}, group "${name}"`, inner);
    const below = row ?? inner;
    if (below) refuseFieldFaults(`${place}, field "${name}"`, below);
  }
}

/**
 * Throws an `Error` if the former name of a field is also the name of another field, or if two fields share a former
 * name.
 */
function refuseUpgradeFaults(place: string, fields: Fields): void {
  const taken = new Set(Object.keys(fields));
  for (const [name, { upgrade }] of Object.entries(fields)) {
    if (upgrade?.from === undefined) continue;
    if (taken.has(upgrade.from)) {
      throw new Error(`${place}, field "${name}": "${upgrade.from}" is read by another field already.`);
    }
    taken.add(upgrade.from);
  }
}

/** The props of a block's view: the values of its fields, and the result of `load`. */
export type PropsOf<B> = B extends Block<string, infer F, infer Loaded> ? ValuesOf<F> & Loaded : never;
