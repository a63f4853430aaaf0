import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';

/** Milliseconds between readings of the database's clock. */
const READ_INTERVAL_MS = 10_000;
/** A reading that took longer than this is not precise enough to replace the previous reading. */
const MAX_READING_MS = 1000;

/** The clock of the PostgreSQL server, which all servers of the site share. */
export interface DatabaseClock {
  /** Returns epoch milliseconds, precise to a few milliseconds. */
  now(): number;
  /** Reads the database's clock again. Called every ten seconds. */
  read(): Promise<void>;
  stop(): void;
}

interface Options {
  /** Returns the database's time in epoch milliseconds. */
  readTime: () => Promise<number>;
  log: Logger;
  /** Returns milliseconds from a monotonic clock. */
  elapsed?: () => number;
}

/**
 * Reads the database's clock now and every ten seconds, and adds the time since then from a monotonic clock. The
 * clock of this machine is not used, because it may be wrong or be changed while the server runs. Rejects if the
 * first reading fails.
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
    // Until the database responds again, times are computed from the last reading.
    read().catch((error: unknown) => log.warn({ event: 'database-clock-not-read', err: error }));
  }, READ_INTERVAL_MS);
  timer.unref();
  return {
    now: () => Math.round((start ?? 0) + elapsed()),
    read,
    stop: () => clearInterval(timer),
  };
}

/** Reads PostgreSQL's current time, in epoch milliseconds. */
export async function postgresTime<Tables>(query: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ time: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as time
  `.execute(query);
  const [row] = rows;
  if (!row) throw new Error('The database does not tell its time.');
  return row.time;
}
