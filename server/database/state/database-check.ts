import { sql } from 'kysely';
import { knownMigrations } from '../schema/migrate-database.ts';
import type { OpenDatabase } from '../open-database.ts';
import { DatabaseError, databaseErrorCode } from '../engines/database-error.ts';
import { singleFlight } from '../../platform/async/single-flight.ts';
import { withTimeout } from '../../platform/async/timeout.ts';

/**
 * The health of the database. `tables` is `ok` if all migrations of this version have run. `fault` is an error code
 * for the log.
 */
interface DatabaseState {
  database: 'ok' | 'does not answer' | 'its file was deleted or replaced';
  tables: 'ok' | 'are not up to date' | 'unknown';
  fault: string | null;
}

const TIMEOUT_MS = 2000;

/**
 * Creates a check of whether the database answers within two seconds, its file is in place and its migrations have run.
 * Never throws. Concurrent callers share one query, so queries do not pile up if the database hangs.
 */
export function createDatabaseCheck({
  query,
  assertInPlace,
}: Pick<OpenDatabase, 'query' | 'assertInPlace'>): () => Promise<DatabaseState> {
  const ask = singleFlight(async (): Promise<DatabaseState> => {
    try {
      const [{ rows }, known] = await Promise.all([
        sql<{ name: string }>`select name from kysely_migration`.execute(query),
        knownMigrations(),
      ]);
      // SQLite still answers queries after its file was deleted.
      assertInPlace();
      const done = new Set(rows.map(({ name }) => name));
      // Migrations of a newer version do not affect this one.
      const isCurrent = known.every((name) => done.has(name));
      return { database: 'ok', tables: isCurrent ? 'ok' : 'are not up to date', fault: null };
    } catch (error) {
      const state = silent(databaseErrorCode(error));
      return error instanceof DatabaseError && error.kind === 'file-gone'
        ? { ...state, database: 'its file was deleted or replaced' }
        : state;
    }
  });
  return async () => {
    const state = await withTimeout(ask(), TIMEOUT_MS);
    return state === 'late' ? silent('too-slow') : state;
  };
}

const silent = (fault: string): DatabaseState => ({ database: 'does not answer', tables: 'unknown', fault });
