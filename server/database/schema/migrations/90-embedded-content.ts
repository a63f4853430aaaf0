import type { Kysely } from 'kysely';

/** Adds the tables for content that is edited on this site instead of in WordPress. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  // When the previous release restores a backup, it does not drop these tables.
  for (const table of ['embedded_entries', 'embedded_revisions', 'embedded_pictures', 'embedded_locks']) {
    await schema.dropTable(table).ifExists().execute();
  }
  await schema
    .createTable('embedded_entries')
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('data', 'text')
    .addColumn('change', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('embedded_entries_key', ['kind', 'id'])
    .execute();
  await schema
    .createIndex('embedded_entries_change')
    .unique()
    .on('embedded_entries')
    .column('change')
    .execute();
  await schema
    .createTable('embedded_revisions')
    .addColumn('change', 'bigint', (column) => column.primaryKey())
    .addColumn('page', 'text', (column) => column.notNull())
    .addColumn('author', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createIndex('embedded_revisions_page')
    .on('embedded_revisions')
    .columns(['page', 'change'])
    .execute();
  await schema
    .createTable('embedded_pictures')
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('part', 'integer', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('embedded_pictures_key', ['id', 'part'])
    .execute();
  await schema
    .createTable('embedded_locks')
    .addColumn('page', 'text', (column) => column.primaryKey())
    .addColumn('operator_id', 'text', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .execute();
}
