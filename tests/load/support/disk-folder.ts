import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const PROJECT = fileURLToPath(new URL('../../../', import.meta.url));

/** `f_type` values of in-memory file systems; see statfs(2). The map below has common on-disk file systems. */
const IN_MEMORY = new Set([0x01021994, 0x858458f6]);
const NAMES: ReadonlyMap<number, string> = new Map([
  [0xef53, 'ext4'],
  [0x58465342, 'xfs'],
  [0x9123683e, 'btrfs'],
  [0x794c7630, 'overlay'],
  [0x2fc12fc1, 'zfs'],
]);

/** Creates a folder on a physical disk, where write times are realistic. Throws if all candidates are in memory. */
export async function diskFolder(): Promise<{ folder: string; fileSystem: string }> {
  const places = [tmpdir(), PROJECT];
  for (const place of places) {
    const { type } = await statfs(place);
    if (IN_MEMORY.has(type)) continue;
    const folder = await mkdtemp(path.join(place, 'lintel-load-'));
    return { folder, fileSystem: NAMES.get(type) ?? `file system 0x${type.toString(16)}` };
  }
  throw new Error(`${places.join(' and ')} are kept in memory. Set TMPDIR to a folder on a disk.`);
}
