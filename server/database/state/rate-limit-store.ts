import { MemoryStore, type ClientRateLimitInfo, type Options, type Store } from 'express-rate-limit';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { withTimeLimit } from '../../platform/async/time-limit.ts';
import { tokenHash } from '../../platform/security/tokens.ts';
import type { OpenDatabase } from '../open-database.ts';

/** Creates the store of one rate limit. `name` keeps its counts apart from those of the others. */
export type RateLimitStores = (name: string) => Store;

/** Milliseconds that a request waits for the shared count. Once it was late, later requests do not wait for it. */
const TIMEOUT_MS = 5000;

/** Creates the stores. Servers that share a PostgreSQL database also share the counts; with SQLite there is one server. */
export function createRateLimitStores(
  database: Pick<OpenDatabase, 'query' | 'engine' | 'now'>,
  log: Logger,
): RateLimitStores {
  return (name) =>
    database.engine === 'postgres' ? new SharedStore(database, name, log) : new MemoryStore();
}

/**
 * Counts in the database, and in memory too. While the database does not answer, the server's own count applies, so that
 * neither visitors are locked out nor attackers let in.
 */
class SharedStore implements Store {
  readonly localKeys = false;
  readonly #database: Pick<OpenDatabase, 'query' | 'now'>;
  readonly #name: string;
  readonly #log: Logger;
  readonly #own = new MemoryStore();
  #window = 0;
  #isFailing = false;

  constructor(database: Pick<OpenDatabase, 'query' | 'now'>, name: string, log: Logger) {
    this.#database = database;
    this.#name = name;
    this.#log = log;
  }

  init(options: Options): void {
    this.#window = options.windowMs;
    this.#own.init(options);
  }

  async increment(key: string): Promise<ClientRateLimitInfo> {
    const own = await this.#own.increment(key);
    const shared = await this.#inTime(this.#count(key));
    return shared ?? own;
  }

  async decrement(key: string): Promise<void> {
    await this.#own.decrement(key);
    const { query } = this.#database;
    await this.#inTime(
      query
        .updateTable('rate_limits')
        .set({ hits: sql<number>`hits - 1` })
        .where('key_hash', '=', this.#hash(key))
        .where('hits', '>', 0)
        .execute(),
    );
  }

  async resetKey(key: string): Promise<void> {
    await this.#own.resetKey(key);
    const { query } = this.#database;
    await this.#inTime(query.deleteFrom('rate_limits').where('key_hash', '=', this.#hash(key)).execute());
  }

  /** Counts a hit in one statement, so that servers that count at once lose none. */
  async #count(key: string): Promise<ClientRateLimitInfo> {
    const { query } = this.#database;
    const now = this.#database.now();
    const end = now + this.#window;
    const row = await query
      .insertInto('rate_limits')
      .values({ key_hash: this.#hash(key), hits: 1, ends_at: end })
      .onConflict((conflict) =>
        conflict.column('key_hash').doUpdateSet({
          hits: sql<number>`case when rate_limits.ends_at <= ${now} then 1 else rate_limits.hits + 1 end`,
          ends_at: sql<number>`case when rate_limits.ends_at <= ${now} then ${end} else rate_limits.ends_at end`,
        }),
      )
      .returning(['hits', 'ends_at'])
      .executeTakeFirstOrThrow();
    // Another server's reading of the database's clock may be some milliseconds ahead.
    const left = Math.min(row.ends_at - now, this.#window);
    // The middleware compares this time with the clock of this machine.
    return { totalHits: row.hits, resetTime: new Date(Date.now() + left) };
  }

  /** Addresses of visitors are not stored. */
  #hash(key: string): string {
    return tokenHash(`${this.#name} ${key}`);
  }

  /** Returns null if the database fails, or does not answer in time. */
  async #inTime<Value>(work: Promise<Value>): Promise<Value | null> {
    const noted = work.then(
      (value) => {
        this.#isFailing = false;
        return value;
      },
      (error: unknown) => this.#failed(error),
    );
    if (this.#isFailing) return null;
    const value = await withTimeLimit(noted, TIMEOUT_MS);
    return value === 'late' ? this.#failed(new Error('The database did not answer in time.')) : value;
  }

  #failed(error: unknown): null {
    if (!this.#isFailing) this.#log.warn({ event: 'rate-limit-not-shared', limit: this.#name, err: error });
    this.#isFailing = true;
    return null;
  }
}
