import { createWriteStream, existsSync } from 'node:fs';
import { mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { Kysely, sql, type Transaction } from 'kysely';
import { fsyncFolder } from '../../platform/fsync-folder.ts';
import {
  BACKUP_FORMAT_VERSION,
  primaryKeyColumns,
  tableNames,
  type BackupHeader,
  type RowCounts,
} from './backup-format.ts';
import {
  breakingMigration,
  databaseTooNewMessage,
  knownMigrations,
  migrateTo,
  readMigrationState,
} from '../schema/migrate-database.ts';
import { openSqlite } from '../engines/open-sqlite.ts';
import { readWholeBackup } from './read-backup.ts';
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
 * to disk, and readable only by its owner. What a newer release has added to the database is left out, so that both
 * releases can restore the backup. Throws if the file exists, if the tables are missing, if a newer release has taken
 * something away from them, or if verification fails. A failed attempt leaves no new file behind.
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
        return await writeRows(connection, draft, await knownPart(connection));
      } finally {
        await sql`rollback`.execute(connection);
      }
    }),
  );
}

/**
 * Like `writeBackup`, but reads within a running transaction. If a newer release has taken something away from the
 * tables, only that release can restore the backup.
 */
export function writeBackupInTransaction(
  transaction: Transaction<Database>,
  file: string,
): Promise<RowCounts> {
  return writeChecked(file, async (draft) => {
    const { done, newer } = await readMigrationState(transaction);
    const isBroken = breakingMigration(newer, await knownMigrations()) !== null;
    return writeRows(transaction, draft, isBroken ? { migrations: done } : await knownPart(transaction));
  });
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
    const { rows } = await readWholeBackup(draft);
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

async function writeRows(query: Kysely<Database>, draft: string, part: BackedUpPart): Promise<RowCounts> {
  const counts: Record<string, number> = {};
  const target = createWriteStream(draft, { flags: 'wx', mode: 0o600, flush: true });
  let made = false;
  target.once('open', () => (made = true));
  try {
    await pipeline(Readable.from(lines(query, part, counts)), createGzip(), target);
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

async function* lines(query: Kysely<Database>, part: BackedUpPart, counts: Record<string, number>) {
  const header: BackupHeader = {
    lintelBackup: BACKUP_FORMAT_VERSION,
    migrations: [...part.migrations],
    at: new Date().toISOString(),
  };
  yield line(header);
  const existing = new Set((await query.introspection.getTables()).map(({ name }) => name));
  for (const table of tableNames.filter((name) => existing.has(name))) {
    counts[table] = 0;
    for await (const rows of pages(query, table, part.columns?.get(table))) {
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

async function* pages(query: Kysely<Database>, table: keyof Database, columns?: readonly string[]) {
  const keys = primaryKeyColumns[table];
  const key = sql.join(keys.map((name) => sql.ref(name)));
  const selected = columns ? sql.join(columns.map((name) => sql.ref(name))) : sql`*`;
  for (let last: Record<string, unknown> | undefined; ;) {
    const after = last;
    const start = after ? sql`where (${key}) > (${sql.join(keys.map((name) => after[name]))})` : sql``;
    const { rows } = await sql<Record<string, unknown>>`
      select ${selected} from ${sql.table(table)} ${start} order by ${key} limit ${sql.lit(BATCH_ROWS)}
    `.execute(query);
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
    if (rows.length < BATCH_ROWS || !last) return;
  }
}

/** What a backup contains: the migrations that it names, and the columns of each table; all columns by default. */
interface BackedUpPart {
  migrations: readonly string[];
  columns?: ReadonlyMap<string, readonly string[]>;
}

/**
 * Returns the part of a database that this release knows. Throws an error if there are no tables yet, or if a newer
 * release has taken something away from them.
 */
async function knownPart(query: Kysely<Database>): Promise<BackedUpPart> {
  const tables = await query.introspection.getTables();
  if (!tables.some(({ name }) => name === 'leads')) {
    throw new Error('The database has no tables yet, so there is nothing to back up. Start the site once.');
  }
  const { done, newer } = await readMigrationState(query);
  if (newer.length === 0) return { migrations: done };
  const breaking = breakingMigration(newer, await knownMigrations());
  if (breaking !== null) throw new Error(databaseTooNewMessage(breaking));
  const migrations = done.filter((name) => !newer.includes(name));
  return { migrations, columns: await columnsAfter(migrations.at(-1) ?? '') };
}

/** Returns the columns of all tables after a migration of this release. */
async function columnsAfter(migration: string): Promise<ReadonlyMap<string, readonly string[]>> {
  const folder = await mkdtemp(path.join(tmpdir(), 'lintel-tables-'));
  const empty = new Kysely<Database>({ dialect: openSqlite(folder) });
  try {
    await migrateTo(empty, migration);
    const tables = await empty.introspection.getTables();
    return new Map(tables.map(({ name, columns }) => [name, columns.map((column) => column.name)]));
  } finally {
    await empty.destroy();
    await rm(folder, { recursive: true, force: true });
  }
}
