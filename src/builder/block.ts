import type { Fields, ValuesOf } from './field.ts';

/**
 * What a view needs of the browser. `none`: it has no behaviour of its own, and the server's HTML of it stays as it
 * is. `need`: it runs from a visitor's first sign of need. `near`: it only works with script, so the application
 * starts when the block comes near the viewport.
 */
export type ScriptNeed = 'none' | 'need' | 'near';

/** A block: what an editor can fill in, and how it wants to be loaded. */
export interface Block<Id extends string = string, F extends Fields = Fields> {
  /** The folder's name under `blocks/`. */
  readonly id: Id;
  /** What editors call it. */
  readonly title: string;
  readonly description: string;
  readonly fields: F;
  readonly script: ScriptNeed;
  /** Names of the query parameters its view reads: the server renders the page anew for each of their values. */
  readonly query?: readonly string[];
  /** What the placement says to search engines, as a schema.org object without `@context`. */
  structuredData?(values: ValuesOf<F>, site: StructuredDataSite): StructuredData | null;
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
export function defineBlock<const Id extends string, const F extends Fields>(block: {
  id: Id;
  title: string;
  description: string;
  fields: F;
  /** `need` unless said otherwise: right for every view, if not the leanest for all. */
  script?: ScriptNeed;
  /** Names of the query parameters the view reads through `useLocation`; on the server it sees no others. */
  query?: readonly string[];
  structuredData?(values: ValuesOf<F>, site: StructuredDataSite): StructuredData | null;
}): Block<Id, F> {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(block.id)) {
    throw new Error(`Block "${block.id}": use lower-case words joined by "-" as its id.`);
  }
  for (const name of Object.keys(block.fields)) {
    if (!/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name)) {
      throw new Error(`Block "${block.id}", field "${name}": use lower-case words joined by "_".`);
    }
  }
  return { ...block, script: block.script ?? 'need' };
}

/** The props a block's view receives. */
export type PropsOf<B> = B extends Block<string, infer F> ? ValuesOf<F> : never;
