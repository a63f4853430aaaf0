import type { Data } from '@puckeditor/core';
import type { Blocks } from './page-data.ts';

/** Returns the blocks of sections that this build of the site does not have: they were renamed, or removed by an update. */
export function retiredBlocks(versions: readonly Data[], blocks: Blocks): string[] {
  const used = versions.flatMap(({ content }) => content.map(({ type }) => type));
  return [...new Set(used)].filter((block) => !blocks.has(block)).sort();
}
