import { sql, type Kysely, type Transaction } from 'kysely';
import { isJsonObject, type JsonObject } from '../../../src/builder/raw-value.ts';
import type { EmbeddedEntriesTable } from '../../database/schema/embedded-tables.ts';
import type { Database } from '../../database/schema/schema.ts';

/** The kinds of entries in the table `embedded_entries`. */
export type EmbeddedEntryKind = EmbeddedEntriesTable['kind'];

/** A stored entry, in the format of WordPress's REST API. */
export interface EmbeddedEntry {
  kind: EmbeddedEntryKind;
  id: string;
  data: JsonObject;
}

/** A stored version of a page, shared section or template. */
export interface EmbeddedRevision {
  /** The number of the change that stored this version. */
  change: number;
  author: string;
  /** Epoch milliseconds. */
  at: number;
  data: JsonObject;
}

/** Reads and writes the embedded entries in the transaction of one change. */
export interface EmbeddedTransaction {
  /** The number of this change. Numbers increase, so a new entry can derive its id from this number. */
  number: number;
  /** Epoch milliseconds. */
  now: number;
  transaction: Transaction<Database>;
  find: (kind: EmbeddedEntryKind, id: string) => Promise<JsonObject | null>;
  list: (kind: EmbeddedEntryKind) => Promise<readonly EmbeddedEntry[]>;
  versionOf: (kind: EmbeddedEntryKind, id: string) => Promise<number>;
  /**
   * Stores an entry, or its deletion if `data` is null. The first entry of a change gets the number of the change,
   * and each further entry the next number.
   */
  put: (entry: { kind: EmbeddedEntryKind; id: string; data: JsonObject | null }) => Promise<void>;
}

/** Reads and writes the content that is edited on this site. */
export interface EmbeddedStore {
  find: (kind: EmbeddedEntryKind, id: string) => Promise<JsonObject | null>;
  list: (kind: EmbeddedEntryKind) => Promise<readonly EmbeddedEntry[]>;
  /** Returns the number of the last change of an entry; 0 if it was never stored. */
  versionOf: (kind: EmbeddedEntryKind, id: string) => Promise<number>;
  /** Runs a change in a transaction. Changes run one after another. */
  change<Result>(work: (change: EmbeddedTransaction) => Promise<Result>): Promise<Result>;
  /**
   * Returns the entries that changed after the change with this number, with null as `data` if deleted. `last` is the
   * number of the last change.
   */
  since(change: number): Promise<{
    entries: readonly { kind: EmbeddedEntryKind; id: string; data: JsonObject | null }[];
    last: number;
  }>;
  revisions(page: string): Promise<readonly EmbeddedRevision[]>;
}

interface Options {
  query: Kysely<Database>;
  engine: 'sqlite' | 'postgres';
  now: () => number;
}

/** Creates the store of the embedded entries. */
export function createEmbeddedStore({ query, engine, now }: Options): EmbeddedStore {
  return {
    find: (kind, id) => find(query, kind, id),
    list: (kind) => list(query, kind),
    versionOf: (kind, id) => versionOf(query, kind, id),
    change: (work) =>
      query.transaction().execute(async (transaction) => {
        // Without the lock, a change could become visible before one with a lower number, which the feed would then
        // miss.
        if (engine === 'postgres')
          await sql`lock table embedded_entries in exclusive mode`.execute(transaction);
        const number = (await lastChange(transaction)) + 1;
        let next = number;
        return work({
          number,
          now: now(),
          transaction,
          find: (kind, id) => find(transaction, kind, id),
          list: (kind) => list(transaction, kind),
          versionOf: (kind, id) => versionOf(transaction, kind, id),
          put: (entry) => put(transaction, { ...entry, change: next++ }),
        });
      }),
    async since(change) {
      // The number is read first: an entry that changes in between is then sent twice instead of never.
      const last = await lastChange(query);
      const rows = await query
        .selectFrom('embedded_entries')
        .select(['kind', 'id', 'data'])
        .where('change', '>', change)
        .orderBy('change')
        .execute();
      return { last, entries: rows.map(({ kind, id, data }) => ({ kind, id, data: parsed(data) })) };
    },
    async revisions(page) {
      const rows = await query
        .selectFrom('embedded_revisions')
        .select(['change', 'author', 'at', 'data'])
        .where('page', '=', page)
        .orderBy('change', 'desc')
        .execute();
      return rows.map(({ change, author, at, data }) => ({ change, author, at, data: parsed(data) ?? {} }));
    },
  };
}

async function lastChange(query: Kysely<Database>): Promise<number> {
  const row = await query
    .selectFrom('embedded_entries')
    .select((is) => is.fn.max('change').as('last'))
    .executeTakeFirst();
  return row?.last ?? 0;
}

async function find(
  query: Kysely<Database>,
  kind: EmbeddedEntryKind,
  id: string,
): Promise<JsonObject | null> {
  const row = await query
    .selectFrom('embedded_entries')
    .select('data')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst();
  return parsed(row?.data ?? null);
}

async function versionOf(query: Kysely<Database>, kind: EmbeddedEntryKind, id: string): Promise<number> {
  const row = await query
    .selectFrom('embedded_entries')
    .select('change')
    .where('kind', '=', kind)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.change ?? 0;
}

async function list(query: Kysely<Database>, kind: EmbeddedEntryKind): Promise<readonly EmbeddedEntry[]> {
  const rows = await query
    .selectFrom('embedded_entries')
    .select(['id', 'data'])
    .where('kind', '=', kind)
    .where('data', 'is not', null)
    .execute();
  return rows.flatMap(({ id, data }) => {
    const entry = parsed(data);
    return entry ? [{ kind, id, data: entry }] : [];
  });
}

async function put(
  query: Kysely<Database>,
  { data, ...row }: { kind: EmbeddedEntryKind; id: string; data: JsonObject | null; change: number },
): Promise<void> {
  const text = data && JSON.stringify(data);
  await query
    .insertInto('embedded_entries')
    .values({ ...row, data: text })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'id']).doUpdateSet({ data: text, change: row.change }),
    )
    .execute();
}

function parsed(text: string | null): JsonObject | null {
  const value: unknown = text === null ? null : JSON.parse(text);
  return isJsonObject(value) ? value : null;
}
