import { PostgresAdapter, sql, type Kysely } from 'kysely';

/**
 * Name of the table with the version of the redirects: a random text that each change of a redirect replaces. The
 * table is not part of `Database`, so backups omit it and a restored database has a new version.
 */
export const REDIRECT_VERSION_TABLE = 'redirect_version';

/**
 * Adds the version of the redirects. Triggers update the version, so that changes by the previous release count too.
 * Also adds an index for the list of redirects.
 */
export async function up(database: Kysely<unknown>): Promise<void> {
  const [version, isPostgres] = [
    sql.table(REDIRECT_VERSION_TABLE),
    database.getExecutor().adapter instanceof PostgresAdapter,
  ];
  const random = isPostgres ? sql`gen_random_uuid()::text` : sql`hex(randomblob(16))`;
  await database.schema
    .createIndex('redirects_by_time')
    .on('redirects')
    .columns(['created_at', 'from_path'])
    .execute();
  // When the previous release restores a backup, it does not drop this table.
  await sql`create table if not exists ${version} (id integer primary key, version text not null)`.execute(
    database,
  );
  await sql`delete from ${version}`.execute(database);
  await sql`insert into ${version} (id, version) values (1, ${random})`.execute(database);
  if (isPostgres) {
    await sql`
      create or replace function change_redirect_version() returns trigger language plpgsql as $$ begin
        update ${version} set version = ${random};
        return null;
      end $$
    `.execute(database);
    await sql`
      create trigger redirects_changed after insert or update or delete or truncate on redirects
      for each statement execute function change_redirect_version()
    `.execute(database);
    return;
  }
  for (const event of ['insert', 'update', 'delete']) {
    await sql`
      create trigger ${sql.id(`redirects_after_${event}`)} after ${sql.raw(event)} on redirects begin
        update ${version} set version = ${random};
      end
    `.execute(database);
  }
}
