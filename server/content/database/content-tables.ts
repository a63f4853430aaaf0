import type { Kysely } from 'kysely';
import type { MirrorEntryKind } from '../values/mirror-contents.ts';

/**
 * The tables for our copy of WordPress, or of the embedded source, and for data derived from it. Backups omit them.
 */
export interface ContentTables {
  content_entries: {
    kind: MirrorEntryKind;
    id: string;
    /** JSON; null if the entry was removed in `version`. */
    data: string | null;
    version: number;
  };
  content_state: { key: string; value: string };
  /** Sanitized HTML, keyed by the hash of its source. `used_at` is in epoch milliseconds. */
  content_html: { key: string; html: string; used_at: number };
  /** Facts about texts (`TextFacts` as JSON), by the same keys as `content_html`. */
  content_facts: { key: string; version: number; facts: string; used_at: number };
  /** URLs of original pictures, by their key in our picture URLs. */
  content_pictures: { key: string; url: string };
  /** Change notices of the last minutes, which all servers share. */
  content_notices: {
    id: string;
    /** Epoch milliseconds. */
    received_at: number;
    /** The version of the contents that includes the announced changes; null until they have been read. */
    version: number | null;
    /** Why WordPress could not be read; null if it could. */
    fault: string | null;
    /** When the affected pages were rendered, in epoch milliseconds. */
    live_at: number | null;
  };
}

/** Creates missing tables. Every server does this when it starts. */
export async function createContentTables(query: Kysely<ContentTables>): Promise<void> {
  const { schema } = query;
  await schema
    .createTable('content_entries')
    .ifNotExists()
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('data', 'text')
    .addColumn('version', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('content_entries_key', ['kind', 'id'])
    .execute();
  await schema
    .createIndex('content_entries_version')
    .ifNotExists()
    .on('content_entries')
    .column('version')
    .execute();
  await schema
    .createTable('content_state')
    .ifNotExists()
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('content_html')
    .ifNotExists()
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('html', 'text', (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('content_facts')
    .ifNotExists()
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('facts', 'text', (column) => column.notNull())
    .addColumn('used_at', 'bigint', (column) => column.notNull())
    .execute();
  await schema
    .createTable('content_pictures')
    .ifNotExists()
    .addColumn('key', 'text', (column) => column.primaryKey())
    .addColumn('url', 'text', (column) => column.notNull())
    .execute();
  await schema
    .createTable('content_notices')
    .ifNotExists()
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('received_at', 'bigint', (column) => column.notNull())
    .addColumn('version', 'bigint')
    .addColumn('fault', 'text')
    .addColumn('live_at', 'bigint')
    .execute();
  await dropNamedChanges(query);
}

/** Drops the column `changes`, which earlier releases of this site created. */
async function dropNamedChanges(query: Kysely<ContentTables>): Promise<void> {
  const tables = await query.introspection.getTables();
  const notices = tables.find(({ name }) => name === 'content_notices');
  if (!notices?.columns.some(({ name }) => name === 'changes')) return;
  await query.schema.alterTable('content_notices').dropColumn('changes').execute();
}

/** Reads a value from `content_state`; null if the key has no value. */
export async function readContentState(query: Kysely<ContentTables>, key: string): Promise<string | null> {
  const row = await query
    .selectFrom('content_state')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst();
  return row?.value ?? null;
}

/** Writes a value to `content_state` and replaces the previous one. */
export async function writeContentState(
  query: Kysely<ContentTables>,
  key: string,
  value: string,
): Promise<void> {
  await query
    .insertInto('content_state')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute();
}
