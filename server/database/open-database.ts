import { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { migrateDatabase } from './migrate-database.ts';
import { openPostgres } from './open-postgres.ts';
import { openSqlite } from './open-sqlite.ts';
import type { Database } from './schema.ts';

/** An open database, and what of it a query must know. */
export interface OpenDatabase {
  query: Kysely<Database>;
  engine: 'sqlite' | 'postgres';
  close(): Promise<void>;
}

/** Opens the configured database and brings its tables up to date. Throws with the mend when it cannot. */
export async function openDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  log: Logger,
): Promise<OpenDatabase> {
  const dialect = config.databaseUrl
    ? openPostgres(config.databaseUrl, (error) => log.warn({ event: 'database-connection-lost', err: error }))
    : openSqlite(config.dataDir);
  const query = new Kysely<Database>({ dialect });
  try {
    await migrateDatabase(query);
  } catch (error) {
    await query.destroy().catch(() => {});
    throw error;
  }
  return { query, engine: config.databaseUrl ? 'postgres' : 'sqlite', close: () => query.destroy() };
}
