import { realpathSync, statSync } from 'node:fs';

/** Thrown when the database file is no longer where it was opened. The message explains what to do. */
export class DatabaseFileGoneError extends Error {
  readonly code = 'DATABASE_FILE_GONE';

  constructor(file: string) {
    super(
      `The database ${file} was deleted, moved or replaced while the server runs. What is stored now would be lost, ` +
        'so leads are refused. Move the original files back. If they are gone: export the leads at /admin/leads, stop ' +
        'the server, run npm run restore -- <backup file>, and start it again.',
    );
  }
}

/**
 * Remembers the open database files, and returns a check of whether they are still in place. SQLite would keep writing
 * to a deleted file, and that data is lost when the process ends. A check takes microseconds.
 */
export function filesInPlace(file: string): () => boolean {
  // The WAL contains the newest rows. It is next to the actual file, even if `file` is a symlink.
  const names = [file, `${realpathSync(file)}-wal`];
  const opened = names.map(identity);
  return () => names.every((name, at) => identity(name) === opened[at]);
}

/** Identifies the file behind a name by its device and inode. Returns null if there is none. */
function identity(name: string): string | null {
  const found = statSync(name, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}
