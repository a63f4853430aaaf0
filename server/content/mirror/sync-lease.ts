import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { ContentDatabase } from '../database/content-database.ts';
import { readContentState } from '../database/content-tables.ts';

/** Decides which of several servers syncs with WordPress: the one that holds the lease. */
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
  let renewals = 0;
  /**
   * When the last renewal began, in milliseconds of `performance.now()`; null without the lease. The beginning
   * counts, so that this server treats the lease as lost before another server can take it.
   */
  let renewedAt: number | null = null;
  let seen: { value: string; at: number } | null = null;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();
  let stopped = false;
  let taken = () => {};

  const held = () => engine === 'sqlite' || (renewedAt !== null && performance.now() - renewedAt < untilFree);
  const read = async () => (await readContentState(query, KEY)) ?? FREE;
  // Also true for a renewal that was stored although its query failed.
  const isOwn = (value: string) => value.startsWith(holder);

  async function look(): Promise<void> {
    const value = await read();
    if (value !== seen?.value) seen = { value, at: performance.now() };
    if (!isOwn(value) && value !== FREE && performance.now() - seen.at < untilFree) {
      renewedAt = null;
      return;
    }
    const before = performance.now();
    renewals += 1;
    if (!(await replace(value, `${holder} ${renewals}`))) {
      renewedAt = null;
      return;
    }
    const had = held();
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

  /**
   * Runs a task, logs its failure, and schedules the next `look` for when it has ended. Tasks never run at the same
   * time, because one would mistake the renewal of the other for that of another server.
   */
  function run(task: () => Promise<void>): void {
    running = task()
      .catch((error: unknown) => log.warn({ event: 'content-sync-lease-failed', err: error }))
      .finally(() => {
        if (!stopped) timer = setTimeout(() => run(look), renewEvery).unref();
      });
  }

  return {
    start() {
      if (engine === 'sqlite') return;
      run(async () => {
        await insertFree();
        await look();
      });
    },
    held,
    onTaken(listener) {
      taken = listener;
    },
    async stop() {
      if (engine === 'sqlite') return;
      stopped = true;
      clearTimeout(timer);
      await running;
      renewedAt = null;
      const value = await read().catch(() => FREE);
      if (isOwn(value)) await replace(value, FREE).catch(() => false);
    },
  };
}
