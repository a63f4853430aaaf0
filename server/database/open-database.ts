import path from 'node:path';
import { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../platform/config/config.ts';
import { backUpBeforeMigration } from './backup/backup-before-migration.ts';
import { eraseDeleted } from './state/erase-deleted.ts';
import { openDatabaseClock, postgresTime } from './engines/database-clock.ts';
import { createFileGuard } from './engines/file-guard.ts';
import { migrateDatabase } from './schema/migrate-database.ts';
import { openPostgres } from './engines/open-postgres.ts';
import { DATABASE_FILE, openSqlite } from './engines/open-sqlite.ts';
import type { Database } from './schema/schema.ts';

export interface OpenDatabase {
  query: Kysely<Database>;
  engine: 'sqlite' | 'postgres';
  /**
   * Returns the database's time in epoch milliseconds. All times that are stored or compared with stored ones come from
   * here, because the clocks of several servers differ. SQLite has no clock but that of its machine.
   */
  now: () => number;
  /** Throws a `file-gone` error if the embedded database's file was deleted or replaced after it was opened. */
  assertInPlace: () => void;
  /**
   * Erases deleted data from the files of the embedded database. Call this after deleting personal data. Failures are
   * only logged. Does nothing on PostgreSQL, where autovacuum frees the space of deleted rows.
   */
  eraseDeleted: () => Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens the configured database and migrates its tables, after a backup. If that fails, throws an error that explains the
 * fix.
 */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'> & Partial<Pick<Config, 'migrationBackup'>>,
  log: Logger,
): Promise<OpenDatabase> {
  const dialect = config.databaseUrl
    ? openPostgres(config.databaseUrl, (error) => log.warn({ event: 'database-connection-lost', err: error }))
    : openSqlite(config.dataDir);
  const query = new Kysely<Database>({ dialect });
  const engine = config.databaseUrl ? 'postgres' : 'sqlite';
  const prepare = async () => {
    if (config.migrationBackup !== false)
      await backUpBeforeMigration({ query, engine, dataDir: config.dataDir, log });
    await migrateDatabase(query);
    return config.databaseUrl ? openDatabaseClock({ readTime: () => postgresTime(query), log }) : null;
  };
  const clock = await prepare().catch(async (error: unknown) => {
    await query.destroy().catch(() => {});
    throw error;
  });
  return {
    query,
    engine,
    now: clock ? () => clock.now() : Date.now,
    assertInPlace: config.databaseUrl
      ? () => {}
      : createFileGuard(path.join(config.dataDir, DATABASE_FILE), log),
    eraseDeleted: async () => {
      if (config.databaseUrl) return;
      await eraseDeleted(query).catch((error: unknown) =>
        log.warn({ event: 'deleted-data-not-erased', err: error }),
      );
    },
    async close() {
      clock?.stop();
      await query.destroy();
    },
  };
}
