import { Router } from 'express';
import { z } from 'zod';
import type { AuditLog } from '../../src/operator/api-shapes.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import type { OperatorGuard } from './require-operator.ts';

interface Options {
  database: Pick<OpenDatabase, 'query'>;
  guard: OperatorGuard;
}

/** Most entries of a page. */
const PAGE_SIZE = 50;

const empty = (value: unknown) => (value === '' ? undefined : value);
const name = z
  .string()
  .max(200)
  .regex(/^\P{Cc}*$/u);
const asked = z.object({
  page: z.preprocess(empty, z.coerce.number().int().min(1).max(100_000).default(1)),
  action: z.preprocess(empty, name.optional()),
  operator: z.preprocess(empty, name.optional()),
});

/** What operators did, newest first. Nothing can change it from here. */
export function auditRoutes({ database: { query }, guard }: Options): Router {
  const router = Router();
  router.get('/api/admin/audit', guard.api, async (request, response) => {
    const read = asked.safeParse(request.query);
    if (!read.success) {
      response.status(400).json({ error: 'This filter cannot be read. Clear the filters, then try again.' });
      return;
    }
    const { action, operator } = read.data;
    let found = query.selectFrom('audit');
    if (action !== undefined) found = found.where('action', '=', action);
    if (operator !== undefined) found = found.where('operator_name', '=', operator);
    const [all, actions, operators] = await Promise.all([
      found.select((is) => is.fn.countAll<number | string>().as('count')).executeTakeFirst(),
      query.selectFrom('audit').select('action').distinct().orderBy('action').execute(),
      query.selectFrom('audit').select('operator_name').distinct().orderBy('operator_name').execute(),
    ]);
    const total = Number(all?.count ?? 0);
    const page = Math.min(read.data.page, Math.max(1, Math.ceil(total / PAGE_SIZE)));
    const rows = await found
      .select(['id', 'at', 'operator_name', 'action', 'subject', 'detail'])
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(PAGE_SIZE)
      .offset((page - 1) * PAGE_SIZE)
      .execute();
    const log: AuditLog = {
      rows: rows.map(({ id, at, operator_name, action, subject, detail }) => ({
        id,
        at,
        operator: operator_name,
        action,
        subject,
        detail,
      })),
      total,
      page,
      pageSize: PAGE_SIZE,
      actions: actions.map((each) => each.action),
      operators: operators.map((each) => each.operator_name),
    };
    response.json(log);
  });
  return router;
}
