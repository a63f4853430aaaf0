/** How to react to a database error: `again` is temporary, `unreachable` affects every lead. */
type StoreFault = 'again' | 'unreachable' | 'this-lead';

/**
 * PostgreSQL's codes for conflicts with a server that was faster or wrote at the same time: unique, serialization,
 * deadlock, lock.
 */
const AGAIN = new Set(['23505', '40001', '40P01', '55P03']);
const SQLSTATE = /^[0-9A-Z]{5}$/;
/**
 * Classes of PostgreSQL codes: connection, authentication, missing database, resources, operators, system, internal.
 */
const POSTGRES_UNREACHABLE = /^(08|28|3D|53|57|58|F0|XX)/;
/** SQLite's primary result codes. Busy and locked databases have already been waited for. */
const SQLITE_CONSTRAINT = 19;
const SQLITE_UNREACHABLE = new Set([5, 6, 8, 10, 11, 13, 14, 26]);

/** Classifies a database error. */
export function storeFault(error: unknown): StoreFault {
  const { code, errcode } = codesOf(error);
  if (errcode !== null) {
    const primary = errcode & 0xff;
    if (primary === SQLITE_CONSTRAINT) return 'again';
    return SQLITE_UNREACHABLE.has(primary) ? 'unreachable' : 'this-lead';
  }
  // The PostgreSQL driver throws a plain Error when a connection breaks. Any other class is a bug in our code.
  if (code === null) return error instanceof Error && error.name === 'Error' ? 'unreachable' : 'this-lead';
  if (AGAIN.has(code)) return 'again';
  return SQLSTATE.test(code) && !POSTGRES_UNREACHABLE.test(code) ? 'this-lead' : 'unreachable';
}

/**
 * Returns the code of a database error, for the log. Messages are not logged, because they may contain a row's values.
 */
export function faultCode(error: unknown): string {
  const { code, errcode } = codesOf(error);
  if (errcode !== null) return `SQLITE_${errcode}`;
  return code ?? (error instanceof Error ? error.name : 'unknown');
}

function codesOf(error: unknown): { code: string | null; errcode: number | null } {
  if (!(error instanceof Error)) return { code: null, errcode: null };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  const errcode = 'errcode' in error && typeof error.errcode === 'number' ? error.errcode : null;
  return { code, errcode };
}
