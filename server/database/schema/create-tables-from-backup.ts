import { sql, type Transaction } from 'kysely';
import type { BackupRow } from '../backup/backup-format.ts';
import { migrateDatabase, migrateTo } from './migrate-database.ts';
import { readBackupRows, type CheckedBackup } from '../backup/read-backup.ts';
import type { Database } from './schema.ts';

/** Rows per insert statement. Even with thirty columns, this stays far below both engines' parameter limits. */
const BATCH_ROWS = 200;

/**
 * Creates the tables as they were when the backup was made, inserts its rows, and migrates the tables to the current
 * version. None of the tables may exist yet.
 */
export async function createTablesFromBackup(
  query: Transaction<Database>,
  engine: 'sqlite' | 'postgres',
  backup: CheckedBackup,
): Promise<void> {
  const last = backup.header.migrations.at(-1);
  if (last === undefined) throw new Error(`${backup.file} names no migration.`);
  await migrateTo(query, last);
  for await (const [table, rows] of batches(backup.file)) await insert(query, engine, table, rows);
  await migrateDatabase(query);
}

async function* batches(file: string): AsyncGenerator<[table: string, rows: BackupRow[]]> {
  let table = '';
  let rows: BackupRow[] = [];
  for await (const [name, row] of readBackupRows(file)) {
    if (rows.length > 0 && (name !== table || rows.length === BATCH_ROWS)) {
      yield [table, rows];
      rows = [];
    }
    table = name;
    rows.push(row);
  }
  if (rows.length > 0) yield [table, rows];
}

async function insert(
  query: Transaction<Database>,
  engine: 'sqlite' | 'postgres',
  table: string,
  rows: readonly BackupRow[],
): Promise<void> {
  const columns = Object.keys(rows[0] ?? {});
  // PostgreSQL text cannot contain NUL, but SQLite text can.
  const value = (given: BackupRow[string] | undefined) =>
    engine === 'postgres' && typeof given === 'string' ? given.replaceAll('\0', '\uFFFD') : (given ?? null);
  const tuples = rows.map((row) => sql`(${sql.join(columns.map((column) => value(row[column])))})`);
  await sql`
    insert into ${sql.table(table)} (${sql.join(columns.map((column) => sql.ref(column)))}) values ${sql.join(tuples)}
  `.execute(query);
}
