import { randomUUID } from 'node:crypto';
import type { ExpressionBuilder, Kysely } from 'kysely';
import type { Router } from 'express';
import { siteCalls } from '../../src/contracts/operators/site-calls.ts';
import type { AuditAction } from '../../src/contracts/operators/audit-actions.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import type { Database } from '../database/schema/schema.ts';
import type { OperatorGuard } from './api/operator-guard.ts';
import { createCallRouter } from './api/serve-call.ts';

/** The stored name for actions on the command line. They belong to no request. */
const COMMAND_LINE = 'command line';

interface Entry {
  /** Null for actions on the command line. The id is null for a person in WordPress. */
  operator: { id: string | null; name: string; requestId: string } | null;
  action: AuditAction;
  /** Identifies the changed object, such as by a lead's id or a page's path. */
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
      operator_name: entry.operator?.name ?? COMMAND_LINE,
      action: entry.action,
      subject: entry.subject ?? null,
      detail: entry.detail ? JSON.stringify(entry.detail) : null,
      request_id: entry.operator?.requestId ?? null,
    })
    .execute();
}

interface Options {
  database: Pick<OpenDatabase, 'reads'>;
  guard: OperatorGuard;
}

const PAGE_ENTRIES = 50;

/** SQL for the name of who acted. If a person is named `COMMAND_LINE`, the name is put in quotation marks. */
function actor(is: ExpressionBuilder<Database, 'audit'>) {
  return is
    .case()
    .when(is.and([is('operator_name', '=', COMMAND_LINE), is('request_id', 'is not', null)]))
    .then(`“${COMMAND_LINE}”`)
    .else(is.ref('operator_name'))
    .end();
}

/**
 * Creates the API route with which operators read and filter the audit log, newest entries first. No route changes an
 * entry.
 */
export function createAuditRoutes({ database: { reads }, guard }: Options): Router {
  const { router, serve } = createCallRouter(guard);
  serve(siteCalls.audit, async ({ page: wanted, action, operator }) => {
    let found = reads.selectFrom('audit');
    if (action !== undefined) found = found.where('action', '=', action);
    if (operator !== undefined) found = found.where((is) => is(actor(is), '=', operator));
    const [all, actions, operators] = await Promise.all([
      found.select((is) => is.fn.countAll<number | string>().as('count')).executeTakeFirst(),
      reads.selectFrom('audit').select('action').distinct().orderBy('action').execute(),
      reads
        .selectFrom('audit')
        .select((is) => actor(is).as('operator'))
        .distinct()
        .orderBy('operator')
        .execute(),
    ]);
    const total = Number(all?.count ?? 0);
    const page = Math.min(wanted, Math.max(1, Math.ceil(total / PAGE_ENTRIES)));
    const rows = await found
      .select(['id', 'at', 'action', 'subject', 'detail'])
      .select((is) => actor(is).as('operator'))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(PAGE_ENTRIES)
      .offset((page - 1) * PAGE_ENTRIES)
      .execute();
    return {
      rows,
      total,
      page,
      pageSize: PAGE_ENTRIES,
      actions: actions.map((each) => each.action),
      operators: operators.map((each) => each.operator),
    };
  });
  return router;
}
