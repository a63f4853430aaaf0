/**
 * `again`: a conflict, so a retry may succeed. `unreachable`: the database cannot be used, so no lead can be stored.
 * `this-lead`: only this lead cannot be stored.
 */
type StoreFault = 'again' | 'unreachable' | 'this-lead';

/**
 * PostgreSQL's codes for conflicts between servers: unique violation, serialization failure, deadlock, and lock not
 * available.
 */
const AGAIN = new Set(['23505', '40001', '40P01', '55P03']);
const SQLSTATE = /^[0-9A-Z]{5}$/;
/**
 * PostgreSQL's error classes for connection, authorization, missing database, resources, operator intervention, system
 * errors and internal errors.
 */
const POSTGRES_UNREACHABLE = /^(08|28|3D|53|57|58|F0|XX)/;
/**
 * SQLite's primary result codes. Busy (5) and locked (6) count as unreachable, because the dialect has already retried.
 */
const SQLITE_CONSTRAINT_CODE = 19;
const SQLITE_UNREACHABLE = new Set([5, 6, 8, 10, 11, 13, 14, 26]);

/** Classifies a database error. Errors from our own code count as `this-lead`. */
export function storeFault(error: unknown): StoreFault {
  const { code, errcode } = codesOf(error);
  if (errcode !== null) {
    const primary = errcode & 0xff;
    if (primary === SQLITE_CONSTRAINT_CODE) return 'again';
    return SQLITE_UNREACHABLE.has(primary) ? 'unreachable' : 'this-lead';
  }
  // The PostgreSQL driver throws a plain Error when a connection breaks. Any other class is a bug in our code.
  if (code === null) return error instanceof Error && error.name === 'Error' ? 'unreachable' : 'this-lead';
  if (AGAIN.has(code)) return 'again';
  return SQLSTATE.test(code) && !POSTGRES_UNREACHABLE.test(code) ? 'this-lead' : 'unreachable';
}

/** Returns an error's code for the log. Its message must not be logged, because it may contain values of a row. */
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
