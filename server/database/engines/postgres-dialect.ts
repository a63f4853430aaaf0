import { Socket } from 'node:net';
import { CompiledQuery, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { postgresError } from './postgres-error.ts';

/** Default maximum number of connections in a pool. */
const POOL_CONNECTIONS = 10;
/** Maximum milliseconds that a query waits for a connection: less than `QUERY_SOCKET_TIMEOUT_MS`. */
const CONNECT_TIMEOUT_MS = 10_000;
/**
 * Milliseconds of silence before TCP keep-alive probes check a connection. Without them, a connection that only waits
 * for notifications (`content-messages.ts`) would never notice that its database vanished.
 */
const SILENCE_MS = 10_000;
/**
 * Milliseconds without a byte in either direction after which the server's queries fail: less than the 20 seconds that
 * forms wait. Keep-alive probes do not find a lost database during a query, because TCP repeats what it sent for about
 * 15 minutes.
 */
export const QUERY_SOCKET_TIMEOUT_MS = 15_000;

/** Name of our connections in `pg_stat_activity`. A restore uses it to detect running servers. */
export const POSTGRES_APPLICATION_NAME = 'lintel';

/** Returns the options that all our connections must use, including those outside the pool. */
export function postgresConnectionOptions(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: POSTGRES_APPLICATION_NAME,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENCE_MS,
  };
}

/** The OID of `int8` in PostgreSQL. */
const INT8_CODE = 20;

interface Silence {
  /** Milliseconds without a byte in either direction. */
  limit: number;
  /** Whether a query may take longer at this time. */
  isAllowed?: () => boolean;
}

interface PoolOptions {
  /** Maximum number of connections. */
  size?: number;
  /** When a silent connection is closed, so that its query fails. By default, never. */
  silence?: Silence;
}

/**
 * Creates a dialect with its own connection pool. The first query throws a `DatabaseError` if there is no connection.
 * `onError` receives errors of open connections. `int8` values become numbers, because ours, such as milliseconds and
 * counts, are far below 2^53.
 */
export function createPostgresDialect(
  url: string,
  onError: (error: Error) => void,
  { size = POOL_CONNECTIONS, silence }: PoolOptions = {},
): PostgresDialect {
  const createPool = async () => {
    // The driver is loaded only when it is needed, because most servers use SQLite.
    const { default: pg } = await import('pg');
    const pool = new pg.Pool({
      ...postgresConnectionOptions(url),
      max: size,
      stream: () => createSocket(silence),
      types: {
        getTypeParser: (oid: number, format?: 'text' | 'binary') =>
          oid === INT8_CODE && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
      },
    });
    // Without these listeners, a broken connection, whether idle or in use, would end the process.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', onError));
    const connect = () => pool.connect();
    // The first attempt may time out while the database is busy, so there is a second one.
    const first = await connect()
      .catch(connect)
      .catch(async (error: unknown) => {
        await pool.end();
        throw postgresError(error, url);
      });
    first.release();
    return pool;
  };
  return new PostgresDialect({
    pool: createPool,
    async onCreateConnection(connection) {
      if (!silence) return;
      for (const setting of [
        // For the server's queries, which are short. Starting parallel workers takes longer than most of them, and they
        // would take processor time from visitors' pages.
        'max_parallel_workers_per_gather = 0',
        // Otherwise, PostgreSQL goes on with the query of a closed connection. Before version 14, it lacks this setting.
        `client_connection_check_interval = ${silence.limit}`,
      ]) {
        await connection.executeQuery(CompiledQuery.raw(`set ${setting}`)).catch(() => {});
      }
    },
  });
}

function createSocket(silence: Silence | undefined): Socket {
  const socket = new Socket();
  if (!silence) return socket;
  socket.on('timeout', () => {
    if (silence.isAllowed?.()) return;
    // The operating system reports a lost connection with the same code.
    socket.destroy(Object.assign(new Error('PostgreSQL does not answer.'), { code: 'ETIMEDOUT' }));
  });
  return socket.setTimeout(silence.limit);
}
