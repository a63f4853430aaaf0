import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { Database } from '../schema/schema.ts';

/** Maximum size in bytes of a file that is vacuumed. At this size, a vacuum blocks writes for about a second. */
const MAX_LOG_BYTES = 64 * 1024 * 1024;
/** Number of attempts to empty the WAL while another process reads it, and milliseconds between them. */
const TRIES = 20;
const PAUSE_MS = 250;

/**
 * Erases deleted data from the database files. `secure_delete` has overwritten it with zeros, but copies may remain in
 * the WAL and in pages from which rows were moved. Throws if the WAL cannot be emptied.
 */
export async function eraseDeleted(query: Kysely<Database>): Promise<void> {
  const { rows: sizes } = await sql<{ bytes: number }>`
    select page_count * page_size as bytes from pragma_page_count, pragma_page_size
  `.execute(query);
  try {
    if ((sizes[0]?.bytes ?? 0) <= MAX_LOG_BYTES) await sql`vacuum`.execute(query);
  } finally {
    await emptyLog(query);
  }
}

async function emptyLog(query: Kysely<Database>): Promise<void> {
  for (let tried = 1; tried <= TRIES; tried += 1) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(query);
    if (rows[0]?.busy === 0) return;
    await delay(PAUSE_MS);
  }
  throw new Error('Another process reads the database. What was deleted is erased after the next deletion.');
}
