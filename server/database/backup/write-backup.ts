import { createWriteStream, existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql, type Kysely, type Transaction } from 'kysely';
import { fsyncFolder } from '../../platform/fsync-folder.ts';
import {
  BACKUP_FORMAT,
  primaryKeyColumns,
  tableNames,
  type BackupHeader,
  type RowCounts,
} from './backup-format.ts';
import { knownMigrations } from '../schema/migrate-database.ts';
import { checkBackup } from './read-backup.ts';
import type { Database } from '../schema/schema.ts';

/** Rows per read. Small reads need little memory and do not block a running server. */
const BATCH_ROWS = 500;

/** Starts a transaction that reads a snapshot of the current data and does not block writes. */
const SNAPSHOT = {
  sqlite: sql`begin deferred`,
  postgres: sql`begin isolation level repeatable read, read only`,
};

/**
 * Writes a snapshot of all data to a new file, while servers keep running. The file is read back to verify it, synced
 * to disk, and readable only by its owner. Throws if the file exists, if the tables are missing or from a newer
 * version, or if verification fails. A failed attempt leaves no new file behind.
 */
export function writeBackup(
  query: Kysely<Database>,
  engine: 'sqlite' | 'postgres',
  file: string,
): Promise<RowCounts> {
  return writeChecked(file, (draft) =>
    query.connection().execute(async (connection) => {
      await SNAPSHOT[engine].execute(connection);
      try {
        return await writeRows(connection, draft);
      } finally {
        await sql`rollback`.execute(connection);
      }
    }),
  );
}

/** Like `writeBackup`, but reads within a running transaction. */
export function writeBackupWithin(transaction: Transaction<Database>, file: string): Promise<RowCounts> {
  return writeChecked(file, (draft) => writeRows(transaction, draft));
}

/** Calls `write` with a draft file. Renames the draft to `file` only after all its rows could be read back. */
async function writeChecked(file: string, write: (draft: string) => Promise<RowCounts>): Promise<RowCounts> {
  refuseExisting(file);
  const draft = `${file}.partial`;
  const counts = await write(draft);
  try {
    await readBack(draft, counts);
    refuseExisting(file);
    await rename(draft, file);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await fsyncFolder(path.dirname(file));
  return counts;
}

/** Throws an error unless all rows can be read back. The gzip checksum also detects damaged bytes. */
async function readBack(draft: string, counts: RowCounts): Promise<void> {
  try {
    const { rows } = await checkBackup(draft);
    for (const [table, count] of Object.entries(counts)) {
      if (rows[table] !== count)
        throw new Error(`${rows[table] ?? 0} of ${count} rows of ${table} are in it.`);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Error(
      `The backup could not be restored, so it was deleted (${reason}) Check the disk and the database, then try again.`,
      { cause: error },
    );
  }
}

function refuseExisting(file: string): void {
  if (existsSync(file)) throw new Error(`${file} exists already. Name a new file: a backup replaces none.`);
}

async function writeRows(query: Kysely<Database>, draft: string): Promise<RowCounts> {
  const migrations = await migrationsOf(query);
  const counts: Record<string, number> = {};
  const target = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  let made = false;
  target.once('open', () => (made = true));
  try {
    await pipeline(Readable.from(lines(query, migrations, counts)), createGzip(), target);
  } catch (error) {
    if (made) await rm(draft, { force: true });
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    throw new Error(
      `${draft} exists: another backup writes it, or was ended before it was done. Delete it, or name another file.`,
      { cause: error },
    );
  }
  return counts;
}

async function* lines(query: Kysely<Database>, migrations: string[], counts: Record<string, number>) {
  const header: BackupHeader = {
    lintelBackup: BACKUP_FORMAT,
    migrations,
    at: new Date().toISOString(),
  };
  yield line(header);
  const existing = new Set((await query.introspection.getTables()).map(({ name }) => name));
  for (const table of tableNames.filter((name) => existing.has(name))) {
    counts[table] = 0;
    for await (const rows of pages(query, table)) {
      counts[table] += rows.length;
      yield rows.map((row) => line([table, row])).join('');
    }
  }
  yield line({ end: true, rows: counts });
}

/** Escapes U+2028 and U+2029, which JSON allows but many tools treat as line ends. */
function line(value: unknown): string {
  const json = JSON.stringify(value)
    .replaceAll('\u2028', String.raw`\u2028`)
    .replaceAll('\u2029', String.raw`\u2029`);
  return `${json}\n`;
}

async function* pages(query: Kysely<Database>, table: keyof Database) {
  const keys = primaryKeyColumns[table];
  const key = sql.join(keys.map((name) => sql.ref(name)));
  for (let last: Record<string, unknown> | undefined; ;) {
    const after = last;
    const start = after ? sql`where (${key}) > (${sql.join(keys.map((name) => after[name]))})` : sql``;
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} ${start} order by ${key} limit ${sql.lit(BATCH_ROWS)}
    `.execute(query);
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
    if (rows.length < BATCH_ROWS || !last) return;
  }
}

async function migrationsOf(query: Kysely<Database>): Promise<string[]> {
  const tables = await query.introspection.getTables();
  if (!tables.some(({ name }) => name === 'leads')) {
    throw new Error('The database has no tables yet, so there is nothing to back up. Start the site once.');
  }
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(query);
  const names = new Set(rows.map(({ name }) => name));
  const known = await knownMigrations();
  const strange = [...names].find((name) => !known.includes(name));
  if (strange === undefined) return known.filter((name) => names.has(name));
  throw new Error(
    `The database was made by a newer version of this site (it knows ${strange}). Back it up with that version.`,
  );
}
