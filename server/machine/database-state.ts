import { sql, type Kysely } from 'kysely';
import { knownMigrations } from '../database/migrate-database.ts';
import type { Database } from '../database/schema.ts';
import { faultCode } from '../leads/store/store-fault.ts';
import { inTime } from './in-time.ts';

/** `ok`: it answers, and has the tables this version needs. `fault`: why it does not answer, for the log. */
export interface DatabaseState {
  database: 'ok' | 'does not answer';
  tables: 'ok' | 'are not up to date' | 'unknown';
  fault: string | null;
}

/** Milliseconds the database has to answer. */
const PATIENCE = 2000;

/** Asks the database how it is. However many ask, it is asked one at a time: one that hangs is not asked again. */
export function databaseState(query: Kysely<Database>): () => Promise<DatabaseState> {
  let asking: Promise<DatabaseState> | null = null;
  const ask = async (): Promise<DatabaseState> => {
    try {
      const [{ rows }, known] = await Promise.all([
        sql<{ name: string }>`select name from kysely_migration`.execute(query),
        knownMigrations(),
      ]);
      const done = new Set(rows.map(({ name }) => name));
      // What a newer version has added does not disturb this one.
      const isCurrent = known.every((name) => done.has(name));
      return { database: 'ok', tables: isCurrent ? 'ok' : 'are not up to date', fault: null };
    } catch (error) {
      return silent(faultCode(error));
    }
  };
  return async () => {
    asking ??= ask().finally(() => {
      asking = null;
    });
    const state = await inTime(asking, PATIENCE);
    return state === 'late' ? silent('too-slow') : state;
  };
}

const silent = (fault: string): DatabaseState => ({ database: 'does not answer', tables: 'unknown', fault });
