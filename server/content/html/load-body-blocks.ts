import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { BODY_BLOCK_PREFIX, type BodyBlock } from '../../../src/builder/body-block.ts';
import { isJsonObject } from '../../../src/builder/raw-value.ts';
import { PROJECT_ROOT } from '../../platform/root.ts';

/**
 * Returns the project's body blocks by id. A build has them bundled; otherwise they are imported from `blocks/`.
 * Throws an `Error` if a folder does not export a body block with its name as id.
 */
export async function loadBodyBlocks(): Promise<ReadonlyMap<string, BodyBlock>> {
  const blocks = import.meta.env?.BUILT
    ? Object.values(
        import.meta.glob<BodyBlock>('../../../blocks/wp-*/block.ts', { eager: true, import: 'default' }),
      )
    : await importAll(path.join(PROJECT_ROOT, 'blocks'));
  return new Map(blocks.map((block) => [block.id, block]));
}

async function importAll(directory: string): Promise<BodyBlock[]> {
  const folders = (await readdir(directory)).filter((name) => name.startsWith(BODY_BLOCK_PREFIX)).sort();
  return Promise.all(
    folders.map(async (folder) => {
      const loaded: unknown = await import(
        /* @vite-ignore */ pathToFileURL(path.join(directory, folder, 'block.ts')).href
      );
      const block = isJsonObject(loaded) ? loaded.default : undefined;
      if (!isBodyBlock(block) || block.id !== folder) {
        throw new Error(`blocks/${folder}/block.ts: export default defineBodyBlock({ id: '${folder}', … }).`);
      }
      return block;
    }),
  );
}

function isBodyBlock(value: unknown): value is BodyBlock {
  return isJsonObject(value) && typeof value.selector === 'string' && typeof value.read === 'function';
}
