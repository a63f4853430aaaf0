import { setTimeout as delay } from 'node:timers/promises';
import { sql, type Kysely } from 'kysely';
import type { Database } from './schema.ts';

/**
 * Size in bytes of the largest file that is vacuumed. This takes about a second, during which no lead can be stored.
 */
const LARGEST = 64 * 1024 * 1024;
/** Number of attempts to empty the log while another process reads it, and the milliseconds between them. */
const TRIES = 20;
const PAUSE = 250;

/**
 * Erases deleted data from the files of the embedded database. `secure_delete` has already overwritten it with zeros,
 * but copies remain in the log and sometimes where rows were moved between pages. Throws if the log cannot be emptied.
 */
export async function eraseDeleted(query: Kysely<Database>): Promise<void> {
  const { rows: sizes } = await sql<{ bytes: number }>`
    select page_count * page_size as bytes from pragma_page_count, pragma_page_size
  `.execute(query);
  try {
    if ((sizes[0]?.bytes ?? 0) <= LARGEST) await sql`vacuum`.execute(query);
  } finally {
    await emptyLog(query);
  }
}

async function emptyLog(query: Kysely<Database>): Promise<void> {
  for (let tried = 1; tried <= TRIES; tried += 1) {
    const { rows } = await sql<{ busy: number }>`pragma wal_checkpoint(truncate)`.execute(query);
    if (rows[0]?.busy === 0) return;
    await delay(PAUSE);
  }
  throw new Error('Another process reads the database. What was deleted is erased after the next deletion.');
}
