import { PostgresAdapter, sql, type Kysely } from 'kysely';

/**
 * Adds the counts of the rate limits, which several servers share. On PostgreSQL the table is not logged: its commits
 * wait for no disk, and it is empty after a crash, which only starts the counts again.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const isPostgres = database.getExecutor().adapter instanceof PostgresAdapter;
  const table = database.schema.createTable('rate_limits');
  await (isPostgres ? table.modifyFront(sql`unlogged`) : table)
    .addColumn('key_hash', 'text', (column) => column.primaryKey())
    .addColumn('hits', 'integer', (column) => column.notNull())
    .addColumn('ends_at', 'bigint', (column) => column.notNull())
    .execute();
}
