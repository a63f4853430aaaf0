import type { SqliteDatabase } from 'kysely';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseError, isSqliteBusy, withDamageExplained } from './database-error.ts';
import { RetryingSqliteDialect } from './retrying-sqlite.ts';
import { createStatementCache } from './sqlite-statements.ts';

/** Name of the embedded database file in the data folder. */
export const DATABASE_FILE = 'lintel.sqlite';

/** How long opening the database waits for other processes that have locked it, in milliseconds. */
const BUSY_TIMEOUT_MS = 5000;
/** Milliseconds between attempts to open the database while another process has locked it. */
const RETRY_DELAY_MS = 20;

/**
 * `name` is the file in the data folder. `full` makes every commit wait for the disk; use `normal` only for data that
 * can be fetched again.
 */
interface SqliteOptions {
  name: string;
  synchronous: 'full' | 'normal';
}

/**
 * Opens the embedded database, or creates it. By default, every commit is on disk when it returns (WAL with
 * `synchronous=FULL`). Throws an error that says how to fix it if the folder is not writable, the file is damaged or
 * another process keeps it locked.
 */
export function openSqlite(
  dataDir: string,
  { name, synchronous }: SqliteOptions = { name: DATABASE_FILE, synchronous: 'full' },
): RetryingSqliteDialect {
  const file = path.join(dataDir, name);
  return new RetryingSqliteDialect({ database: bridge(openFile(dataDir, file, synchronous), file) });
}

function openFile(dataDir: string, file: string, synchronous: SqliteOptions['synchronous']): DatabaseSync {
  try {
    // Only the server's own user may read leads.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // Create the file first, because SQLite would make it readable for everyone. SQLite gives its other files the same
    // permissions.
    closeSync(openSync(file, 'a', 0o600));
    const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
    try {
      withDamageExplained(file, () =>
        untilNotBusy(() =>
          database.exec(
            `pragma journal_mode = wal; pragma synchronous = ${synchronous}; pragma foreign_keys = on;`,
          ),
        ),
      );
      // Personal data must not remain in free pages after its deletion.
      database.exec('pragma secure_delete = on;');
      // From now on, the dialect waits for locks, because SQLite's own wait blocks the whole process.
      database.exec('pragma busy_timeout = 0;');
    } catch (error) {
      database.close();
      throw error;
    }
    return database;
  } catch (cause) {
    if (cause instanceof DatabaseError) throw cause;
    const reason = cause instanceof Error ? cause.message : String(cause);
    const fix = isSqliteBusy(cause)
      ? 'Another process keeps it locked: stop that process, and start again.'
      : 'Set DATA_DIR to a folder the server may write to.';
    throw new Error(`The database ${file} cannot be opened (${reason}). ${fix}`, { cause });
  }
}

/**
 * Retries `work` while the database is locked, for up to `BUSY_TIMEOUT_MS`. SQLite's own timeout does not apply when
 * it switches to WAL mode or recovers a WAL: if two processes do so at once, one gets SQLITE_BUSY immediately.
 */
function untilNotBusy(work: () => void): void {
  const deadline = performance.now() + BUSY_TIMEOUT_MS;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isSqliteBusy(error) || performance.now() > deadline) throw error;
    }
    // Blocking is fine here: the database is opened before the server does anything else.
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, RETRY_DELAY_MS);
  }
}

/** Adapts node:sqlite to the better-sqlite3 interface that Kysely's dialect expects. */
function bridge(database: DatabaseSync, file: string): SqliteDatabase {
  return { close: () => database.close(), ...createStatementCache(database, file) };
}
