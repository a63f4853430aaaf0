import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Block } from '../../src/builder/block.ts';
import { PROJECT_ROOT } from '../platform/root.ts';
import { isJsonObject } from '../../src/builder/raw-value.ts';

/**
 * Loads the block in every folder `<directory>/<id>/`, except the body blocks (`wp-…`). Throws an `Error` that lists
 * every folder whose `block.ts` is missing, cannot be loaded, or does not export a block with the folder's name as its
 * id by default.
 */
export async function loadBlocks(directory: string): Promise<ReadonlyMap<string, Block>> {
  const blocks = new Map<string, Block>();
  const faults: string[] = [];
  for (const folder of await foldersOf(directory)) {
    const file = path.join(directory, folder, 'block.ts');
    if (!existsSync(file)) {
      faults.push(`blocks/${folder}: there is no block.ts. Add one, or remove the folder.`);
      continue;
    }
    const block = await importBlock(file, folder, faults);
    if (block) blocks.set(block.id, block);
  }
  if (faults.length > 0)
    throw new Error(`The blocks have ${faults.length} fault(s):\n  ${faults.join('\n  ')}`);
  return blocks;
}

/**
 * Loads the project's own blocks, which the build bundles into the server. Without a build, reads them from
 * `blocks/`.
 */
export async function loadProjectBlocks(): Promise<ReadonlyMap<string, Block>> {
  if (!import.meta.env?.BUILT) return loadBlocks(path.join(PROJECT_ROOT, 'blocks'));
  const built = import.meta.glob<Block>(['../../blocks/*/block.ts', '!../../blocks/wp-*/block.ts'], {
    eager: true,
    import: 'default',
  });
  return new Map(Object.values(built).map((block) => [block.id, block]));
}

async function foldersOf(directory: string): Promise<string[]> {
  if (!existsSync(directory)) return [];
  const entries = await readdir(directory, { withFileTypes: true });
  return entries
    .filter((entry) => entry.isDirectory() && !/^(?:\.|wp-)/.test(entry.name))
    .map((entry) => entry.name)
    .sort();
}

async function importBlock(file: string, folder: string, faults: string[]): Promise<Block | null> {
  let exported: unknown;
  try {
    const loaded: unknown = await import(/* @vite-ignore */ pathToFileURL(file).href);
    exported = isJsonObject(loaded) ? loaded.default : undefined;
  } catch (error) {
    faults.push(
      `blocks/${folder}/block.ts cannot be loaded: ${error instanceof Error ? error.message : String(error)}`,
    );
    return null;
  }
  if (!isBlock(exported)) {
    faults.push(`blocks/${folder}/block.ts: export the block as default: export default defineBlock({ … }).`);
    return null;
  }
  if (exported.id !== folder) {
    faults.push(`blocks/${folder}/block.ts: its id is "${exported.id}". Give folder and id the same name.`);
    return null;
  }
  return exported;
}

function isBlock(value: unknown): value is Block {
  return (
    isJsonObject(value) &&
    typeof value.id === 'string' &&
    typeof value.title === 'string' &&
    typeof value.script === 'string' &&
    isJsonObject(value.fields) &&
    Object.values(value.fields).every((field) => isJsonObject(field) && 'kind' in field && 'schema' in field)
  );
}
