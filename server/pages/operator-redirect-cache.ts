import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Content } from '../content/content.ts';
import { MAX_PATH_CHARACTERS } from '../content/paths/route-path.ts';
import { databaseErrorCode } from '../database/engines/database-error.ts';
import { REDIRECT_VERSION_TABLE } from '../database/schema/migrations/94-redirect-version.ts';
import type { Database } from '../database/schema/schema.ts';
import { createEventLoopYield } from '../platform/async/event-loop-yield.ts';
import { freshSingleFlight } from '../platform/async/single-flight.ts';
import { withTimeout } from '../platform/async/timeout.ts';

/** Milliseconds until the version is read again, because another server may have changed the redirects. */
const FRESH_MS = 3000;
/** Maximum milliseconds that a page waits for the database, so that a slow one does not delay pages. */
const READ_LIMIT_MS = 150;
/** Redirects per query. `node:sqlite` is synchronous, so other requests can only run between two queries. */
const BATCH_ROWS = 1000;

interface Options {
  query: Kysely<Database>;
  log: Pick<Logger, 'warn'>;
  now?: () => number;
  /** Called when a redirect was added, changed or removed. */
  onChange?: () => void;
}

/** The operators' redirects: targets by path. `apply` changes this map in place, so it may be newer than `version`. */
export interface Redirects {
  version: string;
  targets: ReadonlyMap<string, string>;
}

/** A change of redirects from one version to the next. */
interface RedirectChange {
  before: string;
  after: string;
  /** The new targets by path; null if the redirect was removed. */
  targets: ReadonlyMap<string, string | null>;
}

/**
 * The operators' redirects, kept in memory. After the first read, page requests cause at most one query every three
 * seconds, for the version. The redirects are read again only if it has changed.
 */
export interface RedirectCache {
  /**
   * Returns the target that operators have set for a path: a path or an https URL. Null if there is none, and if the
   * table has not been read yet.
   */
  targetOf(path: string): Promise<string | null>;
  /**
   * Whether the table has been read. Until then, any path may be redirected. If it has not been read, starts a read
   * and waits for it for `limit` milliseconds, by default `READ_LIMIT_MS`.
   */
  hasBeenRead(limit?: number): Promise<boolean>;
  /** Returns the redirects as they are in the database now. Throws the database's error if it does not respond. */
  current(): Promise<Redirects>;
  /**
   * Applies a change that this server has stored. Throws the database's error if the table must be read and the
   * database does not respond.
   */
  apply(change: RedirectChange): Promise<void>;
}

/**
 * Returns the target that operators have set for a path. Null if there is none, and if a page is at the path: one that
 * was published after the redirect was added takes precedence.
 */
export async function operatorRedirectTarget(
  path: string,
  redirects: Pick<RedirectCache, 'targetOf'>,
  content: Pick<Content, 'resolve'>,
): Promise<string | null> {
  const target = await redirects.targetOf(path);
  return target !== null && (await hasPage(path, content)) ? null : target;
}

/** Whether the site has a page at a path, in any spelling of the path. False if the content cannot be read. */
export async function hasPage(path: string, content: Pick<Content, 'resolve'>): Promise<boolean> {
  const plain = normaliseRedirectPath(path);
  const found = plain === null ? null : await content.resolve({ path: encodeRedirectPath(plain) });
  return found?.answer.status === 200;
}

/** Reads the paths that operators have redirected. */
export async function readRedirectedPaths(query: Kysely<Database>): Promise<ReadonlySet<string>> {
  const rows = await query.selectFrom('redirects').select('from_path').execute();
  return new Set(rows.map(({ from_path }) => from_path));
}

/** Reads the version of the redirects, which changes whenever a redirect changes. */
export async function readRedirectVersion(query: Kysely<Database>): Promise<string> {
  const { rows } = await sql<{
    version: string;
  }>`select version from ${sql.table(REDIRECT_VERSION_TABLE)}`.execute(query);
  return rows[0]?.version ?? '';
}

/** Creates the cache, which reads the redirects on first use. */
export function createRedirectCache({
  query,
  log,
  now = Date.now,
  onChange = () => {},
}: Options): RedirectCache {
  let table: { version: string; targets: Map<string, string> } | null = null;
  let lookedAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<unknown> | null = null;
  let isSlow = false;

  const look = freshSingleFlight(async () => {
    // The version is read first: a redirect that changes after that has a later version, and is read again.
    const version = await readRedirectVersion(query);
    const before = table;
    if (before?.version === version) {
      lookedAt = now();
      return before;
    }
    const targets = await readTargets(query);
    const read = { version, targets };
    table = read;
    lookedAt = now();
    if (before && !isSameMap(before.targets, targets)) onChange();
    return read;
  });
  const refresh = () => {
    looking ??= look()
      .catch((error: unknown) => {
        // Keep using the previous table; the next attempt follows after the usual interval.
        lookedAt = now();
        log.warn({ event: 'redirects-not-read', code: databaseErrorCode(error) });
      })
      .finally(() => {
        looking = null;
        isSlow = false;
      });
    return looking;
  };

  const isCurrent = () => {
    const age = now() - lookedAt;
    // The age is negative if the clock was set back.
    return age <= FRESH_MS && age >= 0;
  };

  return {
    async targetOf(path) {
      if (!isCurrent() && !isSlow) {
        if ((await withTimeout(refresh(), READ_LIMIT_MS)) === 'late' && looking) isSlow = true;
      }
      if (!table || table.targets.size === 0) return null;
      const key = normaliseRedirectPath(path);
      return (key !== null && table.targets.get(key)) || null;
    },
    async hasBeenRead(limit = READ_LIMIT_MS) {
      if (!table) await withTimeout(refresh(), limit);
      return table !== null;
    },
    current: look,
    async apply({ before, after, targets: changed }) {
      // A read in progress may have started before the change.
      await look.settled();
      if (table?.version !== before) {
        await look();
        return;
      }
      const { targets } = table;
      for (const [from, to] of changed) {
        if (to === null) targets.delete(from);
        else targets.set(from, to);
      }
      table = { version: after, targets };
      onChange();
    },
  };
}

async function readTargets(query: Kysely<Database>): Promise<Map<string, string>> {
  const targets = new Map<string, string>();
  const pause = createEventLoopYield();
  for (let last = ''; ; await pause()) {
    const rows = await query
      .selectFrom('redirects')
      .select(['from_path', 'to_path'])
      .where('from_path', '>', last)
      .orderBy('from_path')
      .limit(BATCH_ROWS)
      .execute();
    for (const { from_path, to_path } of rows) targets.set(from_path, to_path);
    if (rows.length < BATCH_ROWS) return targets;
    last = rows.at(-1)?.from_path ?? last;
  }
}

function isSameMap(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  if (one.size !== other.size) return false;
  for (const [from, to] of one) if (other.get(from) !== to) return false;
  return true;
}

/** Adds the visitor's query (with its question mark, or empty) to a target. Targets on other sites stay unchanged. */
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
export function normaliseRedirectPath(path: string): string | null {
  if (!path.startsWith('/') || !path.isWellFormed()) return null;
  const segments: string[] = [];
  for (const segment of path.split('/')) {
    if (segment === '') continue;
    const plain = decoded(segment);
    // An encoded slash, backslash, question mark, hash or control character would be ambiguous.
    if (plain === null || plain === '.' || plain === '..' || HIDDEN.test(plain)) return null;
    segments.push(plain);
  }
  const plain = `/${segments.join('/')}`;
  return plain.length > MAX_PATH_CHARACTERS ? null : plain;
}

/** Percent-encodes a path from the table, so that it can be looked up like the path of a request. */
export function encodeRedirectPath(plain: string): string {
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
