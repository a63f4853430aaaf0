import type { Kysely } from 'kysely';

/** Adds the table for the WordPress site that an operator connects in the admin pages. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  // When the previous release restores a backup, it does not drop this table.
  await schema.dropTable('wordpress_connection').ifExists().execute();
  await schema
    .createTable('wordpress_connection')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('username', 'text', (column) => column.notNull())
    .addColumn('password_id', 'text', (column) => column.notNull())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .addColumn('in_use', 'integer', (column) => column.notNull())
    .addColumn('fault', 'text')
    .addColumn('connected_by', 'text', (column) => column.notNull())
    .addColumn('connected_at', 'bigint', (column) => column.notNull())
    .addColumn('changed_at', 'bigint', (column) => column.notNull())
    .execute();
}
