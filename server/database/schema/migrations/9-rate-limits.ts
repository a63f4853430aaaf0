import { PostgresAdapter, sql, type Kysely } from 'kysely';

/**
 * Adds the table for the counts of rate limits, which several servers share. On PostgreSQL it is `unlogged`, so commits
 * do not wait for the disk. After a crash it is empty, which only restarts the counts.
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
