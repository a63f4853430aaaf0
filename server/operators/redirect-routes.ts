import type { Router } from 'express';
import { sql, type Kysely } from 'kysely';
import { DONE } from '../../src/contracts/operators/operator-call.ts';
import { siteCalls, type AddedRedirect } from '../../src/contracts/operators/site-calls.ts';
import type { Content } from '../content/content.ts';
import { decodedPath } from '../content/paths/page-paths.ts';
import { MAX_PATH_CHARACTERS } from '../content/paths/route-path.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import type { Database } from '../database/schema/schema.ts';
import { builtInRedirect, builtInRedirects } from '../content/paths/built-in-redirects.ts';
import { isServerPath } from '../content/paths/reserved-paths.ts';
import { redirectPath, writtenPath, type RedirectTable } from '../pages/redirect-table.ts';
import { recordAudit } from './audit-log.ts';
import type { OperatorGuard, OperatorIdentity } from './api/operator-guard.ts';
import { ApiError } from './api/api-error.ts';
import { createCallRouter } from './api/serve-call.ts';

interface Options {
  database: Pick<OpenDatabase, 'query' | 'engine'>;
  content: Pick<Content, 'resolve'>;
  redirects: RedirectTable;
  /** The site's own origins. Targets on these are stored as paths. */
  origins: () => readonly string[];
  guard: OperatorGuard;
  now: () => number;
}

/** Maximum number of checks of a redirect while other operators change the table. */
const ROUNDS = 5;

/** Serves the operators' redirects. Changes apply at once on this server, and within seconds on others. */
export function createRedirectRoutes(options: Options): Router {
  const { database, content, redirects, origins, guard, now } = options;
  const { query } = database;
  const { router, serve } = createCallRouter(guard);

  serve(siteCalls.redirects, async () => {
    const rows = await query
      .selectFrom('redirects')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('from_path')
      .execute();
    return {
      own: rows.map((row) => ({
        from: row.from_path,
        to: row.to_path,
        createdBy: row.created_by,
        createdAt: row.created_at,
      })),
      builtIn: builtInRedirects,
    };
  });

  serve(siteCalls.addRedirect, async (typed, { operator }) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const own = await readOwn(query);
      const checked = await checkRedirect(typed, { own, content, origins: origins() });
      if ('fault' in checked) throw new ApiError(422, checked.fault, { body: { field: checked.field } });
      if (!(await add(checked, own, operator))) continue;
      await redirects.reload();
      return checked;
    }
    throw new ApiError(409, 'Other operators are changing redirects right now. Try again.', {
      body: { field: 'from' },
    });
  });

  /** Stores a checked redirect. Returns false if the redirects have changed since the check. */
  async function add(
    { from, to }: AddedRedirect,
    checkedWith: ReadonlyMap<string, string>,
    operator: OperatorIdentity,
  ): Promise<boolean> {
    return database.query.transaction().execute(async (transaction) => {
      if (database.engine === 'postgres') {
        // SQLite runs one writing transaction at a time anyway.
        await sql`lock table redirects in share row exclusive mode`.execute(transaction);
      }
      const own = await readOwn(transaction);
      if (!isSameTable(own, checkedWith)) return false;
      await transaction
        .insertInto('redirects')
        .values({ from_path: from, to_path: to, created_by: operator.name, created_at: now() })
        .execute();
      // Change existing redirects to this path to the new target, so that no visitor is redirected twice.
      for (const [before, target] of own) {
        if (redirectPath(target.split(/[?#]/, 1)[0] ?? '') !== from) continue;
        await transaction
          .updateTable('redirects')
          .set({ to_path: to })
          .where('from_path', '=', before)
          .execute();
      }
      await recordAudit(transaction, {
        operator,
        action: 'redirect-added',
        subject: from,
        detail: { to },
        now: now(),
      });
      return true;
    });
  }

  serve(siteCalls.removeRedirect, async ({ from }, { operator }) => {
    const removed = await query.transaction().execute(async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('redirects')
        .where('from_path', '=', from)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return false;
      await recordAudit(transaction, { operator, action: 'redirect-removed', subject: from, now: now() });
      return true;
    });
    if (!removed) {
      throw new ApiError(404, 'This redirect was removed meanwhile. Reload to see what there is.');
    }
    await redirects.reload();
    return DONE;
  });
  return router;
}

/** Returns the operators' redirects: targets by path. */
async function readOwn(query: Kysely<Database>): Promise<ReadonlyMap<string, string>> {
  const rows = await query.selectFrom('redirects').select(['from_path', 'to_path']).execute();
  return new Map(rows.map(({ from_path, to_path }) => [from_path, to_path]));
}

function isSameTable(one: ReadonlyMap<string, string>, other: ReadonlyMap<string, string>): boolean {
  return one.size === other.size && [...one].every(([from, to]) => other.get(from) === to);
}

/** A redirect to store, or the reason it is rejected. */
type CheckedRedirect =
  { from: string; to: string; note: string | null } | { fault: string; field: 'from' | 'to' };

interface Around {
  /** The operators' current redirects. */
  own: ReadonlyMap<string, string>;
  content: Pick<Content, 'resolve'>;
  /** The site's own origins. Targets on these are stored as paths. */
  origins: readonly string[];
}

const MAX_TARGET_CHARACTERS = 2000;

/**
 * Checks a new redirect. If the target is itself redirected, its final target is used, so that no visitor is redirected
 * twice. Loops are rejected.
 */
async function checkRedirect(typed: { from: string; to: string }, around: Around): Promise<CheckedRedirect> {
  const from = await checkFrom(typed.from.trim(), around);
  if (typeof from !== 'string') return { ...from, field: 'from' };
  const to = await checkTo(typed.to.trim(), from, around);
  return 'fault' in to ? { ...to, field: 'to' } : { from, ...to };
}

type Fault = { fault: string };

async function checkFrom(typed: string, { own, content }: Around): Promise<string | Fault> {
  if (!typed.startsWith('/') || /^[/\\]{2}/.test(typed)) {
    return { fault: 'Enter the path only, from its first slash on, such as /old-page.' };
  }
  if (/[?#]/.test(typed)) return { fault: 'Leave out everything after ? or #: only the path counts.' };
  // In this form, a path may be percent-encoded.
  if (decodedPath(typed).length > MAX_PATH_CHARACTERS)
    return { fault: `Enter at most ${MAX_PATH_CHARACTERS} characters.` };
  const from = redirectPath(typed);
  if (from === null) return { fault: 'This is no path of a page. Check its spelling.' };
  if (isServerPath(from)) {
    return { fault: 'Paths that the server itself uses, such as /admin or /api, cannot be redirected.' };
  }
  if (own.has(from)) return { fault: 'There is a redirect of this path. Remove that one first.' };
  const builtIn = builtInRedirect(writtenPath(from));
  if (builtIn !== null) return { fault: `This redirect is built in: it leads to ${builtIn}.` };
  const resolved = await content.resolve({ path: writtenPath(from) });
  if (!resolved)
    return {
      fault: 'The site’s pages cannot be read now, so it is not known whether this is one. Try again.',
    };
  if (resolved.answer.status !== 404) {
    return { fault: 'A page of the site answers there. Take that page down first, or choose another path.' };
  }
  return from;
}

async function checkTo(
  typed: string,
  from: string,
  { own, content, origins }: Around,
): Promise<{ to: string; note: string | null } | Fault> {
  if (typed.length > MAX_TARGET_CHARACTERS)
    return { fault: `Enter at most ${MAX_TARGET_CHARACTERS} characters.` };
  const target = readTarget(typed, origins);
  if (target === null) {
    return { fault: 'Enter a path of this site, such as /buy, or an address that begins with https://.' };
  }
  if (!target.startsWith('/')) return { to: target, note: null };
  let to = target;
  // A chain longer than the number of redirects is a loop.
  for (let left = own.size + 2; ; left -= 1) {
    const path = pathOf(to);
    if (redirectPath(path) === from || left === 0) {
      return { fault: 'That leads back to the same path, in a circle. Choose another target.' };
    }
    const next = own.get(redirectPath(path) ?? '') ?? builtInRedirect(path);
    if (next === null || next === undefined) break;
    to = next;
  }
  const note = to === target ? null : `${target} has moved itself, so this leads straight to ${to}.`;
  if (!to.startsWith('/')) return { to, note };
  const resolved = await content.resolve({ path: pathOf(to) });
  if (resolved?.answer.status === 404)
    return { fault: `No page answers at ${pathOf(to)}. Check its spelling.` };
  return { to, note };
}

/** Parses a target: one of our paths with query and hash, or an https URL; null for anything else. */
function readTarget(typed: string, origins: readonly string[]): string | null {
  // Browsers remove tabs and line breaks from URLs, and treat a backslash as a slash.
  if (/[\\\s\p{Cc}]/u.test(typed)) return null;
  if (typed.startsWith('/')) {
    if (typed.startsWith('//')) return null;
    const url = URL.parse(typed, OWN);
    return url?.origin === OWN && redirectPath(url.pathname) !== null ? url.href.slice(OWN.length) : null;
  }
  if (!/^https?:\/\//i.test(typed)) return null;
  const url = URL.parse(typed);
  if (!url || url.username !== '' || url.password !== '') return null;
  if (origins.includes(url.origin)) return readTarget(url.href.slice(url.origin.length), []);
  return url.protocol === 'https:' && url.hostname.includes('.') ? url.href : null;
}

/** A placeholder origin for parsing paths. */
const OWN = 'https://own.invalid';

function pathOf(target: string): string {
  return target.split(/[?#]/, 1)[0] ?? '/';
}
