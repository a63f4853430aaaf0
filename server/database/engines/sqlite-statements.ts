import type { SqliteDatabase, SqliteStatement } from 'kysely';
import type { DatabaseSync, SQLInputValue, StatementSync } from 'node:sqlite';
import { withDamageExplained } from './database-error.ts';

/**
 * Returns a `prepare` that caches prepared statements. It prepares `begin immediate` for `begin`, and a `rollback` that
 * does nothing without a transaction. If the file is damaged, `prepare`, `all` and `run` throw a `DatabaseError` that
 * says how to fix it.
 */
export function createStatementCache(database: DatabaseSync, file: string): Pick<SqliteDatabase, 'prepare'> {
  const prepared = new Map<string, SqliteStatement>();
  return {
    prepare(text) {
      // A read transaction cannot always be upgraded to a write transaction, so take the write lock immediately.
      const sql = text === 'begin' ? 'begin immediate' : text;
      let statement = prepared.get(sql);
      if (!statement) {
        statement = withDamageExplained(file, () => bridgeStatement(database.prepare(sql), file));
        if (text === 'rollback') statement = unlessRolledBack(statement, database);
        if (prepared.size > 500) prepared.clear();
        prepared.set(sql, statement);
      }
      return statement;
    },
  };
}

/**
 * Skips the rollback if no transaction is open. A full disk ends the transaction, and a failing rollback would hide the
 * original error.
 */
function unlessRolledBack(rollback: SqliteStatement, database: DatabaseSync): SqliteStatement {
  return {
    ...rollback,
    run: (parameters) =>
      database.isTransaction ? rollback.run(parameters) : { changes: 0, lastInsertRowid: 0 },
  };
}

function bridgeStatement(statement: StatementSync, file: string): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (parameters) => withDamageExplained(file, () => statement.all(...parameters.map(inputValue))),
    run: (parameters) => withDamageExplained(file, () => statement.run(...parameters.map(inputValue))),
    iterate: (parameters) => statement.iterate(...parameters.map(inputValue)),
  };
}

function inputValue(value: unknown): SQLInputValue {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint') return value;
  throw new Error(`A value of type ${typeof value} cannot be stored. Store text or a number.`);
}
