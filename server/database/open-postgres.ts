import { PostgresDialect } from 'kysely';
import pg from 'pg';

/** Connections one server may hold. */
const POOL_SIZE = 10;
/** Milliseconds until a connection that cannot be had is a fault. */
const CONNECT_TIMEOUT = 5000;
/**
 * Milliseconds of silence until a connection is asked whether anybody is there. A server that vanished without a word
 * would else be waited for without end: no lead would be stored until a restart.
 */
const SILENCE = 10_000;

/** What the database shows as the name of our connections: a restore looks whether a server has one. */
export const APPLICATION_NAME = 'lintel';

/** Oid of `int8` in PostgreSQL. */
const INT8 = 20;

/** Reaches a PostgreSQL. Whole numbers come as numbers: ours are milliseconds and counts, far below 2^53. */
export function openPostgres(url: string, onError: (error: Error) => void): PostgresDialect {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: APPLICATION_NAME,
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT,
    keepAlive: true,
    keepAliveInitialDelayMillis: SILENCE,
    types: {
      getTypeParser: (oid: number, format?: 'text' | 'binary') =>
        oid === INT8 && format !== 'binary' ? Number : pg.types.getTypeParser(oid, format),
    },
  });
  // A connection that breaks must not end the process: neither one nobody uses, nor one between two statements.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', onError));
  return new PostgresDialect({ pool });
}
