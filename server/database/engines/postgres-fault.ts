/** PostgreSQL cannot be used with these settings. The message names the cause and the fix, and never the password. */
export class PostgresFault extends Error {
  /** Whether the cause may pass by itself, as when PostgreSQL is starting. */
  readonly mayPass: boolean;

  constructor(message: string, mayPass: boolean, cause: unknown) {
    super(message, { cause });
    this.mayPass = mayPass;
  }
}

/** Node's codes for a server that is not there, or not yet. */
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

/** Describes an error of the first connection to PostgreSQL. Other errors of the driver get its own message. */
export function postgresFault(error: unknown, url: string): PostgresFault {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const { host, user, database } = placeOf(url);
  const fault = (message: string, mayPass = false) =>
    new PostgresFault(`DATABASE_URL: ${message}`, mayPass, error);
  if (NOT_THERE.has(code)) {
    return fault(
      `nothing answers at ${host} (${code}). Start PostgreSQL, or correct the host and port.`,
      true,
    );
  }
  if (UNKNOWN_HOST.has(code)) {
    return fault(`the host of ${host} is not known (${code}). Correct it, or check the name server.`, true);
  }
  if (STARTING.has(code))
    return fault(`PostgreSQL at ${host} is starting or stopping (${code}). Wait for it.`, true);
  switch (code) {
    case '28P01':
    case '28000':
      return fault(
        `PostgreSQL at ${host} refuses the user ${user} (${code}). Correct the user and the password.`,
      );
    case '3D000':
      return fault(`PostgreSQL at ${host} has no database ${database}. Create it, or correct the name.`);
    case '53300':
      return fault(
        `PostgreSQL at ${host} has no free connection (53300). Each server needs about 15: raise max_connections.`,
        true,
      );
    case '42501':
      return fault(
        `the user ${user} may not create tables in ${database}. Make it the owner of the database, or grant it "create" on the schema public.`,
      );
    case '25006':
      return fault(`PostgreSQL at ${host} is read-only, as a standby is. Name the primary server.`);
    default: {
      // The driver throws plain errors for a connection that ends or does not open in time.
      const reason = error instanceof Error ? error.message : 'unknown reason';
      return fault(
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
