import { realpathSync, statSync } from 'node:fs';
import type { Logger } from 'pino';
import { DatabaseError } from './database-error.ts';

/**
 * Creates a function that throws a `DatabaseError` of the kind `file-gone` if the open database files are no longer
 * in place. Every batch of leads calls that function, so it logs only when the state changes.
 */
export function createDatabaseFileGuard(file: string, log: Logger): () => void {
  const areInPlace = filesInPlace(file);
  let were = true;
  return () => {
    const are = areInPlace();
    const gone = are ? null : new DatabaseError('file-gone', goneText(file));
    if (gone && were) log.error({ event: 'database-file-gone' }, gone.message);
    if (are && !were) log.info({ event: 'database-file-back' });
    were = are;
    if (gone) throw gone;
  };
}

function goneText(file: string): string {
  return (
    `The database ${file} was deleted, moved or replaced while the server runs. What is stored now would be lost, ` +
    'so leads are refused. Move the original files back. If they are gone: export the leads at /admin/leads, stop ' +
    'the server, run npm run restore -- <backup file>, and start it again.'
  );
}

/**
 * Remembers the open database files, and returns a function that checks whether they are still in place. SQLite would
 * keep writing to a deleted file, and that data would be lost when the process ends. A check takes microseconds.
 */
function filesInPlace(file: string): () => boolean {
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
