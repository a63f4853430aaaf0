import type { Kysely } from 'kysely';

/** Adds the page's own topic of an inquiry, and what a valuation asks about the home. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const column of ['topic', 'property_address', 'bedrooms', 'timing']) {
    await database.schema.alterTable('leads').addColumn(column, 'text').execute();
  }
}
