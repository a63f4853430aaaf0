import { sql } from 'kysely';
import { DatabaseFileGone } from './files-in-place.ts';
import { knownMigrations } from './migrate-database.ts';
import type { OpenDatabase } from './open-database.ts';
import { faultCode } from './store-fault.ts';
import { withTimeLimit } from '../platform/time-limit.ts';

/**
 * The state of the database. `tables` is `ok` if it has the tables that this version needs. `fault` explains for the
 * log why the database does not answer.
 */
interface DatabaseState {
  database: 'ok' | 'does not answer' | 'its file was deleted or replaced';
  tables: 'ok' | 'are not up to date' | 'unknown';
  fault: string | null;
}

/** Milliseconds the database has to answer. */
const PATIENCE = 2000;

/**
 * Creates a check of the database. Concurrent callers share one query, so that queries do not pile up when the database
 * hangs.
 */
export function createDatabaseCheck({
  query,
  assertInPlace,
}: Pick<OpenDatabase, 'query' | 'assertInPlace'>): () => Promise<DatabaseState> {
  let asking: Promise<DatabaseState> | null = null;
  const ask = async (): Promise<DatabaseState> => {
    try {
      const [{ rows }, known] = await Promise.all([
        sql<{ name: string }>`select name from kysely_migration`.execute(query),
        knownMigrations(),
      ]);
      // SQLite still answers from a deleted file.
      assertInPlace();
      const done = new Set(rows.map(({ name }) => name));
      // Migrations that a newer version has added do not affect this one.
      const isCurrent = known.every((name) => done.has(name));
      return { database: 'ok', tables: isCurrent ? 'ok' : 'are not up to date', fault: null };
    } catch (error) {
      const state = silent(faultCode(error));
      return error instanceof DatabaseFileGone
        ? { ...state, database: 'its file was deleted or replaced' }
        : state;
    }
  };
  return async () => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    const state = await withTimeLimit(asking, PATIENCE);
    return state === 'late' ? silent('too-slow') : state;
  };
}

const silent = (fault: string): DatabaseState => ({ database: 'does not answer', tables: 'unknown', fault });
