import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, sql, type Transaction } from 'kysely';
import { tableNames } from './backup-format.ts';
import { createTablesFromBackup } from '../schema/create-tables-from-backup.ts';
import { MIGRATION_TABLES } from '../schema/migrate-database.ts';
import { POSTGRES_APPLICATION_NAME, createPostgresDialect } from '../engines/postgres-dialect.ts';
import type { CheckedBackup } from './read-backup.ts';
import { existingDataError, hasIrreplaceableData } from './restore-refusal.ts';
import type { Database } from '../schema/schema.ts';
import { writeBackupInTransaction } from './write-backup.ts';

/** Milliseconds to wait for the connections of a server that has just stopped: PostgreSQL ends them a moment later. */
const CONNECTION_END_MS = 10_000;
const CHECK_INTERVAL_MS = 50;

/**
 * Replaces all our tables with those of a backup, in one transaction. If the old tables contain leads, pages or other
 * protected data (`restore-refusal.ts`), first backs them up to the data folder and returns that file's path; otherwise
 * returns null. Throws, without changes, if a server is connected, or if there is such data and `replace` is false.
 */
export async function restorePostgres(
  url: string,
  dataDir: string,
  backup: CheckedBackup,
  replace: boolean,
): Promise<string | null> {
  const query = new Kysely<Database>({ dialect: createPostgresDialect(url, () => {}) });
  let kept: string | null = null;
  try {
    await query.transaction().execute(async (transaction) => {
      const present = new Set(
        (await transaction.introspection.getTables({ withInternalKyselyTables: true })).map(
          ({ name }) => name,
        ),
      );
      const ours = [...tableNames, ...MIGRATION_TABLES].filter((name) => present.has(name));
      await lockAlone(transaction, ours);
      const held = await hasIrreplaceableData(transaction, ours);
      if (held && !replace) throw existingDataError('The database of DATABASE_URL');
      kept = held ? await keepOld(transaction, dataDir) : null;
      for (const table of ours) await sql`drop table ${sql.table(table)}`.execute(transaction);
      await createTablesFromBackup(transaction, 'postgres', backup);
    });
    return kept;
  } catch (error) {
    // The transaction was rolled back, so the copy is not needed.
    if (kept !== null) await rm(kept, { force: true });
    throw error;
  } finally {
    await query.destroy();
  }
}

/** Locks the tables after checking that no server is connected. A server that connects later waits for the locks. */
async function lockAlone(transaction: Transaction<Database>, tables: readonly string[]): Promise<void> {
  const since = performance.now();
  while (await isServerConnected(transaction)) {
    if (performance.now() - since > CONNECTION_END_MS) {
      throw new Error(
        'A server is connected to the database of DATABASE_URL. Stop all servers, then restore.',
      );
    }
    await sleep(CHECK_INTERVAL_MS);
  }
  for (const table of tables) {
    await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(transaction);
  }
}

async function isServerConnected(transaction: Transaction<Database>): Promise<boolean> {
  // Within a transaction, `pg_stat_activity` otherwise stays as it was first read.
  await sql`select pg_stat_clear_snapshot()`.execute(transaction);
  const { rows } = await sql`
    select 1 from pg_stat_activity
    where datname = current_database() and application_name = ${POSTGRES_APPLICATION_NAME} and pid <> pg_backend_pid()
  `.execute(transaction);
  return rows.length > 0;
}

async function keepOld(transaction: Transaction<Database>, dataDir: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const time = new Date().toISOString().replaceAll(/[:.]/g, '-');
  const file = path.join(dataDir, `replaced-${time}.backup.gz`);
  await writeBackupInTransaction(transaction, file);
  return file;
}
