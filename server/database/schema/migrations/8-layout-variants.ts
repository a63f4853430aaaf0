import type { Kysely } from 'kysely';

/** Adds visit counts for the variants of a page's layout, and a column for the variants that a lead saw. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  await schema.alterTable('leads').addColumn('page_variants', 'text').execute();
  await schema
    .createTable('variant_visits')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('path', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('variant', 'text', (column) => column.notNull())
    .addColumn('visits', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('variant_visits_key', ['day', 'path', 'since', 'variant'])
    .execute();
}
