import type { Kysely } from 'kysely';

/** Creates the table for the Core Web Vitals of page views, as measured in visitors' browsers. */
export async function up({ schema }: Kysely<unknown>): Promise<void> {
  // When the previous release restores a backup, it does not drop this table.
  await schema.dropTable('page_vitals').ifExists().execute();
  await schema
    .createTable('page_vitals')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('page', 'text', (column) => column.notNull())
    .addColumn('metric', 'text', (column) => column.notNull())
    .addColumn('rating', 'text', (column) => column.notNull())
    .addColumn('views', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('page_vitals_key', ['day', 'page', 'metric', 'rating'])
    .execute();
}
