import type { Fields, ValuesOf } from './field.ts';
import type { HeadWords, LoadContext } from './load-context.ts';
import { LOADED_PARAMETER } from './loaded-parameters.ts';

/**
 * What a view needs of the browser. `none`: it has no behaviour of its own, and the server's HTML of it stays as it
 * is. `need`: it runs from a visitor's first sign of need. `near`: its code comes when it
 * is near the viewport or touched; until then the server's HTML of it works as it is. What it shows must not follow
 * the query of the address.
 */
export type ScriptNeed = 'none' | 'need' | 'near';

/** A block: what an editor can fill in, and how it wants to be loaded. */
export interface Block<
  Id extends string = string,
  F extends Fields = Fields,
  Loaded extends object = object,
> {
  /** The folder's name under `blocks/`. */
  readonly id: Id;
  /** What editors call it. */
  readonly title: string;
  readonly description: string;
  readonly fields: F;
  readonly script: ScriptNeed;
  /** Names of the query parameters its view or `load` reads: the server renders the page anew for their values. */
  readonly query?: readonly string[];
  /** Reads what the view shows besides its fields, on the server. Null: there is nothing here, the page is 404. */
  load?(values: ValuesOf<F>, context: LoadContext): Promise<Loaded | null>;
  /** What the placement says in the page's head instead of the page itself. */
  head?(props: ValuesOf<F> & Loaded): HeadWords;
  /** What the placement says to search engines, as a schema.org object without `@context`. */
  structuredData?(props: ValuesOf<F> & Loaded, site: StructuredDataSite): StructuredData | null;
}

/** What a block's structured data may refer to. */
export interface StructuredDataSite {
  /** The address of the page, with host. */
  pageUrl: string;
  /** The `@id` of the agent's own entry. */
  agentId: string;
  /** Makes a path of this site an address with host. */
  absolute: (path: string) => string;
}

/** A schema.org object. */
export interface StructuredData {
  '@type': string;
  [property: string]: unknown;
}

/** Declares a block. The view's props follow from its fields. Throws when a name could not be a section id. */
export function defineBlock<
  const Id extends string,
  const F extends Fields,
  Loaded extends object = object,
>(block: {
  id: Id;
  title: string;
  description: string;
  fields: F;
  /** `need` unless said otherwise: right for every view, if not the leanest for all. */
  script?: ScriptNeed;
  /**
   * Names of the query parameters the view reads through `useLocation`, or `load` through its context; on the
   * server they see no others. Those of `load` are plain words: names with "_" stay in the browser.
   */
  query?: readonly string[];
  /** Its result joins the view's props. Stands before `head` and `structuredData`, which are given it. */
  load?(values: ValuesOf<F>, context: LoadContext): Promise<Loaded | null>;
  head?(props: ValuesOf<F> & Loaded): HeadWords;
  structuredData?(props: ValuesOf<F> & Loaded, site: StructuredDataSite): StructuredData | null;
}): Block<Id, F, Loaded> {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(block.id)) {
    throw new Error(`Block "${block.id}": use lower-case words joined by "-" as its id.`);
  }
  for (const name of Object.keys(block.fields)) {
    if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)) {
      throw new Error(`Block "${block.id}", field "${name}": use lower-case words joined by "_".`);
    }
  }
  for (const name of block.load ? (block.query ?? []) : []) {
    if (!LOADED_PARAMETER.test(name)) {
      throw new Error(`Block "${block.id}", query "${name}": use one lower-case word for what load reads.`);
    }
  }
  return { ...block, script: block.script ?? 'need' };
}

/** The props a block's view receives: its fields' values, and what its `load` answers. */
export type PropsOf<B> = B extends Block<string, infer F, infer Loaded> ? ValuesOf<F> & Loaded : never;
