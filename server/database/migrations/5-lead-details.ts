import type { Kysely } from 'kysely';

/** Adds columns for the page's own topic of an inquiry, and for the valuation form's questions about the home. */
export async function up(database: Kysely<unknown>): Promise<void> {
  for (const column of ['topic', 'property_address', 'bedrooms', 'timing']) {
    await database.schema.alterTable('leads').addColumn(column, 'text').execute();
  }
}
