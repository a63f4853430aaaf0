import { existsSync } from 'node:fs';
import { chmod, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Kysely, sql } from 'kysely';
import { tableNames } from './backup-format.ts';
import { DatabaseError, isSqliteBusy } from '../engines/database-error.ts';
import {
  LEAD_SEARCH_INDEX_TABLE,
  LEAD_SEARCH_ROWS_TABLE,
  LEAD_SEARCH_TERMS_TABLE,
} from '../schema/lead-search.ts';
import { createTablesFromBackup } from '../schema/create-tables-from-backup.ts';
import { MIGRATION_TABLES } from '../schema/migrate-database.ts';
import { DATABASE_FILE, openSqlite } from '../engines/open-sqlite.ts';
import type { CheckedBackup } from './read-backup.ts';
import { existingDataError, hasIrreplaceableData } from './restore-refusal.ts';
import type { Database } from '../schema/schema.ts';

/**
 * Milliseconds to wait for a lock. A single statement of another process ends sooner; a running server keeps its lock
 * longer.
 */
const LOCK_WAIT_MS = 500;

/**
 * Replaces all tables with a backup, in one transaction. A server that starts during the restore waits or fails, but
 * never sees partial data. Returns the path of a copy of the replaced data, or null if that had no leads, pages or
 * other protected data (`restore-refusal.ts`). A damaged file is moved to that path instead. Throws, without changes,
 * if a server uses the database, or if `replace` is false and there is such data or the file is damaged.
 */
export async function restoreSqlite(
  dataDir: string,
  backup: CheckedBackup,
  replace: boolean,
): Promise<string | null> {
  const file = path.join(dataDir, DATABASE_FILE);
  const spare = `${file}.replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  try {
    return await replaceTables({ dataDir, file, spare }, backup, replace);
  } catch (error) {
    // The old data is still in place, so the copy is not needed.
    await rm(spare, { force: true });
    if (!(error instanceof DatabaseError && error.kind === 'damaged') || !replace) throw error;
  }
  // Move the WAL too, because SQLite must not apply it to the new file.
  for (const end of ['', '-wal', '-shm']) if (existsSync(file + end)) await rename(file + end, spare + end);
  await replaceTables({ dataDir, file, spare }, backup, replace);
  return spare;
}

async function replaceTables(
  { dataDir, file, spare }: { dataDir: string; file: string; spare: string },
  backup: CheckedBackup,
  replace: boolean,
): Promise<string | null> {
  const query = await openAlone(dataDir, file);
  try {
    const present = new Set(
      (await query.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name),
    );
    const ours = [
      LEAD_SEARCH_TERMS_TABLE,
      LEAD_SEARCH_INDEX_TABLE,
      LEAD_SEARCH_ROWS_TABLE,
      ...tableNames,
      ...MIGRATION_TABLES,
    ].filter((name) => present.has(name));
    const held = await hasIrreplaceableData(query, ours);
    if (held && !replace) throw existingDataError(file);
    const kept = held ? await copyTo(query, spare) : null;
    await refill(query, ours, backup);
    return kept;
  } finally {
    await query.destroy();
  }
}

async function refill(query: Kysely<Database>, old: readonly string[], backup: CheckedBackup): Promise<void> {
  await query.transaction().execute(async (transaction) => {
    for (const table of old) await sql`drop table ${sql.table(table)}`.execute(transaction);
    await createTablesFromBackup(transaction, 'sqlite', backup);
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(transaction);
    if (rows[0]?.integrity_check !== 'ok') {
      throw new Error(
        `What was restored is damaged (${JSON.stringify(rows)}). Check the disk, then try again.`,
      );
    }
  });
}

/** Opens the database and locks it exclusively until it is closed. Throws if a server has it open. */
async function openAlone(dataDir: string, file: string): Promise<Kysely<Database>> {
  let query: Kysely<Database> | undefined;
  try {
    query = new Kysely<Database>({ dialect: openSqlite(dataDir) });
    await sql`pragma busy_timeout = ${sql.lit(LOCK_WAIT_MS)}`.execute(query);
    await sql`pragma locking_mode = exclusive`.execute(query);
    // Leaving WAL mode needs an exclusive lock, so this fails while another process has the database open.
    await sql`pragma journal_mode = delete`.execute(query);
    return query;
  } catch (error) {
    await query?.destroy();
    if (!isSqliteBusy(error)) throw error;
    throw new Error(`A server uses ${file}. Stop it, then restore.`, { cause: error });
  }
}

async function copyTo(query: Kysely<Database>, spare: string): Promise<string> {
  await sql`vacuum into ${spare}`.execute(query);
  await chmod(spare, 0o600);
  const handle = await open(spare, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
  return spare;
}
