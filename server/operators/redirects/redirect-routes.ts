import express, { Router } from 'express';
import { z } from 'zod';
import type { AddedRedirect, RedirectTable as TableShown } from '../../../src/operator/api-shapes.ts';
import type { ContentGateway } from '../../content/gateway.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { redirectPath } from '../../pages/redirect-path.ts';
import type { RedirectTable } from '../../pages/redirect-table.ts';
import { builtInRedirects } from '../../pages/redirects.ts';
import { operatorOf } from '../operator-identity.ts';
import type { OperatorGuard } from '../require-operator.ts';
import { writeAudit } from '../write-audit.ts';
import { checkRedirect } from './check-redirect.ts';

interface Options {
  database: Pick<OpenDatabase, 'query'>;
  gateway: Pick<ContentGateway, 'route'>;
  redirects: RedirectTable;
  /** The addresses the site answers at, without a path. */
  origins: () => readonly string[];
  guard: OperatorGuard;
  now?: () => number;
}

const typed = z.object({ from: z.string().max(3000), to: z.string().max(3000) });
const removal = z.object({
  from: z
    .string()
    .max(3000)
    .regex(/^\P{Cc}*$/u),
});

/** The operators' redirect table: it is in effect at once here, and within seconds on every other server. */
export function redirectRoutes(options: Options): Router {
  const { database, gateway, redirects, origins, guard, now = Date.now } = options;
  const { query } = database;
  const router = Router();
  const json = express.json({ limit: '16kb' });

  router.get('/api/admin/redirects', guard.api, async (_request, response) => {
    const rows = await query
      .selectFrom('redirects')
      .selectAll()
      .orderBy('created_at', 'desc')
      .orderBy('from_path')
      .execute();
    const table: TableShown = {
      own: rows.map((row) => ({
        from: row.from_path,
        to: row.to_path,
        createdBy: row.created_by,
        createdAt: row.created_at,
      })),
      builtIn: builtInRedirects,
    };
    response.json(table);
  });

  router.post('/api/admin/redirects', guard.api, json, async (request, response) => {
    const operator = operatorOf(response);
    const read = typed.safeParse(request.body);
    if (!read.success) return void response.status(422).json({ error: 'Fill in both fields.' });
    const rows = await query.selectFrom('redirects').select(['from_path', 'to_path']).execute();
    const own = new Map(rows.map(({ from_path, to_path }) => [from_path, to_path]));
    const checked = await checkRedirect(read.data, { own, gateway, origins: origins() });
    if ('fault' in checked) {
      return void response.status(422).json({ error: checked.fault, field: checked.field });
    }
    const { from, to, note } = checked;
    const added = await query.transaction().execute(async (transaction) => {
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('redirects')
        .values({ from_path: from, to_path: to, created_by: operator.name, created_at: now() })
        .onConflict((conflict) => conflict.column('from_path').doNothing())
        .executeTakeFirst();
      if (!numInsertedOrUpdatedRows) return false;
      // What led here until now would send its visitors twice.
      for (const [before, target] of own) {
        if (redirectPath(target.split(/[?#]/, 1)[0] ?? '') !== from) continue;
        await transaction
          .updateTable('redirects')
          .set({ to_path: to })
          .where('from_path', '=', before)
          .execute();
      }
      await writeAudit(transaction, {
        operator,
        action: 'redirect-added',
        subject: from,
        detail: { to },
        now: now(),
      });
      return true;
    });
    if (!added) {
      return void response
        .status(409)
        .json({ error: 'There is a redirect of this path. Remove that one first.', field: 'from' });
    }
    await redirects.reload();
    const answer: AddedRedirect = { from, to, note };
    response.status(201).json(answer);
  });

  router.post('/api/admin/redirects/remove', guard.api, json, async (request, response) => {
    const read = removal.safeParse(request.body);
    if (!read.success)
      return void response.status(422).json({ error: 'Say which one: { "from": "/old-page" }.' });
    const { from } = read.data;
    const removed = await query.transaction().execute(async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('redirects')
        .where('from_path', '=', from)
        .executeTakeFirst();
      if (numDeletedRows === 0n) return false;
      const operator = operatorOf(response);
      await writeAudit(transaction, { operator, action: 'redirect-removed', subject: from, now: now() });
      return true;
    });
    if (!removed) {
      return void response
        .status(404)
        .json({ error: 'This redirect was removed meanwhile. Reload to see what there is.' });
    }
    await redirects.reload();
    response.json({ ok: true });
  });
  return router;
}
