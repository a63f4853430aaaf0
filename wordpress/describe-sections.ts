import { loadBuiltInContent } from '../server/content/built-in/load-built-in-content.ts';
import { describeSections, type SectionsFile } from '../server/content/describe-sections.ts';
import { loadBlocks } from '../server/content/load-blocks.ts';
import { blocksFolder, fixturesFolder } from './folders.ts';

/** Reads the project's blocks and built-in content, and describes their sections for the plugin. */
export async function describeProjectSections(): Promise<SectionsFile> {
  const blocks = await loadBlocks(blocksFolder);
  const { content } = await loadBuiltInContent(fixturesFolder, blocks);
  return describeSections(blocks, content);
}

/** Formats the sections file as JSON that ends with a line break. */
export function sectionsFileText(sections: SectionsFile): string {
  return `${JSON.stringify(sections, null, 1)}\n`;
}
