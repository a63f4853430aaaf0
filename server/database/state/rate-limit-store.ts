import { MemoryStore, type ClientRateLimitInfo, type Store } from 'express-rate-limit';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { withTimeout } from '../../platform/async/timeout.ts';
import { tokenHash } from '../../platform/security/tokens.ts';
import type { OpenDatabase } from '../open-database.ts';

/** Creates the store of one rate limit. `name` separates its counts from those of other limits. */
export type RateLimitStoreFactory = (name: string) => Store;

/**
 * Maximum milliseconds that a request waits for the shared count. If the count is late or fails, requests use this
 * server's own count until the database responds again.
 */
const TIMEOUT_MS = 5000;

/**
 * Returns a function that creates stores. Servers that share a PostgreSQL database also share the counts. With SQLite
 * there is only one server, so the counts are in memory.
 */
export function createRateLimitStoreFactory(
  database: Pick<OpenDatabase, 'query' | 'engine' | 'now'>,
  log: Logger,
): RateLimitStoreFactory {
  return (name) =>
    database.engine === 'postgres' ? createSharedStore(database, name, log) : new MemoryStore();
}

/**
 * Counts in the database, and also in memory. While the database does not respond, the server's own count applies, so
 * that visitors are not locked out and attackers are not let in.
 */
function createSharedStore(
  { query, now }: Pick<OpenDatabase, 'query' | 'now'>,
  name: string,
  log: Logger,
): Store {
  const own = new MemoryStore();
  let windowMs = 0;
  let isFailing = false;

  /** Counts a hit in one statement, so that no hit is lost if servers count at the same time. */
  async function count(key: string): Promise<ClientRateLimitInfo> {
    const at = now();
    const end = at + windowMs;
    const row = await query
      .insertInto('rate_limits')
      // Visitors' addresses must not be stored.
      .values({ key_hash: tokenHash(`${name} ${key}`), hits: 1, ends_at: end })
      .onConflict((conflict) =>
        conflict.column('key_hash').doUpdateSet({
          hits: sql<number>`case when rate_limits.ends_at <= ${at} then 1 else rate_limits.hits + 1 end`,
          ends_at: sql<number>`case when rate_limits.ends_at <= ${at} then ${end} else rate_limits.ends_at end`,
        }),
      )
      .returning(['hits', 'ends_at'])
      .executeTakeFirstOrThrow();
    // Another server's reading of the database's clock may be some milliseconds ahead.
    const left = Math.min(row.ends_at - at, windowMs);
    isFailing = false;
    // The middleware compares this time with the clock of this machine.
    return { totalHits: row.hits, resetTime: new Date(Date.now() + left) };
  }

  function failed(error: unknown): null {
    if (!isFailing) log.warn({ event: 'rate-limit-not-shared', limit: name, err: error });
    isFailing = true;
    return null;
  }

  return {
    localKeys: false,
    init(options) {
      windowMs = options.windowMs;
      own.init(options);
    },
    async increment(key) {
      const ownCount = await own.increment(key);
      const counting = count(key).catch(failed);
      if (isFailing) return ownCount;
      const shared = await withTimeout(counting, TIMEOUT_MS);
      return (
        (shared === 'late' ? failed(new Error('The database did not answer in time.')) : shared) ?? ownCount
      );
    },
    // The `Store` interface requires these two methods, but our limits do not use them.
    decrement: (key) => own.decrement(key),
    resetKey: (key) => own.resetKey(key),
  };
}
