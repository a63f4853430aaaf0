import { sql, type Transaction } from 'kysely';
import { tableNames, type BackupRow } from '../backup/backup-format.ts';
import { migrateDatabase, migrateTo } from './migrate-database.ts';
import { readBackupRows, type CheckedBackup } from '../backup/read-backup.ts';
import type { Database } from './schema.ts';

/** Rows per insert statement. Even with forty columns, this stays far below SQLite's limit for parameters. */
const BATCH_ROWS = 200;
/** Characters after which a statement gets no more rows, because a page and its revisions may have megabytes each. */
const BATCH_CHARACTERS = 8_000_000;

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
  // PostgreSQL creates an index of all rows in less time than it takes to add each row to the index.
  const indexes = engine === 'postgres' ? await dropIndexes(query) : [];
  let inserted = Promise.resolve();
  for await (const [table, rows] of batches(backup.file)) {
    await inserted;
    // The next rows are read meanwhile.
    inserted = insert(query, engine, table, rows);
    inserted.catch(() => {});
  }
  await inserted;
  for (const definition of indexes) await sql.raw(definition).execute(query);
  await migrateDatabase(query);
}

/**
 * Drops our indexes in PostgreSQL, except the unique ones, which must still refuse duplicates. Returns the statements
 * that create them again.
 */
async function dropIndexes(query: Transaction<Database>): Promise<string[]> {
  const { rows } = await sql<{ name: string; definition: string }>`
    select indexes.relname as name, pg_get_indexdef(indexrelid) as definition
    from pg_index
      join pg_class as indexes on indexes.oid = indexrelid
      join pg_class as tables on tables.oid = indrelid
      join pg_namespace on pg_namespace.oid = tables.relnamespace
    where nspname = current_schema()
      and tables.relname in (${sql.join(tableNames)})
      and not indisunique
  `.execute(query);
  for (const { name } of rows) await sql`drop index ${sql.ref(name)}`.execute(query);
  return rows.map(({ definition }) => definition);
}

async function* batches(file: string): AsyncGenerator<[table: string, rows: BackupRow[]]> {
  let table = '';
  let rows: BackupRow[] = [];
  let characters = 0;
  for await (const [name, row] of readBackupRows(file)) {
    const isFull = rows.length === BATCH_ROWS || characters >= BATCH_CHARACTERS;
    if (rows.length > 0 && (name !== table || isFull)) {
      yield [table, rows];
      rows = [];
      characters = 0;
    }
    table = name;
    rows.push(row);
    for (const value of Object.values(row)) if (typeof value === 'string') characters += value.length;
  }
  if (rows.length > 0) yield [table, rows];
}

async function insert(
  query: Transaction<Database>,
  engine: 'sqlite' | 'postgres',
  table: string,
  rows: readonly BackupRow[],
): Promise<void> {
  const names = Object.keys(rows[0] ?? {});
  const columns = sql.join(names.map((name) => sql.ref(name)));
  if (engine === 'postgres') {
    // One parameter with all rows takes a third of the processor time of one parameter for each value.
    await sql`
      insert into ${sql.table(table)} (${columns})
      select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${postgresJson(rows)})
    `.execute(query);
    return;
  }
  const tuples = rows.map((row) => sql`(${sql.join(names.map((name) => row[name] ?? null))})`);
  await sql`insert into ${sql.table(table)} (${columns}) values ${sql.join(tuples)}`.execute(query);
}

/**
 * Returns rows as JSON. Replaces NUL and halves of surrogate pairs with U+FFFD, because PostgreSQL's text, unlike
 * SQLite's, cannot contain them.
 */
function postgresJson(rows: readonly BackupRow[]): string {
  return JSON.stringify(rows, (_name, value: unknown) =>
    typeof value === 'string' ? value.replaceAll('\0', '\uFFFD').toWellFormed() : value,
  );
}
