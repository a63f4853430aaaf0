import type { Data } from '@puckeditor/core';
import type { Blocks } from './saving/page-data.ts';

/**
 * Returns the ids of the blocks that sections use but that this build of the site does not have, because they were
 * renamed or removed.
 */
export function retiredBlocks(versions: readonly Data[], blocks: Blocks): string[] {
  const used = versions.flatMap(({ content }) => content.map(({ type }) => type));
  return [...new Set(used)].filter((block) => !blocks.has(block)).sort();
}
