/** SQLite's result codes for a damaged file and for a file that is not a database. */
const DAMAGED: ReadonlySet<number | null> = new Set([11, 26]);

/** Thrown when the database file is damaged. The message explains how to restore a backup. */
export class DamagedDatabaseError extends Error {
  /** The primary result code of the SQLite error. */
  readonly errcode: number;

  constructor(file: string, cause: Error) {
    super(
      `The database ${file} is damaged (${cause.message}). Stop the server and restore a backup: ` +
        'npm run restore -- --replace <backup file>. The damaged file is kept beside the new one.',
      { cause },
    );
    this.errcode = sqliteCode(cause) ?? 0;
  }
}

/** Runs `work` on the database file. Converts errors about a damaged file to `DamagedDatabaseError`. */
export function noticeDamage<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw error instanceof Error && DAMAGED.has(sqliteCode(error))
      ? new DamagedDatabaseError(file, error)
      : error;
  }
}

/** Returns SQLite's primary result code for an error or its cause, or null if SQLite did not cause it. */
export function sqliteCode(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  if ('errcode' in error) return Number(error.errcode) & 0xff;
  return sqliteCode(error.cause);
}
