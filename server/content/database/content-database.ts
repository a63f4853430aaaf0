import { once } from 'node:events';
import { renameSync, rmSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { Kysely, sql, type Transaction } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../../platform/config/config.ts';
import { singleFlight } from '../../platform/async/single-flight.ts';
import { createPostgresDialect, QUERY_SOCKET_TIMEOUT_MS } from '../../database/engines/postgres-dialect.ts';
import { DatabaseError } from '../../database/engines/database-error.ts';
import { postgresError } from '../../database/engines/postgres-error.ts';
import { openSqlite } from '../../database/engines/open-sqlite.ts';
import {
  requestWordPressCheck,
  announceContentVersion,
  listenForContentMessages,
  type ContentMessageHandlers,
} from './content-messages.ts';
import { createContentTables, type ContentTables } from './content-tables.ts';

/** The database for our copy of WordPress and for data derived from it. */
export interface ContentDatabase {
  query: Kysely<ContentTables>;
  engine: 'sqlite' | 'postgres';
  /** Notifies other servers of the version when the transaction that wrote it commits. */
  notify(version: number, transaction: Transaction<ContentTables>): Promise<void>;
  /** Asks the syncing server to check WordPress now. */
  requestCheck(): Promise<void>;
  /**
   * Passes messages from other servers to these handlers, until the database is closed. Does nothing with SQLite,
   * which has no messages.
   */
  listen(messages: ContentMessageHandlers): void;
  close(): Promise<void>;
}

/** File name in the data folder. The leads are in another file, so that a large sync never delays a lead. */
const CONTENT_FILE = 'content.db';

/** Key of the advisory lock that keeps servers from creating the tables at the same time. The number is arbitrary. */
const TABLES_LOCK_KEY = 7_305_111;
const POOL_CONNECTIONS = 4;

/**
 * Opens the content database and creates missing tables. Replaces a damaged SQLite file with an empty one, and keeps it
 * as `content.db.damaged`. Throws a `DatabaseError` that states the fix if the database cannot be opened.
 */
export async function openContentDatabase(
  config: Pick<Config, 'dataDir' | 'databaseUrl'>,
  log: Logger,
): Promise<ContentDatabase> {
  return config.databaseUrl === null
    ? openEmbedded(config.dataDir, log)
    : openShared(config.databaseUrl, log);
}

async function openEmbedded(dataDir: string, log: Logger): Promise<ContentDatabase> {
  const open = async () => {
    const query = new Kysely<ContentTables>({
      dialect: openSqlite(dataDir, { name: CONTENT_FILE, synchronous: 'normal' }),
    });
    try {
      await createContentTables(query);
      const { rows } = await sql<{ quick_check: string }>`pragma quick_check(1)`.execute(query);
      if (rows[0]?.quick_check !== 'ok')
        throw new DatabaseError('damaged', rows[0]?.quick_check ?? 'The check has no result.');
      await sql`pragma wal_autocheckpoint = 0`.execute(query);
      return query;
    } catch (error) {
      await query.destroy();
      throw error;
    }
  };
  const query = await open().catch((error: unknown) => {
    const file = path.join(dataDir, CONTENT_FILE);
    if (!isDamaged(error)) throw error;
    // The data is only a copy and is read from WordPress again.
    setAside(file);
    log.error(
      { event: 'content-database-replaced', err: error, file },
      `The copy of WordPress's content in ${file} was damaged. It is kept as ${file}.damaged; WordPress is read again.`,
    );
    return open();
  });
  const stopCheckpoints = startCheckpoints(path.join(dataDir, CONTENT_FILE), log);
  return {
    query,
    engine: 'sqlite',
    notify: () => Promise.resolve(),
    requestCheck: () => Promise.resolve(),
    listen: () => {},
    async close() {
      await stopCheckpoints();
      await query.destroy();
    },
  };
}

/** Size of SQLite's write-ahead log, in bytes, that triggers a checkpoint, and milliseconds between size checks. */
const LARGE_LOG_BYTES = 4 * 2 ** 20;
const CHECKPOINT_INTERVAL_MS = 5_000;
const CHECKPOINT = `
  const { DatabaseSync } = require('node:sqlite');
  const database = new DatabaseSync(require('node:worker_threads').workerData, { timeout: 1000 });
  database.exec('pragma wal_checkpoint(passive); pragma wal_checkpoint(truncate);');
  database.close();
`;

/**
 * Checkpoints SQLite's write-ahead log in a worker thread. SQLite itself would do this during a commit, which would
 * block the server for half a second after the first full pass over a large WordPress.
 */
function startCheckpoints(file: string, log: Logger): () => Promise<void> {
  const checkpoint = singleFlight(async () => {
    try {
      const { size } = await stat(`${file}-wal`);
      if (size > LARGE_LOG_BYTES)
        await once(new Worker(CHECKPOINT, { eval: true, workerData: file }), 'exit');
    } catch (error) {
      log.warn({ event: 'content-checkpoint-failed', err: error });
    }
  });
  const timer = setInterval(() => void checkpoint(), CHECKPOINT_INTERVAL_MS).unref();
  return async () => {
    clearInterval(timer);
    await checkpoint.settled();
  };
}

/** SQLite's error codes for a corrupt database (`SQLITE_CORRUPT`) and for another kind of file (`SQLITE_NOTADB`). */
const DAMAGED: ReadonlySet<unknown> = new Set([11, 26]);

function isDamaged(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (
    (error instanceof DatabaseError && error.kind === 'damaged') ||
    ('errcode' in error && DAMAGED.has(error.errcode)) ||
    isDamaged(error.cause)
  );
}

function setAside(file: string): void {
  for (const part of ['-wal', '-shm']) rmSync(file + part, { force: true });
  renameSync(file, `${file}.damaged`);
}

async function openShared(url: string, log: Logger): Promise<ContentDatabase> {
  const onLost = (error: Error) => log.warn({ event: 'database-connection-lost', err: error });
  const pool = { size: POOL_CONNECTIONS, silence: { limit: QUERY_SOCKET_TIMEOUT_MS } };
  const query = new Kysely<ContentTables>({ dialect: createPostgresDialect(url, onLost, pool) });
  try {
    await query.transaction().execute(async (transaction) => {
      await sql`select pg_advisory_xact_lock(${TABLES_LOCK_KEY})`.execute(transaction);
      await createContentTables(transaction);
    });
  } catch (error) {
    await query.destroy().catch(() => {});
    throw error instanceof DatabaseError ? error : postgresError(error, url);
  }
  const listeners: ContentMessageHandlers[] = [];
  let stop: (() => Promise<void>) | null = null;
  return {
    query,
    engine: 'postgres',
    notify: (version, transaction) => announceContentVersion(version, transaction),
    requestCheck: () => requestWordPressCheck(query),
    listen(messages) {
      listeners.push(messages);
      stop ??= listenForContentMessages(url, query, listeners, log);
    },
    async close() {
      await stop?.();
      await query.destroy();
    },
  };
}
