import { open } from 'node:fs/promises';

/** Flushes a folder's new entries to disk, on systems where that is possible and necessary. */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
