import { z } from 'zod';
import { blockGroups } from '../../builder/block-groups.ts';
import { blockDescription, canvasAppData, resolvedPlacement } from './page-builder.ts';

/* The responses of the block catalogue, which shows each block with examples and with the sections that use it. */

/** A block in the catalogue's list. */
const blockRow = z.object({
  id: z.string(),
  title: z.string(),
  group: z.enum(blockGroups),
  description: z.string(),
  fields: z.number(),
  /** The number of sections on the site's pages that use the block. */
  uses: z.number(),
});
export type BlockListRow = z.infer<typeof blockRow>;

/** All blocks, for the list of the catalogue. */
export const blockListResponse = z.object({ blocks: z.array(blockRow).readonly() });
export type BlockListResponse = z.infer<typeof blockListResponse>;

/**
 * The example contents that the catalogue shows for a block. `example`: complete content. `added`: the values of a new
 * section, with pictures. `empty`: only default values. `longest`: long texts, and as many rows as the fields allow.
 * `invalid`: invalid values, in place of which visitors see the built-in or default ones.
 */
export const blockExampleNames = ['example', 'added', 'empty', 'longest', 'invalid'] as const;
export type BlockExampleName = (typeof blockExampleNames)[number];

/** A block with one of its example contents, resolved as it would be on a page. */
const blockExample = z.object({
  /** Null if visitors would not see the section. */
  placement: resolvedPlacement.nullable(),
  /** Messages for an editor, each with the name of the field. */
  faults: z.array(z.object({ field: z.string(), message: z.string() })).readonly(),
});
export type BlockExample = z.infer<typeof blockExample>;

/** A section of a page that uses the block. */
const blockUse = z.object({
  /** Identifies the page in the builder. */
  at: z.string(),
  page: z.string(),
  /** Null if the page has no path. */
  path: z.string().nullable(),
  /** The key of the section. */
  key: z.string(),
  /** Section ids by field name. */
  ids: z.record(z.string(), z.string()).readonly(),
});
export type BlockUse = z.infer<typeof blockUse>;

/** A block with its examples, and the sections that use it. */
export const catalogueBlock = z.object({
  block: blockDescription,
  examples: z.record(z.enum(blockExampleNames), blockExample),
  uses: z.array(blockUse).readonly(),
  site: canvasAppData,
});
export type CatalogueBlock = z.infer<typeof catalogueBlock>;
