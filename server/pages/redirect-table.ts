import { isDeepStrictEqual } from 'node:util';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { MAX_PATH_CHARACTERS } from '../content/paths/route-path.ts';
import type { Database } from '../database/schema/schema.ts';
import { faultCode } from '../database/engines/database-error.ts';
import { withTimeLimit } from '../platform/async/time-limit.ts';

/** Milliseconds before the table is read again, since another server may have changed it. */
const FRESH_MS = 3000;
/** Maximum milliseconds that a page waits for the table to be read, so that a slow database does not delay pages. */
const READ_LIMIT_MS = 150;

interface Options {
  query: Kysely<Database>;
  log: Pick<Logger, 'warn'>;
  now?: () => number;
  /** Called after a read that found other redirects than the one before. */
  onChange?: () => void;
}

/** The operators' redirects, kept in memory. Page views cause at most one query every three seconds. */
export interface RedirectTable {
  /** Returns the target that operators have set for a path: a path or an https URL. Null if there is none. */
  targetOf(path: string): Promise<string | null>;
  /**
   * Whether a path is redirected according to the table in memory, or may be, because the table was never read. Does not
   * wait; starts a read if one is due.
   */
  isRedirected(path: string): boolean;
  /**
   * Whether the table was ever read. Until then, no path is known to be absent. Starts a read if there was none, and
   * waits a moment for it.
   */
  hasBeenRead(): Promise<boolean>;
  /** Reads the table immediately, after a change. Throws if the database does not respond. */
  reload(): Promise<void>;
}

/** Reads the paths that operators have redirected. */
export async function redirectedPaths(query: Kysely<Database>): Promise<ReadonlySet<string>> {
  const rows = await query.selectFrom('redirects').select('from_path').execute();
  return new Set(rows.map(({ from_path }) => from_path));
}

/** Creates a table that is read on first use. */
export function createRedirectTable({
  query,
  log,
  now = Date.now,
  onChange = () => {},
}: Options): RedirectTable {
  let table: ReadonlyMap<string, string> | null = null;
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;
  let isSlow = false;

  const read = async () => {
    const rows = await query.selectFrom('redirects').select(['from_path', 'to_path']).execute();
    const before = table;
    table = new Map(rows.map(({ from_path, to_path }) => [from_path, to_path]));
    readAt = now();
    if (before && !isDeepStrictEqual(before, table)) onChange();
  };
  const refresh = () => {
    reading ??= read()
      .catch((error: unknown) => {
        // Keep using the previous table; the next attempt follows after the usual interval.
        readAt = now();
        log.warn({ event: 'redirects-not-read', code: faultCode(error) });
      })
      .finally(() => {
        reading = null;
        isSlow = false;
      });
    return reading;
  };

  const isCurrent = () => {
    const age = now() - readAt;
    // The age is negative if the clock was set back.
    return age <= FRESH_MS && age >= 0;
  };

  return {
    async targetOf(path) {
      if (!isCurrent() && !isSlow) {
        if ((await withTimeLimit(refresh(), READ_LIMIT_MS)) === 'late' && reading) isSlow = true;
      }
      if (!table || table.size === 0) return null;
      const key = redirectPath(path);
      return (key !== null && table.get(key)) || null;
    },
    isRedirected(path) {
      if (!isCurrent() && !reading) refresh().catch(() => {});
      if (!table) return true;
      if (table.size === 0) return false;
      const key = redirectPath(path);
      return key !== null && table.has(key);
    },
    async hasBeenRead() {
      if (!table) await withTimeLimit(refresh(), READ_LIMIT_MS);
      return table !== null;
    },
    async reload() {
      // A read in progress may have started before the change.
      await reading;
      await read();
    },
  };
}

/** Adds the visitor's query (with its question mark, or empty) to a target. Only paths on our own site receive it. */
export function withQuery(target: string, query: string): string {
  if (query === '' || query === '?' || !target.startsWith('/')) return target;
  const hash = target.indexOf('#');
  const [path, fragment] = hash < 0 ? [target, ''] : [target.slice(0, hash), target.slice(hash)];
  return path + (path.includes('?') ? `&${query.slice(1)}` : query) + fragment;
}

/**
 * Normalizes a path for the redirect table, so that every spelling matches: decoded, in lower case, without repeated or
 * trailing slashes. Returns null if it cannot be the path of a page.
 */
export function redirectPath(path: string): string | null {
  if (!path.startsWith('/') || !path.isWellFormed()) return null;
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '') continue;
    const plain = decoded(segment);
    // An encoded slash, backslash or control character would be ambiguous.
    if (plain === null || plain === '.' || plain === '..' || HIDDEN.test(plain)) return null;
    segments.push(plain);
  }
  const plain = `/${segments.join('/')}`;
  return plain.length > MAX_PATH_CHARACTERS ? null : plain;
}

/** Percent-encodes a path from the table, so that it can be looked up like the path of a request. */
export function writtenPath(plain: string): string {
  return plain.split('/').map(encodeURIComponent).join('/');
}

const HIDDEN = /[/\\?#\p{Cc}]/u;

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment).normalize('NFC').toLowerCase();
  } catch {
    return null;
  }
}
