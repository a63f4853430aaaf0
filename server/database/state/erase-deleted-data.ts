import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { LEAD_SEARCH_INDEX_TABLE } from '../schema/lead-search.ts';

/** Maximum size in bytes of a file that is vacuumed. At this size, a vacuum blocks writes for about a second. */
const MAX_VACUUM_BYTES = 64 * 1024 * 1024;
/**
 * Number of attempts to empty the WAL while another process uses it. In milliseconds, `PAUSE_MS` is both the lock
 * timeout of an attempt and the pause after it.
 */
const TRIES = 20;
const PAUSE_MS = 250;
/**
 * Number of pages of the search index to merge per transaction, and the pause between these transactions in
 * milliseconds, so that other connections can write.
 */
const MERGE_PAGES = 200;
const MERGE_PAUSE_MS = 15;

/**
 * Erases deleted data from the files of a database. `secure_delete` has overwritten the data with zeros, but copies
 * may remain in the WAL, in the search index, and in pages from which rows were moved. The copies in pages are erased
 * only in files of up to `MAX_VACUUM_BYTES`. Blocks the calling thread. Throws an error if a lock is not free within
 * `busyTimeout` milliseconds, or if the WAL cannot be emptied.
 */
export async function eraseDeletedData(file: string, busyTimeout: number): Promise<void> {
  const database = new DatabaseSync(file, { timeout: busyTimeout });
  try {
    database.exec('pragma secure_delete = on;');
    try {
      await mergeSearchIndex(database);
      if (fileBytes(database) <= MAX_VACUUM_BYTES) database.exec('vacuum');
    } finally {
      await emptyLog(database);
    }
  } finally {
    database.close();
  }
}

/**
 * Rewrites the search index, which otherwise keeps the words of deleted leads and only marks them as deleted. In FTS5,
 * `merge` with a negative number starts a merge of everything, and with a positive number continues it. The merge is
 * complete when a call changes fewer than two rows.
 */
async function mergeSearchIndex(database: DatabaseSync): Promise<void> {
  const merge = database.prepare(
    `insert into ${LEAD_SEARCH_INDEX_TABLE} (${LEAD_SEARCH_INDEX_TABLE}, rank) values ('merge', ?)`,
  );
  const changes = database.prepare('select total_changes() as changes');
  const changed = () => Number(changes.get()?.['changes']);
  for (let pages = -MERGE_PAGES; ; pages = MERGE_PAGES) {
    const before = changed();
    merge.run(pages);
    if (changed() - before < 2) return;
    await delay(MERGE_PAUSE_MS);
  }
}

function fileBytes(database: DatabaseSync): number {
  const size = database.prepare(
    'select page_count * page_size as bytes from pragma_page_count, pragma_page_size',
  );
  return Number(size.get()?.['bytes']);
}

async function emptyLog(database: DatabaseSync): Promise<void> {
  // With the timeout of the other statements, a locked database would block the thread for much longer.
  database.exec(`pragma busy_timeout = ${PAUSE_MS}`);
  const checkpoint = database.prepare('pragma wal_checkpoint(truncate)');
  for (let tried = 1; tried <= TRIES; tried += 1) {
    if (checkpoint.get()?.['busy'] === 0) return;
    await delay(PAUSE_MS);
  }
  throw new Error('Another process reads the database. What was deleted is erased after the next deletion.');
}
