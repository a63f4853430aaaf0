import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type { ContentDatabase } from '../database/content-database.ts';
import type { ContentTables } from '../database/content-tables.ts';
import type { Mirror } from './mirror.ts';

/** How far a change notice has been processed. */
export type ChangeNoticeState =
  | { state: 'unknown' | 'reading' }
  | { state: 'failed'; reason: string }
  /** `milliseconds` is the time from receiving the notice to rendering the affected pages. */
  | { state: 'live'; milliseconds: number };

/** Stores the change notices from WordPress, and those of our own servers, in the database that all servers share. */
export interface ChangeNotices {
  /** Stores a notice. Returns false if a notice with this id is already known. */
  accept(id: string): Promise<boolean>;
  /**
   * Makes the syncing server read WordPress, waits until this server has the changes of a notice, calls `render`, and
   * records that the changes are live. Renders and records nothing if WordPress could not be read, or not in time.
   */
  finish(id: string, render: () => Promise<void>): Promise<void>;
  stateOf(id: string): Promise<ChangeNoticeState>;
  /** Makes the syncing server read the source now. Waits up to ten seconds until this server has the changes. */
  readNow(): Promise<void>;
}

interface Options {
  database: ContentDatabase;
  mirror: Pick<Mirror, 'contents'>;
  /** Asks the syncing server to read WordPress, which settles the pending notices. */
  check: () => Promise<void>;
  now: () => number;
  /** Called when a notice has arrived at this server, or when any server has asked for a check of WordPress. */
  onArrival: () => void;
}

/**
 * Milliseconds for which ids are remembered. Longer than a signature is valid, so that no notice is accepted twice.
 */
const REMEMBERED_MS = 15 * 60_000;
/** Milliseconds between two checks of whether the changes of a notice have been read. */
const CHECK_INTERVAL_MS = 50;
/**
 * Maximum milliseconds that `finish` waits for another server to read the changes of a notice. The next poll reads
 * changes that take longer, but the notice is not marked as live.
 */
const MAX_WAIT_MS = 60_000;
/** The same limit for `readNow`, in milliseconds. An operator waits for it. */
const READ_NOW_WAIT_MS = 10_000;
/** Maximum rows per update statement, below the parameter limits of SQLite and PostgreSQL. */
const BATCH_ROWS = 500;

/** Returns the ids of the stored notices whose changes have not been read yet. */
export async function pendingChangeNoticeIds(query: Kysely<ContentTables>): Promise<readonly string[]> {
  const rows = await query
    .selectFrom('content_notices')
    .select('id')
    .where('version', 'is', null)
    .where('fault', 'is', null)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Records the outcome of reading WordPress for these notices: the version that includes their changes, or a fault.
 * Deletes old notices.
 */
export async function settleChangeNotices(
  query: Kysely<ContentTables>,
  ids: readonly string[],
  outcome: { version: number } | { fault: string },
  now: number,
): Promise<void> {
  if (ids.length === 0) return;
  for (let start = 0; start < ids.length; start += BATCH_ROWS) {
    await query
      .updateTable('content_notices')
      .set(outcome)
      .where('id', 'in', ids.slice(start, start + BATCH_ROWS))
      .execute();
  }
  await query
    .deleteFrom('content_notices')
    .where('received_at', '<', now - REMEMBERED_MS)
    .execute();
}

/** Creates the store of change notices, and listens for check requests of other servers. */
export function createChangeNotices({ database, mirror, check, now, onArrival }: Options): ChangeNotices {
  const { query } = database;

  database.listen({ onCheck: onArrival });

  const find = (id: string) =>
    query
      .selectFrom('content_notices')
      .select(['received_at', 'version', 'fault', 'live_at'])
      .where('id', '=', id)
      .executeTakeFirst();

  /**
   * Makes the syncing server read WordPress, and waits until this server has the changes of a notice. If this server
   * is the syncing one, first waits for the whole read, however long it takes. Then waits at most `limit` milliseconds.
   * Resolves with false if reading failed or the time is up.
   */
  async function untilHere(id: string, limit: number): Promise<boolean> {
    await check();
    for (const until = performance.now() + limit; ; await sleep(CHECK_INTERVAL_MS)) {
      const isLast = performance.now() >= until;
      const row = await find(id);
      if (!row || row.fault !== null) return false;
      if (row.version !== null && mirror.contents().version >= row.version) return true;
      if (isLast) return false;
    }
  }

  async function accept(id: string): Promise<boolean> {
    onArrival();
    const { numInsertedOrUpdatedRows } = await query
      .insertInto('content_notices')
      .values({ id, received_at: now() })
      .onConflict((conflict) => conflict.column('id').doNothing())
      .executeTakeFirstOrThrow();
    return numInsertedOrUpdatedRows === 1n;
  }

  return {
    accept,
    async finish(id, render) {
      if (!(await untilHere(id, MAX_WAIT_MS))) return;
      await render();
      await query.updateTable('content_notices').set({ live_at: now() }).where('id', '=', id).execute();
    },
    async stateOf(id) {
      const row = await find(id);
      if (!row) return { state: 'unknown' };
      if (row.fault !== null) return { state: 'failed', reason: row.fault };
      if (row.live_at === null) return { state: 'reading' };
      return { state: 'live', milliseconds: row.live_at - row.received_at };
    },
    async readNow() {
      const id = randomUUID();
      await accept(id);
      await untilHere(id, READ_NOW_WAIT_MS);
    },
  };
}
