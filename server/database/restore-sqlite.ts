import { existsSync } from 'node:fs';
import { link, open, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Kysely } from 'kysely';
import { fillTables } from './fill-tables.ts';
import { DATABASE_FILE, openSqlite } from './open-sqlite.ts';
import type { CheckedBackup } from './read-backup.ts';
import { dataRemains, dataTables } from './restore-refusal.ts';
import type { Database } from './schema.ts';

/** Milliseconds to wait for a lock: long enough for a statement, too short for a server. */
const LOCK_WAIT = 500;
/** SQLite's result codes for a lock that another process holds, for a damaged file, and for one that is none of its own. */
const BUSY = 5;
const UNREADABLE: ReadonlySet<number | null> = new Set([11, 26]);

/**
 * Puts a backup in the place of the embedded database: built beside it, checked, then moved there in one step. Gives
 * the path of the file it replaced, kept beside; null where there was none. Throws while a server uses the database,
 * and while it holds data unless `replace` says so; nothing is changed then.
 */
export async function restoreSqlite(
  dataDir: string,
  backup: CheckedBackup,
  replace: boolean,
): Promise<string | null> {
  const file = path.join(dataDir, DATABASE_FILE);
  const old = existsSync(file) ? lockAlone(file) : null;
  try {
    const held = old !== null && holdsData(old.database);
    if (held && !replace) throw dataRemains(file);
    const draft = path.join(dataDir, `${DATABASE_FILE}.restoring`);
    await removeDatabase(draft);
    try {
      await build(dataDir, path.basename(draft), backup);
      const kept = held ? await keepOld(file) : null;
      await rename(draft, file);
      await sync(dataDir);
      return kept;
    } finally {
      await removeDatabase(draft);
    }
  } finally {
    old?.database?.close();
  }
}

/**
 * Takes the only lock on the database, and brings all of it into its one file. A file that SQLite cannot read has
 * no lock, and no database that could be asked: `null`.
 */
function lockAlone(file: string): { database: DatabaseSync | null } {
  const database = new DatabaseSync(file, { timeout: LOCK_WAIT });
  try {
    database.exec('pragma locking_mode = exclusive; pragma journal_mode = delete; begin exclusive;');
    return { database };
  } catch (cause) {
    database.close();
    const code = cause instanceof Error && 'errcode' in cause ? Number(cause.errcode) & 0xff : null;
    if (UNREADABLE.has(code)) return { database: null };
    if (code !== BUSY) throw cause;
    throw new Error(`A server uses ${file}. Stop it, then restore.`, { cause });
  }
}

/** A file that cannot be read may hold anything. */
function holdsData(database: DatabaseSync | null): boolean {
  if (!database) return true;
  const made = database.prepare("select 1 from sqlite_master where type = 'table' and name = 'leads'").get();
  if (!made) return false;
  return dataTables.some((table) => database.prepare(`select 1 from ${table} limit 1`).get() !== undefined);
}

async function build(dataDir: string, name: string, backup: CheckedBackup): Promise<void> {
  const query = new Kysely<Database>({ dialect: openSqlite(dataDir, name) });
  try {
    await fillTables(query, 'sqlite', backup);
  } finally {
    await query.destroy();
  }
  const file = path.join(dataDir, name);
  const database = new DatabaseSync(file);
  try {
    // All of it in the one file that is moved.
    database.exec('pragma journal_mode = delete');
    const result = database.prepare('pragma integrity_check').get();
    if (result?.['integrity_check'] !== 'ok') {
      throw new Error(
        `What was restored is damaged (${JSON.stringify(result)}). Check the disk, then try again.`,
      );
    }
  } finally {
    database.close();
  }
  await sync(file);
}

/** Gives the old file a second name, so that there is a database under its own name at every moment. */
async function keepOld(file: string): Promise<string> {
  const kept = `${file}.replaced-${new Date().toISOString().replaceAll(/[:.]/g, '-')}`;
  // Not every file system knows second names.
  await link(file, kept).catch(() => rename(file, kept));
  // Only a file that SQLite could not read still has these. The new one must not meet them.
  for (const end of ['-wal', '-shm']) {
    if (existsSync(file + end)) await rename(file + end, kept + end);
  }
  return kept;
}

async function removeDatabase(file: string): Promise<void> {
  for (const end of ['', '-wal', '-shm', '-journal']) await rm(file + end, { force: true });
}

async function sync(target: string): Promise<void> {
  const handle = await open(target, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
