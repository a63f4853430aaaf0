import { DatabaseError } from './database-error.ts';

/** Node's error codes if no server accepts the connection, or if the connection breaks. */
const NOT_THERE = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
]);
const UNKNOWN_HOST = new Set(['ENOTFOUND', 'EAI_AGAIN']);
/** PostgreSQL's codes while it starts, stops or recovers. */
const STARTING = new Set(['57P01', '57P02', '57P03']);

/**
 * Converts an error of the first connection to PostgreSQL to a `DatabaseError` that says how to fix it. For an unknown
 * error, the message quotes the driver's message.
 */
export function postgresError(error: unknown, url: string): DatabaseError {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const { host, user, database } = placeOf(url);
  const databaseError = (message: string, mayPass = false) =>
    new DatabaseError(mayPass ? 'unreachable' : 'unusable', `DATABASE_URL: ${message}`, { cause: error });
  if (NOT_THERE.has(code)) {
    return databaseError(
      `nothing answers at ${host} (${code}). Start PostgreSQL, or correct the host and port.`,
      true,
    );
  }
  if (UNKNOWN_HOST.has(code)) {
    return databaseError(
      `the host of ${host} is not known (${code}). Correct it, or check the name server.`,
      true,
    );
  }
  if (STARTING.has(code))
    return databaseError(`PostgreSQL at ${host} is starting or stopping (${code}). Wait for it.`, true);
  switch (code) {
    case '28P01':
    case '28000':
      return databaseError(
        `PostgreSQL at ${host} refuses the user ${user} (${code}). Correct the user and the password.`,
      );
    case '3D000':
      return databaseError(
        `PostgreSQL at ${host} has no database ${database}. Create it, or correct the name.`,
      );
    case '53300':
      return databaseError(
        `PostgreSQL at ${host} has no free connection (53300). Each server needs about 15: raise max_connections.`,
        true,
      );
    case '42501':
      return databaseError(
        `the user ${user} may not create tables in ${database}. Make it the owner of the database, or grant it "create" on the schema public.`,
      );
    case '25006':
      return databaseError(`PostgreSQL at ${host} is read-only, as a standby is. Name the primary server.`);
    default: {
      // The driver throws errors without a code if a connection ends or does not open in time. Both may be temporary.
      const reason = error instanceof Error ? error.message : 'unknown reason';
      return databaseError(
        `PostgreSQL at ${host} cannot be used (${reason}). Check the address and its options.`,
        code === '',
      );
    }
  }
}

function placeOf(url: string): { host: string; user: string; database: string } {
  const read = URL.parse(url);
  return {
    host: read?.host || 'this machine',
    user: decodeURIComponent(read?.username ?? '') || '(none given)',
    database: decodeURIComponent(read?.pathname.slice(1) ?? '') || '(none given)',
  };
}
