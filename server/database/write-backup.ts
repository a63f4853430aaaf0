import { createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { sql, type Kysely } from 'kysely';
import { BACKUP_FORMAT, tableKeys, tableNames, type BackupHeader, type RowCounts } from './backup-format.ts';
import { knownMigrations } from './migrate-database.ts';
import type { Database } from './schema.ts';

/** Rows read at once: a running server waits for none of it, and little memory is needed. */
const ROWS_AT_ONCE = 500;

/** Starts a transaction that sees the data as it is now, however long it takes, and keeps nobody from writing. */
const SNAPSHOT = {
  sqlite: sql`begin deferred`,
  postgres: sql`begin isolation level repeatable read, read only`,
};

/**
 * Writes all data to a new file, as it is at one moment, while servers go on. The file is on the disk when this
 * resolves, and only its owner can read it. Throws where the file exists, where the tables are missing, and where a
 * newer version made them; no file remains then.
 */
export async function writeBackup(
  query: Kysely<Database>,
  engine: 'sqlite' | 'postgres',
  file: string,
): Promise<RowCounts> {
  return query.connection().execute(async (connection) => {
    await SNAPSHOT[engine].execute(connection);
    try {
      return await writeRows(connection, file);
    } finally {
      await sql`rollback`.execute(connection);
    }
  });
}

/** The same inside a transaction that has begun. */
export async function writeRows(query: Kysely<Database>, file: string): Promise<RowCounts> {
  const migrations = await migrationsOf(query);
  const counts: Record<string, number> = {};
  const target = createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true });
  let made = false;
  target.once('open', () => (made = true));
  try {
    await pipeline(Readable.from(lines(query, migrations, counts)), createGzip(), target);
  } catch (error) {
    if (made) await rm(file, { force: true });
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
    throw new Error(`${file} exists already. Name a new file: a backup replaces none.`, { cause: error });
  }
  return counts;
}

async function* lines(query: Kysely<Database>, migrations: string[], counts: Record<string, number>) {
  const header: BackupHeader = {
    lintelBackup: BACKUP_FORMAT,
    migrations,
    at: new Date().toISOString(),
  };
  yield `${JSON.stringify(header)}\n`;
  const existing = new Set((await query.introspection.getTables()).map(({ name }) => name));
  for (const table of tableNames.filter((name) => existing.has(name))) {
    counts[table] = 0;
    for await (const rows of pages(query, table)) {
      counts[table] += rows.length;
      yield rows.map((row) => `${JSON.stringify([table, row])}\n`).join('');
    }
  }
  yield `${JSON.stringify({ end: true, rows: counts })}\n`;
}

async function* pages(query: Kysely<Database>, table: keyof Database) {
  const keys = tableKeys[table];
  const key = sql.join(keys.map((name) => sql.ref(name)));
  for (let last: Record<string, unknown> | undefined; ;) {
    const after = last;
    const start = after ? sql`where (${key}) > (${sql.join(keys.map((name) => after[name]))})` : sql``;
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(table)} ${start} order by ${key} limit ${sql.lit(ROWS_AT_ONCE)}
    `.execute(query);
    if (rows.length > 0) yield rows;
    last = rows.at(-1);
    if (rows.length < ROWS_AT_ONCE || !last) return;
  }
}

async function migrationsOf(query: Kysely<Database>): Promise<string[]> {
  const tables = await query.introspection.getTables();
  if (!tables.some(({ name }) => name === 'leads')) {
    throw new Error('The database has no tables yet, so there is nothing to back up. Start the site once.');
  }
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(query);
  const names = rows.map(({ name }) => name).toSorted();
  const known = await knownMigrations();
  const strange = names.find((name) => !known.includes(name));
  if (strange === undefined) return names;
  throw new Error(
    `The database was made by a newer version of this site (it knows ${strange}). Back it up with that version.`,
  );
}
