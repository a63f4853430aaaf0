/** What a fault of the database asks for: `again` goes away by itself, `unreachable` concerns every lead. */
export type StoreFault = 'again' | 'unreachable' | 'this-lead';

/** Another server was faster or wrote at the same time: unique, serialization, deadlock, lock (PostgreSQL's codes). */
const AGAIN = new Set(['23505', '40001', '40P01', '55P03']);
const SQLSTATE = /^[0-9A-Z]{5}$/;
/** Classes of PostgreSQL's codes: connection, sign-in, no such database, resources, operators, system, internal. */
const POSTGRES_UNREACHABLE = /^(08|28|3D|53|57|58|F0|XX)/;
/** SQLite's primary result codes. Busy and locked have had their waiting time already. */
const SQLITE_CONSTRAINT = 19;
const SQLITE_UNREACHABLE = new Set([5, 6, 8, 10, 11, 13, 14, 26]);

/** What is wrong with the database, told from its error. */
export function storeFault(error: unknown): StoreFault {
  const { code, errcode } = codesOf(error);
  if (errcode !== null) {
    const primary = errcode & 0xff;
    if (primary === SQLITE_CONSTRAINT) return 'again';
    return SQLITE_UNREACHABLE.has(primary) ? 'unreachable' : 'this-lead';
  }
  // The driver of PostgreSQL says with a plain error that a connection broke. Any other kind is a fault of ours.
  if (code === null) return error instanceof Error && error.name === 'Error' ? 'unreachable' : 'this-lead';
  if (AGAIN.has(code)) return 'again';
  return SQLSTATE.test(code) && !POSTGRES_UNREACHABLE.test(code) ? 'this-lead' : 'unreachable';
}

/** How a fault is logged: its code alone, for messages and details of databases can hold a row's values. */
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
