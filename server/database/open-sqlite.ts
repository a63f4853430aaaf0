import type { SqliteDatabase, SqliteStatement } from 'kysely';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { PatientSqliteDialect } from './patient-sqlite.ts';

/** Name of the embedded database's file in the data folder. */
export const DATABASE_FILE = 'lintel.sqlite';

/** Milliseconds that opening waits for another process that writes. */
const BUSY_TIMEOUT = 5000;

/**
 * Opens the embedded database, made where there is none. Every commit is on the disk when it returns (WAL with
 * `synchronous=FULL`). Throws with the mend when the folder cannot be written.
 */
export function openSqlite(dataDir: string): PatientSqliteDialect {
  const database = openFile(dataDir);
  return new PatientSqliteDialect({ database: bridge(database) });
}

function openFile(dataDir: string): DatabaseSync {
  const file = path.join(dataDir, DATABASE_FILE);
  try {
    // Leads are nobody's business but the server's.
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    // SQLite would let everybody read it. What stands beside it for a while gets the same rights.
    closeSync(openSync(file, 'a', 0o600));
    const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT });
    database.exec('pragma journal_mode = wal; pragma synchronous = full; pragma foreign_keys = on;');
    // From now on the dialect waits.
    database.exec('pragma busy_timeout = 0;');
    return database;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new Error(
      `The database ${file} cannot be opened (${reason}). Set DATA_DIR to a folder the server may write to.`,
      { cause },
    );
  }
}

/** Gives node:sqlite the shape of better-sqlite3 that Kysely's dialect asks for; prepared statements are kept. */
function bridge(database: DatabaseSync): SqliteDatabase {
  const prepared = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare(text) {
      // A transaction that starts as a reader cannot always become a writer: it takes the write lock at once.
      const sql = text === 'begin' ? 'begin immediate' : text;
      let statement = prepared.get(sql);
      if (!statement) {
        statement = bridgeStatement(database.prepare(sql));
        if (text === 'rollback') statement = unlessRolledBack(statement, database);
        if (prepared.size > 500) prepared.clear();
        prepared.set(sql, statement);
      }
      return statement;
    },
  };
}

/** A full disk ends a transaction by itself: that there is none any more must not hide what was wrong. */
function unlessRolledBack(rollback: SqliteStatement, database: DatabaseSync): SqliteStatement {
  return {
    ...rollback,
    run: (parameters) =>
      database.isTransaction ? rollback.run(parameters) : { changes: 0, lastInsertRowid: 0 },
  };
}

function bridgeStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => statement.all(...parameters.map(inputValue)),
    run: (parameters) => statement.run(...parameters.map(inputValue)),
    iterate: (parameters) => statement.iterate(...parameters.map(inputValue)),
  };
}

function inputValue(value: unknown): SQLInputValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  throw new Error(`A value of type ${typeof value} cannot be stored. Store text or a number.`);
}
