import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';

/** Milliseconds between readings of the database's clock. */
const READ_INTERVAL_MS = 10_000;
/** A reading that took longer, in milliseconds, is not precise enough to replace the previous one. */
const MAX_READING_MS = 1000;

/** The time of a PostgreSQL server, which is the same on all servers of the site. */
export interface DatabaseClock {
  /** Returns epoch milliseconds, precise to a few milliseconds. */
  now(): number;
  /** Reads the database's clock again. Called every ten seconds. */
  read(): Promise<void>;
  stop(): void;
}

interface Options {
  /** Asks the database for its time in epoch milliseconds. */
  readTime: () => Promise<number>;
  log: Logger;
  /** Returns the milliseconds of a timer that nobody can set. */
  elapsed?: () => number;
}

/**
 * Reads the database's clock, and again every ten seconds. In between, the process's monotonic timer counts on. So the
 * clock of this machine has no influence: it may be wrong, or set while the server runs.
 */
export async function openDatabaseClock({
  readTime,
  log,
  elapsed = () => performance.now(),
}: Options): Promise<DatabaseClock> {
  /** The database's time when `elapsed` was 0. */
  let start: number | null = null;
  let isReading = false;

  async function read(): Promise<void> {
    if (isReading) return;
    isReading = true;
    try {
      const before = elapsed();
      const time = await readTime();
      const after = elapsed();
      if (start === null || after - before <= MAX_READING_MS) start = time - (before + after) / 2;
    } finally {
      isReading = false;
    }
  }

  await read();
  const timer = setInterval(() => {
    // Until the database answers again, the last reading counts on.
    read().catch((error: unknown) => log.warn({ event: 'database-clock-not-read', err: error }));
  }, READ_INTERVAL_MS);
  timer.unref();
  return {
    now: () => Math.round((start ?? 0) + elapsed()),
    read,
    stop: () => clearInterval(timer),
  };
}

/** Asks PostgreSQL for its time in epoch milliseconds. */
export async function postgresTime<Tables>(query: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ time: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as time
  `.execute(query);
  const [row] = rows;
  if (!row) throw new Error('The database does not tell its time.');
  return row.time;
}
