import { randomUUID } from 'node:crypto';
import type { Kysely } from 'kysely';
import { Router } from 'express';
import { z } from 'zod';
import type { AuditLog } from '../../src/contracts/operator-api.ts';
import type { AuditAction } from '../../src/contracts/audit-actions.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import type { Database } from '../database/schema.ts';
import type { OperatorGuard } from './operator-guard.ts';

interface Entry {
  /** Null for actions on the command line. */
  operator: { id: string; name: string; requestId: string } | null;
  action: AuditAction;
  /** Id of the changed object. */
  subject?: string | null;
  /** Must not contain personal data of visitors. */
  detail?: Readonly<Record<string, unknown>>;
  /** The database's time in epoch milliseconds. */
  now: number;
}

/** Records an operator's action. Pass the transaction of the action, so that both are committed or neither. */
export async function recordAudit(database: Kysely<Database>, entry: Entry): Promise<void> {
  await database
    .insertInto('audit')
    .values({
      id: randomUUID(),
      at: entry.now,
      operator_id: entry.operator?.id ?? null,
      operator_name: entry.operator?.name ?? 'command line',
      action: entry.action,
      subject: entry.subject ?? null,
      detail: entry.detail ? JSON.stringify(entry.detail) : null,
      request_id: entry.operator?.requestId ?? null,
    })
    .execute();
}

interface Options {
  database: Pick<OpenDatabase, 'query'>;
  guard: OperatorGuard;
}

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

/** Serves the audit log, newest entries first. No route changes an entry. */
export function createAuditRoutes({ database: { query }, guard }: Options): Router {
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
