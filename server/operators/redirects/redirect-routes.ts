import type { Router } from 'express';
import { sql, type Transaction } from 'kysely';
import { OK_RESPONSE } from '../../../src/contracts/operators/operator-call.ts';
import { siteCalls, type AddedRedirect } from '../../../src/contracts/operators/site-calls.ts';
import type { Content } from '../../content/content.ts';
import { builtInRedirects } from '../../content/paths/built-in-redirects.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { Database } from '../../database/schema/schema.ts';
import {
  readRedirectVersion,
  type Redirects,
  type RedirectCache,
} from '../../pages/operator-redirect-cache.ts';
import { ApiError } from '../api/api-error.ts';
import type { OperatorGuard, OperatorIdentity } from '../api/operator-guard.ts';
import { createCallRouter } from '../api/serve-call.ts';
import { recordAudit } from '../audit-log.ts';
import { checkRedirect, pathsRedirectedTo } from './check-redirect.ts';
import { listRedirects } from './list-redirects.ts';

interface Options {
  database: Pick<OpenDatabase, 'query' | 'reads' | 'engine'>;
  content: Pick<Content, 'resolve'>;
  redirects: RedirectCache;
  /** The site's own origins. Targets on these are stored as paths. */
  origins: () => readonly string[];
  guard: OperatorGuard;
  now: () => number;
}

/** Maximum attempts to add a redirect. An attempt fails if other redirects change between its check and its write. */
const ROUNDS = 5;
/** Maximum number of redirects that one SQL statement changes. */
const BATCH_ROWS = 200;

/** The new targets by path; null for a removed redirect. */
type Changed = ReadonlyMap<string, string | null>;

/**
 * Creates the operators' API routes that list, add and remove redirects. Changes apply at once on this server, and
 * within seconds on others.
 */
export function createRedirectRoutes(options: Options): Router {
  const { database, content, redirects, origins, guard, now } = options;
  const { router, serve } = createCallRouter(guard);

  serve(siteCalls.redirects, async (place) => ({
    ...(await listRedirects(database, content, place)),
    builtIn: builtInRedirects,
  }));

  serve(siteCalls.addRedirect, async (typed, { operator }) => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const own = await redirects.current();
      const checked = await checkRedirect(typed, { own: own.targets, content, origins: origins() });
      if ('fault' in checked) throw new ApiError(422, checked.fault, { body: { field: checked.field } });
      if (await add(checked, own, operator)) return checked;
    }
    throw new ApiError(409, 'Other operators are changing redirects right now. Try again.', {
      body: { field: 'from' },
    });
  });

  /**
   * Stores a checked redirect. Existing redirects to its path get the new target, so that no visitor is redirected
   * twice. Returns false and stores nothing if the redirects have changed since the check.
   */
  async function add(
    { from, to }: AddedRedirect,
    own: Redirects,
    operator: OperatorIdentity,
  ): Promise<boolean> {
    const moved = await pathsRedirectedTo(from, own.targets);
    return change(async (transaction, version) => {
      if (version !== own.version) return null;
      await transaction
        .insertInto('redirects')
        .values({ from_path: from, to_path: to, created_by: operator.name, created_at: now() })
        .execute();
      for (let start = 0; start < moved.length; start += BATCH_ROWS) {
        await transaction
          .updateTable('redirects')
          .set({ to_path: to })
          .where('from_path', 'in', moved.slice(start, start + BATCH_ROWS))
          .execute();
      }
      await recordAudit(transaction, {
        operator,
        action: 'redirect-added',
        subject: from,
        detail: { to },
        now: now(),
      });
      return new Map([from, ...moved].map((path) => [path, to]));
    });
  }

  serve(siteCalls.removeRedirect, async ({ from }, { operator }) => {
    const isRemoved = await change(async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('redirects')
        .where('from_path', '=', from)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return null;
      await recordAudit(transaction, { operator, action: 'redirect-removed', subject: from, now: now() });
      return new Map([[from, null]]);
    });
    if (!isRemoved) {
      throw new ApiError(404, 'This redirect was removed meanwhile. Reload to see what there is.');
    }
    return OK_RESPONSE;
  });

  /**
   * Changes redirects in a transaction that excludes other changes, and applies the change on this server. `store`
   * returns null if it changed nothing. Returns whether anything changed.
   */
  async function change(
    store: (transaction: Transaction<Database>, version: string) => Promise<Changed | null>,
  ): Promise<boolean> {
    const stored = await database.query.transaction().execute(async (transaction) => {
      if (database.engine === 'postgres') {
        // SQLite runs one writing transaction at a time anyway.
        await sql`lock table redirects in share row exclusive mode`.execute(transaction);
      }
      const before = await readRedirectVersion(transaction);
      const targets = await store(transaction, before);
      return targets && { before, after: await readRedirectVersion(transaction), targets };
    });
    if (stored) await redirects.apply(stored);
    return stored !== null;
  }
  return router;
}
