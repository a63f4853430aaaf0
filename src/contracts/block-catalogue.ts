import type { BlockGroup } from '../builder/block.ts';
import type { BlockDescription, CanvasSite } from './page-builder.ts';
import type { ResolvedPlacement } from './placement.ts';

/* The API of the block catalogue, shared by the server and the operators' screens. */

/** A block in the list. */
export interface BlockRow {
  id: string;
  title: string;
  group: BlockGroup;
  description: string;
  fields: number;
  /** How many sections of the site's pages use it. */
  uses: number;
}

/** GET /api/admin/blocks */
export interface BlockTable {
  blocks: readonly BlockRow[];
}

/** The example contents that the catalogue shows for a block. */
export const exampleNames = ['example', 'empty', 'longest', 'invalid'] as const;
export type ExampleName = (typeof exampleNames)[number];

/** A block with one of its example contents, resolved as it would be on a page. */
export interface BlockExample {
  /** Null if visitors would not see the section. */
  placement: ResolvedPlacement | null;
  /** Messages for an editor, each with the name of the field. */
  faults: readonly { field: string; message: string }[];
}

/** A section of a page that uses the block. */
export interface BlockUse {
  /** Identifies the page in the builder. */
  at: string;
  page: string;
  /** Null if the page has no path. */
  path: string | null;
  /** The key of the section. */
  key: string;
  /** Section ids by field name. */
  ids: Readonly<Record<string, string>>;
}

/** GET /api/admin/blocks/block?id= */
export interface CatalogueBlock {
  block: BlockDescription;
  examples: Readonly<Record<ExampleName, BlockExample>>;
  uses: readonly BlockUse[];
  site: CanvasSite;
}
