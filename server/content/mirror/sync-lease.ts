import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { ContentDatabase } from '../database/content-database.ts';
import { readContentState } from '../database/content-tables.ts';

/** Elects the one of several servers that syncs with WordPress. */
export interface SyncLease {
  start(): void;
  held(): boolean;
  /** Sets the listener to call whenever this server acquires the lease. */
  onTaken(listener: () => void): void;
  /** Releases the lease, so that another server can take over immediately. */
  stop(): Promise<void>;
}

/**
 * Intervals in milliseconds. A lease that has not changed for `untilFree` counts as free, so `renewEvery` must be
 * shorter.
 */
export interface LeaseTiming {
  renewEvery: number;
  untilFree: number;
}

const KEY = 'lease';
const FREE = '';

/**
 * Creates a lease in the database. Each renewal changes its value. A server takes over if the value has not changed
 * for `untilFree` by the server's own clock, so clocks need not agree. With SQLite there is only one server, which
 * always holds the lease.
 */
export function createSyncLease(
  { query, engine }: ContentDatabase,
  log: Logger,
  { renewEvery, untilFree }: LeaseTiming,
): SyncLease {
  const holder = randomUUID();
  let mine = FREE;
  let renewals = 0;
  let renewedAt = 0;
  let seen: { value: string; at: number } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let taken = () => {};

  // `renewedAt` is the time before the renewal, so this server considers the lease lost before another can take it.
  const held = () => engine === 'sqlite' || (mine !== FREE && performance.now() - renewedAt < untilFree);

  async function look(): Promise<void> {
    const value = (await readContentState(query, KEY)) ?? FREE;
    if (value !== seen?.value) seen = { value, at: performance.now() };
    const isMine = value !== FREE && value === mine;
    if (!isMine && value !== FREE && performance.now() - seen.at < untilFree) {
      mine = FREE;
      return;
    }
    const before = performance.now();
    renewals += 1;
    const next = `${holder} ${renewals}`;
    if (!(await replace(value, next))) {
      mine = FREE;
      return;
    }
    const had = held();
    mine = next;
    renewedAt = before;
    if (had) return;
    log.info({ event: 'content-sync-lease-taken' });
    taken();
  }

  /** Replaces the lease's value. Returns false if another server changed it first. */
  async function replace(value: string, next: string): Promise<boolean> {
    const { numUpdatedRows } = await query
      .updateTable('content_state')
      .set({ value: next })
      .where('key', '=', KEY)
      .where('value', '=', value)
      .executeTakeFirst();
    return numUpdatedRows === 1n;
  }

  async function insertFree(): Promise<void> {
    await query
      .insertInto('content_state')
      .values({ key: KEY, value: FREE })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }

  function next(wait: number): void {
    timer = setTimeout(() => {
      running = look()
        .catch((error: unknown) => log.warn({ event: 'content-sync-lease-failed', err: error }))
        .finally(() => timer && next(renewEvery));
    }, wait).unref();
  }

  return {
    start() {
      if (engine === 'sqlite') return;
      next(renewEvery);
      running = insertFree()
        .then(look)
        .catch((error: unknown) => log.warn({ event: 'content-sync-lease-failed', err: error }));
    },
    held,
    onTaken(listener) {
      taken = listener;
    },
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await running;
      if (mine === FREE) return;
      await replace(mine, FREE).catch(() => false);
      mine = FREE;
    },
  };
}
