import path from 'node:path';
import { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../platform/config/config.ts';
import { backUpBeforeMigration } from './backup/backup-before-migration.ts';
import { openDatabaseClock, readPostgresTime } from './engines/database-clock.ts';
import { createDatabaseFileGuard } from './engines/file-guard.ts';
import { migrateDatabase, readMigrationState } from './schema/migrate-database.ts';
import { createPostgresDialect, QUERY_SOCKET_TIMEOUT_MS } from './engines/postgres-dialect.ts';
import { DATABASE_FILE, openSqlite } from './engines/open-sqlite.ts';
import { createSqliteThreads, SqliteThreadDialect } from './engines/sqlite-threads.ts';
import { createPostgresLeadSearchIndex } from './schema/migrations/93-many-leads.ts';
import type { Database } from './schema/schema.ts';

/** The opened database: its connections, its clock, and the checks that depend on the engine. */
export interface OpenDatabase {
  query: Kysely<Database>;
  /**
   * For read-only queries that may be slow, such as those of the operators' screens. With SQLite they run in threads,
   * because they would block the server. They see everything that was committed before. Does not support
   * transactions.
   */
  reads: Kysely<Database>;
  engine: 'sqlite' | 'postgres';
  /**
   * Returns the database's time in epoch milliseconds. Use it for all times that are stored or compared with stored
   * times, because the clocks of several servers differ. With SQLite, it is the clock of this machine.
   */
  now: () => number;
  /**
   * Throws a `DatabaseError` of the kind `file-gone` if the embedded database's file was deleted or replaced after it
   * was opened.
   */
  assertInPlace: () => void;
  /**
   * Erases deleted data from the files of the embedded database. Call this after deleting personal data. Failures are
   * only logged. Does nothing on PostgreSQL, where autovacuum frees the space of deleted rows.
   */
  eraseDeleted: () => Promise<void>;
  close(): Promise<void>;
}

const NO_INDEX =
  'The search of the inbox reads every lead, because the extension pg_trgm cannot be created. Have an administrator ' +
  'run "create extension pg_trgm" in the database, and restart.';

/**
 * Opens the configured database and migrates its tables. Before a migration, writes a backup unless `migrationBackup`
 * is false. On PostgreSQL, also creates the index for the lead search, or logs a warning if it cannot. Throws an error
 * that explains the fix if the database cannot be used.
 */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'> & Partial<Pick<Config, 'migrationBackup'>>,
  log: Logger,
): Promise<OpenDatabase> {
  let isMigrating = true;
  const onLost = (error: Error) => log.warn({ event: 'database-connection-lost', err: error });
  const silence = { limit: QUERY_SOCKET_TIMEOUT_MS, isAllowed: () => isMigrating };
  const dialect = config.databaseUrl
    ? createPostgresDialect(config.databaseUrl, onLost, { silence })
    : openSqlite(config.dataDir);
  const query = new Kysely<Database>({ dialect });
  const engine = config.databaseUrl ? 'postgres' : 'sqlite';
  const prepare = async () => {
    const state = await readMigrationState(query);
    if (config.migrationBackup !== false)
      await backUpBeforeMigration({ query, engine, dataDir: config.dataDir, log, state });
    await migrateDatabase(query, state);
    if (config.databaseUrl && !(await createPostgresLeadSearchIndex(query)))
      log.warn({ event: 'search-without-index' }, NO_INDEX);
    isMigrating = false;
    return config.databaseUrl ? openDatabaseClock({ readTime: () => readPostgresTime(query), log }) : null;
  };
  const clock = await prepare().catch(async (error: unknown) => {
    await query.destroy().catch(() => {});
    throw error;
  });
  const file = path.join(config.dataDir, DATABASE_FILE);
  const assertInPlace = config.databaseUrl ? () => {} : createDatabaseFileGuard(file, log);
  const threads = config.databaseUrl ? null : createSqliteThreads({ file, assertInPlace, log });
  const reads = threads ? new Kysely<Database>({ dialect: new SqliteThreadDialect(threads, query) }) : query;
  return {
    query,
    reads,
    engine,
    now: clock ? () => clock.now() : Date.now,
    assertInPlace,
    eraseDeleted: async () => {
      await threads
        ?.run({ kind: 'erase' })
        .catch((error: unknown) => log.warn({ event: 'deleted-data-not-erased', err: error }));
    },
    async close() {
      clock?.stop();
      await threads?.close();
      await query.destroy();
    },
  };
}
