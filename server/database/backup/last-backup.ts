import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** The file in the data folder with the time of the last backup, in ISO format. */
const FILE = 'last-backup';

/** Stores the current time as the time of the last backup, for the metrics. */
export async function recordBackupTime(dataDir: string): Promise<void> {
  const file = path.join(dataDir, FILE);
  // Replaces the file, which another user may own after a backup by hand.
  const next = `${file}.${process.pid}`;
  await writeFile(next, `${new Date().toISOString()}\n`, { mode: 0o600 });
  await rename(next, file);
}

/** Returns the time of the last backup of this data folder in epoch milliseconds, or null if there was none. */
export async function readLastBackupTime(dataDir: string): Promise<number | null> {
  const text = await readFile(path.join(dataDir, FILE), 'utf8').catch(() => '');
  const at = Date.parse(text.trim());
  return Number.isNaN(at) ? null : at;
}
