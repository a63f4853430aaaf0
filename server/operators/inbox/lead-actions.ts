import express, { Router, type Request, type Response } from 'express';
import { z } from 'zod';
import type { OpenDatabase } from '../../database/open-database.ts';
import { cancelDelivery } from '../../leads/manage/cancel-delivery.ts';
import type { NoteDeed } from '../../leads/manage/note-deed.ts';
import { releaseLead } from '../../leads/manage/release-lead.ts';
import { reopenLead, resolveLead } from '../../leads/manage/resolve-lead.ts';
import { retryDelivery } from '../../leads/manage/retry-delivery.ts';
import { operatorOf } from '../operator-identity.ts';
import type { OperatorGuard } from '../require-operator.ts';
import type { AuditAction } from '../../../src/operator/audit-words.ts';
import { writeAudit } from '../write-audit.ts';
import { deleteLead } from './delete-lead.ts';
import { idOf } from './id-of.ts';
import { NO_LEAD } from './inbox-routes.ts';

interface Options {
  database: OpenDatabase;
  guard: OperatorGuard;
  now?: () => number;
}

const ofDelivery = z.object({ delivery: z.string().regex(/^[\w-]{1,100}$/) });

/** What is done to a lead as a whole: the audit's word for it, and why it cannot be done. */
const leadActions = [
  {
    verb: 'release',
    act: releaseLead,
    action: 'lead-released',
    not: 'This lead is not held back any more. Reload to see how it stands.',
  },
  {
    verb: 'resolve',
    act: resolveLead,
    action: 'lead-resolved',
    not: 'This lead is resolved already. Reload to see how it stands.',
  },
  {
    verb: 'reopen',
    act: reopenLead,
    action: 'lead-reopened',
    not: 'This lead is open already. Reload to see how it stands.',
  },
] as const;

const deliveryActions = [
  {
    verb: 'retry',
    act: retryDelivery,
    action: 'delivery-retried',
    not: 'This delivery is on its way, held back or done with. Reload to see how it stands.',
  },
  {
    verb: 'cancel',
    act: cancelDelivery,
    action: 'delivery-cancelled',
    not: 'This delivery is on its way or done with. Reload to see how it stands.',
  },
] as const;

/** What an operator does with a lead and its deliveries. Each is noted, and refused where it cannot be done any more. */
export function leadActionRoutes({ database, guard, now = Date.now }: Options): Router {
  const { query } = database;
  const router = Router();
  const json = express.json({ limit: '4kb' });
  const known = async (request: Request, response: Response) => {
    const id = idOf(request);
    const lead = await query.selectFrom('leads').select('id').where('id', '=', id).executeTakeFirst();
    if (!lead) response.status(404).json({ error: NO_LEAD });
    return lead?.id ?? null;
  };

  const noting =
    (response: Response, action: AuditAction): NoteDeed =>
    (transaction, { leadId, delivery }) =>
      writeAudit(transaction, {
        operator: operatorOf(response),
        action,
        subject: leadId,
        ...(delivery ? { detail: { ...delivery } } : {}),
        now: now(),
      });

  for (const { verb, act, action, not } of leadActions) {
    router.post(`/api/admin/leads/:id/${verb}`, guard.api, async (request, response) => {
      const id = await known(request, response);
      if (id === null) return;
      const done = await act(database, id, now(), noting(response, action));
      if (!done) return refuse(response, 409, not);
      response.json({ ok: true });
    });
  }

  for (const { verb, act, action, not } of deliveryActions) {
    router.post(`/api/admin/leads/:id/${verb}`, guard.api, json, async (request, response) => {
      const id = await known(request, response);
      if (id === null) return;
      const read = ofDelivery.safeParse(request.body);
      if (!read.success) return refuse(response, 422, 'Say which delivery: { "delivery": "…" }.');
      const row = await query
        .selectFrom('deliveries')
        .select('id')
        .where('id', '=', read.data.delivery)
        .where('lead_id', '=', id)
        .executeTakeFirst();
      if (!row) return refuse(response, 404, 'This lead has no such delivery. Reload to see how it stands.');
      const done = await act(database, row.id, now(), noting(response, action));
      if (!done) return refuse(response, 409, not);
      response.json({ ok: true });
    });
  }

  router.post('/api/admin/leads/:id/delete', guard.api, async (request, response) => {
    const done = await deleteLead(database, idOf(request), {
      operator: operatorOf(response),
      now: now(),
    });
    if (done === null) return refuse(response, 404, NO_LEAD);
    if (done === 'busy') {
      return refuse(response, 409, 'A delivery of this lead is on its way right now. Try again in a minute.');
    }
    response.json(done);
  });
  return router;
}

function refuse(response: Response, status: number, error: string): void {
  response.status(status).json({ error });
}
