import { existsSync } from 'node:fs';
import { chmod, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Kysely, sql } from 'kysely';
import { tableNames } from './backup-format.ts';
import { fillTables } from './fill-tables.ts';
import { MIGRATION_TABLES } from './migrate-database.ts';
import { DATABASE_FILE, openSqlite } from './open-sqlite.ts';
import type { CheckedBackup } from './read-backup.ts';
import { dataRemains, holdsData } from './restore-refusal.ts';
import type { Database } from './schema.ts';

/** Milliseconds to wait for a lock: long enough for a statement, too short for a server. */
const LOCK_WAIT = 500;
/** SQLite's result codes: another process has a lock; the file is damaged; it is none of SQLite's. */
const BUSY = 5;
const UNREADABLE: ReadonlySet<number | null> = new Set([11, 26]);

/**
 * Puts a backup in the place of all tables of the embedded database, in one transaction: a server that starts
 * meanwhile waits for it or fails, and never sees half of it. Gives the path of a copy of what it replaced; null
 * where there was nothing. Throws while a server uses the database, and while it holds data unless `replace` says so;
 * nothing is changed then.
 */
export async function restoreSqlite(
  dataDir: string,
  backup: CheckedBackup,
  replace: boolean,
): Promise<string | null> {
  const file = path.join(dataDir, DATABASE_FILE);
  const spare = `${file}.replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  let query = await openAlone(dataDir, file);
  let kept: string | null = null;
  const moved = query === 'unreadable';
  if (query === 'unreadable') {
    if (!replace) throw dataRemains(file);
    // Its log must not meet the new file.
    for (const end of ['', '-wal', '-shm']) if (existsSync(file + end)) await rename(file + end, spare + end);
    kept = spare;
    query = await openAlone(dataDir, file);
  }
  if (query === 'unreadable') throw new Error(`${file} cannot be made. Check the disk.`);
  try {
    const present = new Set(
      (await query.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name),
    );
    const ours = [...tableNames, ...MIGRATION_TABLES].filter((name) => present.has(name));
    if (await holdsData(query, ours)) {
      if (!replace) throw dataRemains(file);
      kept = await copyTo(query, spare);
    }
    try {
      await refill(query, ours, backup);
    } catch (error) {
      // Nothing was replaced: a copy is one too many. What was moved away stays.
      if (!moved) await rm(spare, { force: true });
      throw error;
    }
    return kept;
  } finally {
    await query.destroy();
  }
}

async function refill(query: Kysely<Database>, old: readonly string[], backup: CheckedBackup): Promise<void> {
  await query.transaction().execute(async (transaction) => {
    for (const table of old) await sql`drop table ${sql.table(table)}`.execute(transaction);
    await fillTables(transaction, 'sqlite', backup);
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check`.execute(transaction);
    if (rows[0]?.integrity_check !== 'ok') {
      throw new Error(
        `What was restored is damaged (${JSON.stringify(rows)}). Check the disk, then try again.`,
      );
    }
  });
}

/** Opens the database with the only lock on it, kept until it is closed. Throws while a server has it open. */
async function openAlone(dataDir: string, file: string): Promise<Kysely<Database> | 'unreadable'> {
  let query: Kysely<Database> | undefined;
  try {
    query = new Kysely<Database>({ dialect: openSqlite(dataDir) });
    await sql`pragma busy_timeout = ${sql.lit(LOCK_WAIT)}`.execute(query);
    await sql`pragma locking_mode = exclusive`.execute(query);
    // Every connection in WAL mode holds a lock that this has to wait for.
    await sql`pragma journal_mode = delete`.execute(query);
    return query;
  } catch (error) {
    await query?.destroy();
    const code = resultCode(error);
    if (UNREADABLE.has(code)) return 'unreadable';
    if (code !== BUSY) throw error;
    throw new Error(`A server uses ${file}. Stop it, then restore.`, { cause: error });
  }
}

function resultCode(error: unknown): number | null {
  if (!(error instanceof Error)) return null;
  if ('errcode' in error) return Number(error.errcode) & 0xff;
  return resultCode(error.cause);
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
