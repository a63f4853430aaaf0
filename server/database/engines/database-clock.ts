import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';

/** Milliseconds between readings of the database's clock. */
const READ_INTERVAL_MS = 10_000;
/** Readings when the clock is opened, of which the most precise one counts. */
const FIRST_READINGS = 3;

/** The clock of the PostgreSQL server, which all servers of the site share. */
export interface DatabaseClock {
  /** Returns epoch milliseconds, precise to a few milliseconds. */
  now(): number;
  /** Reads the database's clock again, as happens every ten seconds anyway. */
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
 * clock of this machine is not used, because it may be wrong or be changed while the server runs. A reading replaces
 * a more precise one only if the two contradict each other, so that time does not go back and forth while the database
 * is slow. Rejects if one of the first readings fails.
 */
export async function openDatabaseClock({
  readTime,
  log,
  elapsed = () => performance.now(),
}: Options): Promise<DatabaseClock> {
  /** The database's time when `elapsed` was 0. */
  let start = 0;
  /** Milliseconds by which `start` may be wrong: half of the time that the reading took. */
  let error = Number.POSITIVE_INFINITY;
  let isReading = false;

  async function read(): Promise<void> {
    if (isReading) return;
    isReading = true;
    try {
      const before = elapsed();
      const time = await readTime();
      const after = elapsed();
      const next = { start: time - (before + after) / 2, error: (after - before) / 2 };
      if (next.error <= error || Math.abs(next.start - start) > next.error + error) ({ start, error } = next);
    } finally {
      isReading = false;
    }
  }

  for (let count = 0; count < FIRST_READINGS; count += 1) await read();
  const timer = setInterval(() => {
    // Until the database responds again, times are computed from the last reading.
    read().catch((error: unknown) => log.warn({ event: 'database-clock-not-read', err: error }));
  }, READ_INTERVAL_MS);
  timer.unref();
  return {
    now: () => Math.round(start + elapsed()),
    read,
    stop: () => clearInterval(timer),
  };
}

/** Reads PostgreSQL's current time, in epoch milliseconds. */
export async function readPostgresTime<Tables>(query: Kysely<Tables>): Promise<number> {
  const { rows } = await sql<{ time: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as time
  `.execute(query);
  const [row] = rows;
  if (!row) throw new Error('The database does not tell its time.');
  return row.time;
}
