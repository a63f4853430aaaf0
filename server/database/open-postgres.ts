import { PostgresDialect } from 'kysely';
import pg from 'pg';

/** Maximum number of connections per server. */
const POOL_SIZE = 10;
/** Milliseconds to wait for a connection before it counts as an error. */
const CONNECT_TIMEOUT = 5000;
/**
 * Milliseconds of silence before a TCP keep-alive probe is sent. Without probes, the server would wait forever for a
 * database that vanished, and would store no leads until a restart.
 */
const SILENCE = 10_000;

/**
 * The name under which the database lists our connections. A restore uses it to check whether a server is connected.
 */
export const APPLICATION_NAME = 'lintel';

/** Returns the options for all our connections. */
export function connectionOptions(url: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: APPLICATION_NAME,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENCE,
  };
}

/** The OID of `int8` in PostgreSQL. */
const INT8 = 20;

/** Opens a PostgreSQL database. Returns `int8` values as numbers: ours are milliseconds and counts, far below 2^53. */
export function openPostgres(
  url: string,
  onError: (error: Error) => void,
  poolSize = POOL_SIZE,
): PostgresDialect {
  const pool = new pg.Pool({
    ...connectionOptions(url),
    max: poolSize,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  // A broken connection must not end the process, whether it is idle or between two statements.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', onError));
  return new PostgresDialect({ pool });
}
