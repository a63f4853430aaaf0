import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../database/schema.ts';
import { faultCode } from '../leads/store/store-fault.ts';
import { redirectPath } from './redirect-path.ts';

/** Milliseconds after which the table is read anew: another server may have changed it. */
const FRESH = 3000;
/** Longest that a page waits for that; a database that does not answer must not hold up pages. */
const PATIENCE = 150;

interface Options {
  query: Kysely<Database>;
  log: Pick<Logger, 'warn'>;
  now?: () => number;
}

/** The operators' redirects, kept in memory: a page view costs no query, but for one in three seconds. */
export interface RedirectTable {
  /** Where a request's path has moved to by an operator's word: a path or an https address; else null. */
  targetOf(path: string): Promise<string | null>;
  /** Reads the table now, after a change. Throws when the database does not answer. */
  reload(): Promise<void>;
}

/** A table that is read when it is first asked. */
export function redirectTable({ query, log, now = Date.now }: Options): RedirectTable {
  let table: ReadonlyMap<string, string> = new Map();
  let readAt = Number.NEGATIVE_INFINITY;
  let reading: Promise<void> | null = null;
  let isSlow = false;

  const read = async () => {
    const rows = await query.selectFrom('redirects').select(['from_path', 'to_path']).execute();
    table = new Map(rows.map(({ from_path, to_path }) => [from_path, to_path]));
    readAt = now();
  };
  const refresh = () => {
    reading ??= read()
      .catch((error: unknown) => {
        // What was known before still holds; the next try comes in a while.
        readAt = now();
        log.warn({ event: 'redirects-not-read', code: faultCode(error) });
      })
      .finally(() => {
        reading = null;
        isSlow = false;
      });
    return reading;
  };

  return {
    async targetOf(path) {
      const age = now() - readAt;
      // The clock may have been set back.
      if ((age > FRESH || age < 0) && !isSlow) {
        let timer: NodeJS.Timeout | undefined;
        const late = new Promise<'late'>((resolve) => {
          timer = setTimeout(resolve, PATIENCE, 'late');
        });
        if ((await Promise.race([refresh(), late])) === 'late' && reading) isSlow = true;
        clearTimeout(timer);
      }
      if (table.size === 0) return null;
      const key = redirectPath(path);
      return (key !== null && table.get(key)) || null;
    },
    async reload() {
      // A reading that is under way may have begun before the change.
      await reading;
      await read();
    },
  };
}

/** A target with the query a visitor came with (with its question mark, or empty): to paths of ours only. */
export function withQuery(target: string, query: string): string {
  if (query === '' || query === '?' || !target.startsWith('/')) return target;
  const hash = target.indexOf('#');
  const [path, fragment] = hash < 0 ? [target, ''] : [target.slice(0, hash), target.slice(hash)];
  return path + (path.includes('?') ? `&${query.slice(1)}` : query) + fragment;
}
