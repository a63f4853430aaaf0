import { PostgresDialect } from 'kysely';
import type pg from 'pg';
import { postgresError } from './postgres-error.ts';

/** Maximum number of connections per server. */
const POOL_CONNECTIONS = 10;
/** Connection timeout in milliseconds. */
const CONNECT_TIMEOUT_MS = 5000;
/**
 * Milliseconds of silence before a TCP keep-alive probe is sent. Without probes, the server would wait forever for a
 * database that vanished, and would store no leads until a restart.
 */
const SILENCE_MS = 10_000;

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

/**
 * Creates a dialect with its own connection pool. The first query throws a `DatabaseError` if there is no connection.
 * `onError` receives errors of open connections. `int8` values become numbers, because ours are milliseconds and
 * counts, far below 2^53.
 */
export function openPostgres(
  url: string,
  onError: (error: Error) => void,
  poolSize = POOL_CONNECTIONS,
): PostgresDialect {
  const createPool = async () => {
    // The driver is loaded only when it is needed, because most servers use SQLite.
    const { default: pg } = await import('pg');
    const pool = new pg.Pool({
      ...postgresConnectionOptions(url),
      max: poolSize,
      types: {
        getTypeParser: (oid: number, format?: 'text' | 'binary') =>
          oid === INT8_CODE && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
      },
    });
    // Without these listeners, a broken connection, whether idle or in use, would end the process.
    pool.on('error', () => {});
    pool.on('connect', (client) => client.on('error', onError));
    const first = await pool.connect().catch(async (error: unknown) => {
      await pool.end();
      throw postgresError(error, url);
    });
    first.release();
    return pool;
  };
  return new PostgresDialect({ pool: createPool });
}
