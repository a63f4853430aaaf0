import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import { createEventLoopYield } from '../../platform/async/event-loop-yield.ts';
import { isJsonObject } from '../../../src/builder/raw-value.ts';
import type { ContentDatabase } from '../database/content-database.ts';
import { readContentState, writeContentState, type ContentTables } from '../database/content-tables.ts';
import {
  mutableEntriesOf,
  EMPTY_MIRROR_CONTENTS,
  withReplacedKinds,
  type MirrorEntryKey,
  type MirrorEntryKind,
  type MirrorContents,
  type MirrorEntry,
  type NewMirrorEntry,
} from '../values/mirror-contents.ts';

/** How far WordPress has been read. Stored in the same transaction as the entries that were read. */
const positionSchema = z.object({
  /** The URL of the WordPress site that was read. */
  home: z.string(),
  /** The cursor in the change feed; null if there is no feed. */
  cursor: z.string().nullable(),
  /** WordPress's time of the last read without the feed, in milliseconds; null if the feed was read. */
  readAt: z.number().nullable(),
  /** The time of the last full pass, in epoch milliseconds. */
  fullPassAt: z.number(),
});
export type SyncPosition = z.infer<typeof positionSchema>;

const POSITION_KEY = 'position';

/** Changes to the mirror that are stored together as one version. */
export interface MirrorStep {
  put: readonly NewMirrorEntry[];
  remove: readonly MirrorEntryKey[];
  complete: boolean;
}

/** Rows per insert statement, and rows per read. */
const STORED_ROWS = 25;
const LOADED_ROWS = 50;
const MAX_LOGGED_ENTRIES = 20;

/**
 * Stores a step as the next version, together with the position. If `step` is null, stores only the position. Returns
 * false, without storing anything, if another server has stored a version meanwhile.
 */
export async function storeMirrorStep(
  database: ContentDatabase,
  before: MirrorContents,
  step: MirrorStep | null,
  position?: SyncPosition,
): Promise<boolean> {
  const nextTurn = createEventLoopYield();
  const version = before.version + 1;
  // One row per entry, because PostgreSQL refuses to write the same row twice in one statement.
  const changed = new Map<string, Pick<MirrorEntry, 'kind' | 'id'> & Partial<NewMirrorEntry>>();
  for (const entry of step ? [...step.remove, ...step.put] : [])
    changed.set(`${entry.kind} ${entry.id}`, entry);
  return database.query.transaction().execute(async (transaction) => {
    const locked = transaction.selectFrom('content_state').select('value').where('key', '=', 'version');
    const row = await (database.engine === 'postgres' ? locked.forUpdate() : locked).executeTakeFirst();
    if (Number(row?.value) !== before.version) return false;
    if (position) await writeContentState(transaction, POSITION_KEY, JSON.stringify(position));
    if (!step) return true;
    let batch: ContentTables['content_entries'][] = [];
    for (const { kind, id, data } of changed.values()) {
      batch.push({ kind, id, data: data ? JSON.stringify(data) : null, version });
      if (batch.length === STORED_ROWS) {
        await upsert(transaction, batch);
        batch = [];
      }
      await nextTurn();
    }
    if (batch.length > 0) await upsert(transaction, batch);
    await writeContentState(transaction, 'version', String(version));
    if (step.complete !== before.complete) await writeContentState(transaction, 'complete', 'true');
    await database.notify(version, transaction);
    return true;
  });
}

async function upsert(
  transaction: Kysely<ContentTables>,
  rows: ContentTables['content_entries'][],
): Promise<void> {
  await transaction
    .insertInto('content_entries')
    .values(rows)
    .onConflict((conflict) =>
      conflict.columns(['kind', 'id']).doUpdateSet((row) => ({
        data: row.ref('excluded.data'),
        version: row.ref('excluded.version'),
      })),
    )
    .execute();
}

/**
 * Returns the known contents, updated to the stored version. Loads only the rows that changed after the known version.
 * Logs entries that cannot be read, and lists them in `unreadable`.
 */
export async function loadMirrorContents(
  query: Kysely<ContentTables>,
  known: MirrorContents,
  log: Logger,
): Promise<MirrorContents> {
  // Reads the version before the rows. A version that is stored in between is announced by its server and loaded
  // afterwards.
  const version = Number((await readContentState(query, 'version')) ?? 0);
  const complete = (await readContentState(query, 'complete')) === 'true';
  // A database restored from a backup has an older version, so everything is loaded again.
  const before = version < known.version ? EMPTY_MIRROR_CONTENTS : known;
  if (version === before.version && complete === before.complete) return before;

  const nextTurn = createEventLoopYield();
  const touched = new Map<MirrorEntryKind, Map<string, MirrorEntry>>();
  const unreadable = new Map(before.unreadable.map((key) => [`${key.kind} ${key.id}`, key]));
  for await (const row of rowsAfter(query, before.version)) {
    const { kind, id } = row;
    unreadable.delete(`${kind} ${id}`);
    if (row.data === null) {
      mutableEntriesOf(before, kind, touched).delete(id);
    } else if (before.entries(kind).get(id)?.version !== row.version) {
      const data = parsed(row.data);
      if (data) mutableEntriesOf(before, kind, touched).set(id, { kind, id, data, version: row.version });
      else unreadable.set(`${kind} ${id}`, { kind, id });
    }
    await nextTurn();
  }
  if (unreadable.size > 0) {
    const [...entries] = unreadable.keys();
    log.error({
      event: 'content-entries-unreadable',
      count: entries.length,
      entries: entries.slice(0, MAX_LOGGED_ENTRIES),
    });
  }
  return withReplacedKinds(before, touched, { version, complete, unreadable: [...unreadable.values()] });
}

async function* rowsAfter(query: Kysely<ContentTables>, version: number) {
  let after: { kind: MirrorEntryKind; id: string } | null = null;
  for (;;) {
    let selected = query.selectFrom('content_entries').selectAll().where('version', '>', version);
    // The first load needs no removed entries.
    if (version === 0) selected = selected.where('data', 'is not', null);
    if (after) {
      const { kind, id } = after;
      selected = selected.where((row) =>
        row.or([row('kind', '>', kind), row.and([row('kind', '=', kind), row('id', '>', id)])]),
      );
    }
    const rows: ContentTables['content_entries'][] = await selected
      .orderBy('kind')
      .orderBy('id')
      .limit(LOADED_ROWS)
      .execute();
    yield* rows;
    const end = rows.at(-1);
    if (!end || rows.length < LOADED_ROWS) return;
    after = end;
  }
}

function parsed(text: string): NewMirrorEntry['data'] | null {
  try {
    const data: unknown = JSON.parse(text);
    return isJsonObject(data) ? data : null;
  } catch {
    return null;
  }
}

/**
 * Returns how far the WordPress site at this URL has been read; null if it has not been read, or if another site has
 * been read since.
 */
export async function readSyncPosition(
  query: Kysely<ContentTables>,
  home: string,
): Promise<SyncPosition | null> {
  const text = await readContentState(query, POSITION_KEY);
  const position = text === null ? null : positionSchema.safeParse(JSON.parse(text)).data;
  return position?.home === home ? position : null;
}
