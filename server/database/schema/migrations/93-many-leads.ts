import { PostgresAdapter, sql, type Kysely, type QueryExecutorProvider } from 'kysely';
import {
  leadNameSortSql,
  LEAD_SEARCH_INDEX_TABLE,
  LEAD_SEARCH_ROWS_TABLE,
  LEAD_SEARCH_TERMS_TABLE,
  SEARCHED_LEAD_COLUMNS,
  leadSearchTextSql,
} from '../lead-search.ts';

/** Adds indexes that sort and search the inbox. */
export async function up(database: Kysely<unknown>): Promise<void> {
  const { schema } = database;
  // The index contains the columns of the inbox filters, so that filtering by a rare value does not read every lead.
  await schema
    .createIndex('leads_by_arrival')
    .on('leads')
    .columns(['created_at', 'id', 'status', 'form', 'source'])
    .execute();
  await schema.dropIndex('leads_by_time').execute();
  await schema.createIndex('leads_by_change').on('leads').columns(['updated_at', 'id']).execute();
  await schema
    .createIndex('leads_by_name')
    .on('leads')
    .expression(sql.raw(`${leadNameSortSql}, id`))
    .execute();
  if (database.getExecutor().adapter instanceof PostgresAdapter)
    await createPostgresLeadSearchIndex(database);
  else await createSqliteSearch(database);
}

/**
 * Creates PostgreSQL's search index unless it exists. Returns whether the index exists now: false if it cannot be
 * created, usually because the database's user may not create the extension `pg_trgm`.
 */
export async function createPostgresLeadSearchIndex(database: QueryExecutorProvider): Promise<boolean> {
  const exists = async () => {
    const { rows } = await sql`
      select 1 from pg_indexes where schemaname = current_schema() and indexname = 'leads_by_text'
    `.execute(database);
    return rows.length > 0;
  };
  if (await exists()) return true;
  // A failure inside this block leaves the transaction of the migration usable.
  await sql`
    do $$ begin
      create extension if not exists pg_trgm;
      create index if not exists leads_by_text on leads using gin (${sql.raw(leadSearchTextSql())} gin_trgm_ops);
    exception when others then null;
    end $$
  `.execute(database);
  return exists();
}

/**
 * Creates an FTS5 index of trigrams. It stores neither texts nor positions, so it has a tenth of the leads' size.
 * Triggers keep it up to date, also when a server of the previous version writes leads.
 */
async function createSqliteSearch(database: Kysely<unknown>): Promise<void> {
  const [index, rows] = [sql.table(LEAD_SEARCH_INDEX_TABLE), sql.table(LEAD_SEARCH_ROWS_TABLE)];
  const [text, before, after] = ['', 'old.', 'new.'].map((from) => sql.raw(leadSearchTextSql(from)));
  await sql`create table if not exists ${rows} (id integer primary key, lead_id text not null unique)`.execute(
    database,
  );
  await sql`
    create virtual table if not exists ${index} using fts5(text, content = '', detail = none, columnsize = 0, tokenize = 'trigram')
  `.execute(database);
  await sql`create virtual table if not exists ${sql.table(LEAD_SEARCH_TERMS_TABLE)} using fts5vocab(${index}, 'row')`.execute(
    database,
  );
  // When the previous release restores a backup, it does not drop these tables, so they may contain old rows.
  await sql`delete from ${rows}`.execute(database);
  await sql`insert into ${index} (${index}) values ('delete-all')`.execute(database);
  // By default, FTS5 merges parts of the index while a lead is stored, which can take half a second. These settings
  // make it merge rarely; `eraseDeletedData` also merges.
  await sql`insert into ${index} (${index}, rank) values ('automerge', 0)`.execute(database);
  await sql`insert into ${index} (${index}, rank) values ('crisismerge', 256)`.execute(database);
  await sql`insert into ${rows} (lead_id) select id from leads`.execute(database);
  await sql`
    insert into ${index} (rowid, text) select ${rows}.id, ${text} from leads join ${rows} on lead_id = leads.id
  `.execute(database);
  const numberOf = (id: string) => sql`(select id from ${rows} where lead_id = ${sql.raw(id)})`;
  const add = sql`insert into ${index} (rowid, text) values (${numberOf('new.id')}, ${after});`;
  const remove = sql`
    insert into ${index} (${index}, rowid, text) values ('delete', ${numberOf('old.id')}, ${before});
  `;
  await sql`
    create trigger lead_search_added after insert on leads begin
      insert into ${rows} (lead_id) values (new.id);
      ${add}
    end
  `.execute(database);
  await sql`
    create trigger lead_search_changed after update of ${sql.join(SEARCHED_LEAD_COLUMNS.map((name) => sql.ref(name)))}
    on leads when ${before} <> ${after} begin
      ${remove}
      ${add}
    end
  `.execute(database);
  await sql`
    create trigger lead_search_removed after delete on leads begin
      ${remove}
      delete from ${rows} where lead_id = old.id;
    end
  `.execute(database);
}
