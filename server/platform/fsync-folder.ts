import { open } from 'node:fs/promises';

/** Flushes a folder's new entries to disk. Does nothing on systems that cannot open folders. */
export async function fsyncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => null);
  await handle?.sync().catch(() => {});
  await handle?.close();
}
