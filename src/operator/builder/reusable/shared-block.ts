import { SHARED_SECTION_BLOCK_ID } from '../../../contracts/layout.ts';
import type { BlockDescription } from '../../../contracts/operators/page-builder.ts';
import type { BlocksById } from '../saving/page-data.ts';

/**
 * The block description of a shared section in the builder. It has no fields, because the values are edited on the
 * shared section's own page.
 */
const SHARED_BLOCK: BlockDescription = {
  id: SHARED_SECTION_BLOCK_ID,
  title: 'Shared section',
  group: 'Text and pictures',
  description: '',
  keywords: [],
  fields: {},
};

/** Returns all blocks by id, including the one for shared sections. */
export function blocksById(blocks: readonly BlockDescription[]): BlocksById {
  return new Map([...blocks, SHARED_BLOCK].map((block) => [block.id, block]));
}
