import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { freshFlight } from '../../platform/async/single-flight.ts';
import type { ContentDatabase } from './content-database.ts';
import type { Mirror } from './mirror.ts';
import type { Sync } from './sync.ts';

/** The progress of a change notice. */
export type NoticeState =
  | { state: 'unknown' | 'reading' }
  | { state: 'failed'; reason: string }
  /** `milliseconds` is the time from receiving the notice to rendering the affected pages. */
  | { state: 'live'; milliseconds: number };

/** The change notices from WordPress, stored in the database so that all servers share them. */
export interface ChangeNotices {
  /** Stores a notice. Returns false if a notice with this id is already known. */
  accept(id: string): Promise<boolean>;
  /** Makes sure that this server has the changes of a notice, calls `render`, and records that they are live. */
  finish(id: string, render: () => Promise<void>): Promise<void>;
  stateOf(id: string): Promise<NoticeState>;
}

interface Options {
  database: ContentDatabase;
  mirror: Pick<Mirror, 'contents'>;
  sync: Pick<Sync, 'isSyncing' | 'read'>;
  log: Logger;
  now: () => number;
  /** Called when a notice has arrived, on the server that received it and on the one that reads WordPress. */
  onArrival: () => void;
}

/** Milliseconds for which ids are remembered: longer than a signature is valid, so that no notice is accepted twice. */
const REMEMBERED = 15 * 60_000;
/** Milliseconds between two checks of whether the changes of a notice have been read. */
const LOOK_EVERY = 50;
/** Maximum milliseconds that `finish` waits for the changes of a notice. After that, a poll still finds them. */
const GIVEN_UP = 60_000;
/** Rows per update statement, below SQLite's and PostgreSQL's limits for parameters. */
const CHUNK = 500;

/** Creates the change notices. Notices that arrive while WordPress is being read are read together afterwards. */
export function createChangeNotices({ database, mirror, sync, log, now, onArrival }: Options): ChangeNotices {
  const { query } = database;

  database.listen({
    onNotice() {
      onArrival();
      if (sync.isSyncing())
        drain().catch((error: unknown) => log.warn({ event: 'notices-not-read', err: error }));
    },
  });

  /** Reads what all waiting notices announce at once, including every notice stored before this call. */
  const drain = freshFlight(readWaiting);

  async function readWaiting(): Promise<void> {
    const rows = await query
      .selectFrom('content_notices')
      .select('id')
      .where('version', 'is', null)
      .where('fault', 'is', null)
      .execute();
    if (rows.length === 0) return;
    const fault = await sync.read();
    const { version } = mirror.contents();
    for (let start = 0; start < rows.length; start += CHUNK) {
      await query
        .updateTable('content_notices')
        .set(fault === null ? { version } : { fault })
        .where(
          'id',
          'in',
          rows.slice(start, start + CHUNK).map(({ id }) => id),
        )
        .execute();
    }
    log.info({ event: 'content-notices-read', notices: rows.length, version, fault });
    await query
      .deleteFrom('content_notices')
      .where('received_at', '<', now() - REMEMBERED)
      .execute();
  }

  const find = (id: string) =>
    query
      .selectFrom('content_notices')
      .select(['received_at', 'version', 'fault', 'live_at'])
      .where('id', '=', id)
      .executeTakeFirst();

  /** Waits until this server has the changes of a notice. Resolves with false if reading fails or takes too long. */
  async function untilHere(id: string): Promise<boolean> {
    if (!sync.isSyncing()) await database.requestNotices();
    for (const until = performance.now() + GIVEN_UP; performance.now() < until; await sleep(LOOK_EVERY)) {
      if (sync.isSyncing()) await drain();
      const row = await find(id);
      if (!row || row.fault !== null) return false;
      if (row.version !== null && mirror.contents().version >= row.version) return true;
    }
    return false;
  }

  return {
    async accept(id) {
      onArrival();
      const { numInsertedOrUpdatedRows } = await query
        .insertInto('content_notices')
        .values({ id, received_at: now() })
        .onConflict((conflict) => conflict.column('id').doNothing())
        .executeTakeFirstOrThrow();
      return numInsertedOrUpdatedRows === 1n;
    },
    async finish(id, render) {
      if (!(await untilHere(id))) return;
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
  };
}
