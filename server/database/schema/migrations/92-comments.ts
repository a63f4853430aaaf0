import type { Kysely } from 'kysely';

/** Adds the table for visitors' comments, which are delivered to WordPress. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  // When the previous release restores a backup, it does not drop this table.
  await schema.dropTable('comments').ifExists().execute();
  await schema
    .createTable('comments')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('once_key', 'text', (column) => column.notNull().unique())
    .addColumn('post', 'bigint', (column) => column.notNull())
    .addColumn('parent', 'bigint', (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('body', 'text', (column) => column.notNull())
    .addColumn('ip', 'text', (column) => column.notNull())
    .addColumn('user_agent', 'text', (column) => column.notNull())
    .addColumn('trapped', 'integer', (column) => column.notNull())
    .addColumn('state', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('next_attempt_at', 'bigint', (column) => column.notNull())
    .addColumn('last_error', 'text')
    .execute();
  await schema.createIndex('comments_due').on('comments').columns(['state', 'next_attempt_at']).execute();
}
