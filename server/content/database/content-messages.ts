import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';
import { runInBackground } from '../../platform/async/run-in-background.ts';
import type pg from 'pg';
import { postgresConnectionOptions } from '../../database/engines/postgres-dialect.ts';
import { readContentState, type ContentTables } from './content-tables.ts';

/** Handlers for messages from other servers that use the same database. */
export interface ContentMessageHandlers {
  /** Called when this version of the contents has been stored. */
  onVersion?: (version: number) => void;
  /** Called when the syncing server should check WordPress now. */
  onCheck?: () => void;
}

/** The PostgreSQL `NOTIFY` channel between servers that share a database. */
const CHANNEL = 'lintel_content';
/** Milliseconds before a lost connection is reopened, and between checks for a version that was not announced. */
const RECONNECT_MS = 1_000;
const CHECK_INTERVAL_MS = 5_000;

/** Notifies other servers of the version when the transaction commits. */
export async function announceContentVersion(
  version: number,
  transaction: Kysely<ContentTables>,
): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, ${String(version)})`.execute(transaction);
}

/** Asks the syncing server to check WordPress now. */
export async function requestWordPressCheck(query: Kysely<ContentTables>): Promise<void> {
  await sql`select pg_notify(${CHANNEL}, 'check')`.execute(query);
}

/**
 * Listens for messages from other servers on a dedicated connection. Also checks the version after each connect and
 * at intervals, in case a message was lost. Returns a function that stops listening.
 */
export function listenForContentMessages(
  url: string,
  query: Kysely<ContentTables>,
  listeners: readonly ContentMessageHandlers[],
  log: Logger,
): () => Promise<void> {
  let client: pg.Client | null = null;
  let again: NodeJS.Timeout | undefined;
  let stopped = false;

  function announce(version: number): void {
    for (const listener of stopped ? [] : listeners) listener.onVersion?.(version);
  }

  function look(): void {
    readContentState(query, 'version').then(
      (version) => version !== null && announce(Number(version)),
      // Ignored, because the mirror's own queries fail too and are logged.
      () => {},
    );
  }

  async function connect(): Promise<void> {
    const { Client } = (await import('pg')).default;
    if (stopped) return;
    const mine = new Client(postgresConnectionOptions(url));
    client = mine;
    const lost = (reason: unknown) => {
      if (client !== mine) return;
      client = null;
      log.warn({ event: 'content-listening-lost', err: reason });
      runInBackground(log, 'content-listening-not-ended', () => end(mine));
      if (!stopped) again = setTimeout(start, RECONNECT_MS).unref();
    };
    mine.on('error', lost);
    mine.on('end', () => lost(new Error('The connection has ended.')));
    mine.on('notification', ({ payload = '' }) => {
      const active = stopped ? [] : listeners;
      if (payload === 'check') for (const listener of active) listener.onCheck?.();
      else announce(Number(payload));
    });
    try {
      await mine.connect();
      await mine.query(`listen ${CHANNEL}`);
      look();
    } catch (error) {
      lost(error);
    }
  }

  const start = () => runInBackground(log, 'content-listening-failed', connect);

  start();
  const fallback = setInterval(look, CHECK_INTERVAL_MS).unref();
  return async () => {
    stopped = true;
    clearTimeout(again);
    clearInterval(fallback);
    const last = client;
    client = null;
    if (last) await end(last);
  };
}

/** Closes a connection. Ignores errors, because the connection may already be broken. */
async function end(client: pg.Client): Promise<void> {
  await client.end().catch(() => {});
}
