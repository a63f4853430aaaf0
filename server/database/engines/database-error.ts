import { AppError } from '../../platform/app-error.ts';

/**
 * Why the database cannot be used. `damaged`: the SQLite file is damaged. `file-gone`: the SQLite file was deleted,
 * moved or replaced while it was open. `unreachable`: PostgreSQL does not respond, perhaps only for a while.
 * `unusable`: PostgreSQL refuses the connection, or needs a change of its configuration or ours.
 */
type DatabaseErrorKind = 'damaged' | 'file-gone' | 'unreachable' | 'unusable';

/** An error that makes the whole database unusable. The message names the cause and the fix, and never a password. */
export class DatabaseError extends AppError<DatabaseErrorKind> {
  override name = 'DatabaseError';
}

/** SQLite's result code for a database that another process has locked. */
const SQLITE_BUSY_CODE = 5;
/** SQLite's result codes for a damaged file and for a file that is not a database. */
const DAMAGED: ReadonlySet<number | null> = new Set([11, 26]);

/**
 * Runs `work` on the database file. If the file is damaged, throws a `DatabaseError` that says how to restore a
 * backup. Rethrows all other errors.
 */
export function withDamageExplained<Result>(file: string, work: () => Result): Result {
  try {
    return work();
  } catch (cause) {
    if (!(cause instanceof Error) || !DAMAGED.has(sqliteCode(cause))) throw cause;
    throw new DatabaseError(
      'damaged',
      `The database ${file} is damaged (${cause.message}). Stop the server and restore a backup: ` +
        'npm run restore -- --replace <backup file>. The damaged file is kept beside the new one.',
      { cause },
    );
  }
}

/** Returns SQLite's primary result code for an error or its cause, or null if SQLite did not cause it. */
export function sqliteCode(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  if ('errcode' in error) return Number(error.errcode) & 0xff;
  return sqliteCode(error.cause);
}

/** Returns whether an error means that another process has locked the database, for example to recover it. */
export function isSqliteBusy(error: unknown): boolean {
  return sqliteCode(error) === SQLITE_BUSY_CODE;
}

/**
 * Why a lead or another row could not be stored. `again`: a conflict, so a retry may succeed. `unreachable`: the
 * database cannot be used, so nothing can be stored. `this-lead`: only this lead or row cannot be stored.
 */
type StoreFault = 'again' | 'unreachable' | 'this-lead';

/**
 * PostgreSQL's codes for conflicts between servers: unique violation, serialization failure, deadlock, and lock not
 * available.
 */
const AGAIN = new Set(['23505', '40001', '40P01', '55P03']);
const SQLSTATE = /^[0-9A-Z]{5}$/;
/**
 * PostgreSQL's error classes for connection, authorization, missing database, resources, operator intervention, system
 * errors, configuration file errors and internal errors.
 */
const POSTGRES_UNREACHABLE = /^(08|28|3D|53|57|58|F0|XX)/;
/**
 * SQLite's primary result code for a violated constraint, which counts as a conflict, like a unique violation in
 * PostgreSQL.
 */
const SQLITE_CONSTRAINT_CODE = 19;
/** Busy and locked (the dialect has retried), read-only, I/O error, damaged, full, cannot open, not a database. */
const SQLITE_UNREACHABLE = new Set([5, 6, 8, 10, 11, 13, 14, 26]);

/** Classifies an error from a write. Bugs in our own code, such as a `TypeError`, count as `this-lead`. */
export function classifyStoreError(error: unknown): StoreFault {
  if (error instanceof DatabaseError) return 'unreachable';
  // Node gives these a code, too, such as ERR_INVALID_ARG_TYPE.
  if (error instanceof TypeError || error instanceof RangeError) return 'this-lead';
  const { code, errcode } = codesOf(error);
  if (errcode !== null) {
    const primary = errcode & 0xff;
    if (primary === SQLITE_CONSTRAINT_CODE) return 'again';
    return SQLITE_UNREACHABLE.has(primary) ? 'unreachable' : 'this-lead';
  }
  // The PostgreSQL driver throws a plain Error when a connection breaks. Any other class is a bug in our code.
  if (code === null) return error instanceof Error && error.name === 'Error' ? 'unreachable' : 'this-lead';
  if (AGAIN.has(code)) return 'again';
  return SQLSTATE.test(code) && !POSTGRES_UNREACHABLE.test(code) ? 'this-lead' : 'unreachable';
}

/** Returns an error's code for the log. The message must not be logged, because it may contain values of a row. */
export function databaseErrorCode(error: unknown): string {
  const { code, errcode } = codesOf(error);
  if (errcode !== null) return `SQLITE_${errcode}`;
  if (code !== null) return code;
  if (error instanceof DatabaseError && error.kind === 'file-gone') return 'DATABASE_FILE_GONE';
  if (error instanceof AppError) return error.kind;
  return error instanceof Error ? error.name : 'unknown';
}

function codesOf(error: unknown): { code: string | null; errcode: number | null } {
  if (!(error instanceof Error)) return { code: null, errcode: null };
  if (error instanceof DatabaseError && error.cause) return codesOf(error.cause);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  const errcode = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : null;
  return { code, errcode };
}
