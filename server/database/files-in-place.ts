import { realpathSync, statSync } from 'node:fs';

/** Thrown when the database file is no longer where it was opened. The message explains what to do. */
export class DatabaseFileGone extends Error {
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
 * Remembers which database files are open now. The returned function checks that their names still refer to the same
 * files. SQLite keeps writing to a deleted file, which is lost when the process ends. A check takes microseconds.
 */
export function filesInPlace(file: string): () => boolean {
  // The log is next to the actual file, even if the name is a symlink. The newest rows exist only in the log.
  const names = [file, `${realpathSync(file)}-wal`];
  const opened = names.map(identity);
  return () => names.every((name, at) => identity(name) === opened[at]);
}

/** Returns a value that differs for another file of the same name, or null if there is no file. */
function identity(name: string): string | null {
  const found = statSync(name, { bigint: true, throwIfNoEntry: false });
  return found ? `${found.dev}:${found.ino}` : null;
}
