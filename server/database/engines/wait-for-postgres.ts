import { setTimeout as delay } from 'node:timers/promises';
import type { Logger } from 'pino';
import { postgresConnectionOptions } from './postgres-dialect.ts';
import { DatabaseError } from './database-error.ts';
import { postgresError } from './postgres-error.ts';

/** Maximum milliseconds to wait for PostgreSQL. After a reboot, it starts at the same time as this server. */
const MAX_WAIT_MS = 60_000;
const RETRY_MS = 1_000;

interface Options {
  url: string;
  log: Pick<Logger, 'info' | 'warn'>;
  /** For tests: `connect` replaces the connection; `longest` and `every` replace the waits, in milliseconds. */
  connect?: (url: string) => Promise<void>;
  longest?: number;
  every?: number;
}

/**
 * Resolves when PostgreSQL accepts a connection. Retries for up to a minute while the failure may be temporary. After
 * that, throws a `DatabaseError`. Throws one immediately if waiting cannot help, for example if the password is wrong.
 */
export async function waitForPostgres(options: Options): Promise<void> {
  const { url, log, connect = connectOnce, longest = MAX_WAIT_MS, every = RETRY_MS } = options;
  const began = performance.now();
  for (let tried = 1; ; tried += 1) {
    try {
      await connect(url);
      if (tried > 1) log.info({ event: 'database-reached', ms: Math.round(performance.now() - began) });
      return;
    } catch (error) {
      const reason = error instanceof DatabaseError ? error : postgresError(error, url);
      if (reason.kind !== 'unreachable' || performance.now() - began >= longest) throw reason;
      if (tried === 1) {
        log.warn({ event: 'database-awaited', seconds: longest / 1000 }, `${reason.message} Waiting for it.`);
      }
    }
    await delay(every);
  }
}

async function connectOnce(url: string): Promise<void> {
  const { Client } = (await import('pg')).default;
  const client = new Client(postgresConnectionOptions(url));
  // `connect` rejects with the same error. Without this listener, the error would also end the process.
  client.on('error', () => {});
  try {
    await client.connect();
  } finally {
    await client.end().catch(() => {});
  }
}
