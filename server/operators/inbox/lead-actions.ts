import type { Router } from 'express';
import type { LeadDeletion } from '../../../src/contracts/operators/operator-leads.ts';
import { OK_RESPONSE } from '../../../src/contracts/operators/operator-call.ts';
import { leadCalls } from '../../../src/contracts/operators/lead-calls.ts';
import type { AuditAction } from '../../../src/contracts/operators/audit-actions.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import {
  cancelDelivery,
  retryDelivery,
  type RecordAuditedChange,
  releaseLead,
  reopenLead,
  resolveLead,
} from '../../leads/manage/change-lead.ts';
import { deleteLeads } from '../../leads/store/delete-leads.ts';
import { queueSubscriptionDelivery } from '../../leads/store/subscriptions.ts';
import { recordAudit } from '../audit-log.ts';
import type { OperatorGuard, OperatorIdentity } from '../api/operator-guard.ts';
import { ApiError } from '../api/api-error.ts';
import { createCallRouter } from '../api/serve-call.ts';
import { LEAD_GONE_MESSAGE } from './inbox-routes.ts';
import { crmContactUrl } from './lead-details.ts';

interface Options {
  database: OpenDatabase;
  guard: OperatorGuard;
  now: () => number;
}

/** Actions on a lead. `not` is the error message if the lead's state does not allow the action. */
const leadActions = [
  {
    call: leadCalls.release,
    act: releaseLead,
    action: 'lead-released',
    not: 'This lead is not held back any more. Reload the page to see its state.',
  },
  {
    call: leadCalls.resolve,
    act: resolveLead,
    action: 'lead-resolved',
    not: 'This lead is resolved already. Reload the page to see its state.',
  },
  {
    call: leadCalls.reopen,
    act: reopenLead,
    action: 'lead-reopened',
    not: 'This lead is open already. Reload the page to see its state.',
  },
] as const;

const deliveryActions = [
  {
    call: leadCalls.retryDelivery,
    act: retryDelivery,
    action: 'delivery-retried',
    not: 'This delivery is on its way, held back or done with. Reload the page to see its state.',
  },
  {
    call: leadCalls.cancelDelivery,
    act: cancelDelivery,
    action: 'delivery-cancelled',
    not: 'This delivery is on its way or done with. Reload the page to see its state.',
  },
] as const;

/**
 * Creates the API routes with which operators release, resolve, reopen and delete leads, and retry and cancel
 * deliveries. Each action is recorded in the audit log.
 */
export function createLeadActionRoutes({ database, guard, now }: Options): Router {
  const { query } = database;
  const { router, serve } = createCallRouter(guard);
  const auditBy =
    (operator: OperatorIdentity, action: AuditAction): RecordAuditedChange =>
    (transaction, { leadId, delivery }) =>
      recordAudit(transaction, {
        operator,
        action,
        subject: leadId,
        ...(delivery ? { detail: { ...delivery } } : {}),
        now: now(),
      });

  for (const { call, act, action, not } of leadActions) {
    serve(call, async ({ id }, { operator }) => {
      const lead = await query.selectFrom('leads').select('id').where('id', '=', id).executeTakeFirst();
      if (!lead) throw new ApiError(404, LEAD_GONE_MESSAGE);
      if (!(await act(database, id, now(), auditBy(operator, action)))) throw new ApiError(409, not);
      return OK_RESPONSE;
    });
  }

  for (const { call, act, action, not } of deliveryActions) {
    serve(call, async ({ id }, { operator }) => {
      const row = await query.selectFrom('deliveries').select('id').where('id', '=', id).executeTakeFirst();
      if (!row) throw new ApiError(404, 'There is no such delivery any more. Reload the page.');
      if (!(await act(database, row.id, now(), auditBy(operator, action)))) throw new ApiError(409, not);
      return OK_RESPONSE;
    });
  }

  serve(leadCalls.delete, async ({ id }, { operator }) => {
    const deletion = await deleteLeadOnRequest(database, id, { operator, now: now() });
    if (deletion === null) throw new ApiError(404, LEAD_GONE_MESSAGE);
    if (deletion === 'busy') {
      throw new ApiError(409, 'A delivery of this lead is on its way right now. Try again in a minute.');
    }
    return deletion;
  });
  return router;
}

interface DeletionOptions {
  operator: OperatorIdentity;
  now: number;
}

/**
 * Deletes a lead at the person's request, with SQLite also from the database's files. Keeps the consent evidence,
 * detached from the lead. Ends the market report subscription, also in the CRM, and keeps only its email address and
 * times; an active subscription from another lead stays. Records the deletion in the audit log. Returns null if there
 * is no such lead, and `busy` if one of its deliveries is being sent.
 */
export async function deleteLeadOnRequest(
  { query, eraseDeleted }: OpenDatabase,
  id: string,
  { operator, now }: DeletionOptions,
): Promise<LeadDeletion | 'busy' | null> {
  const deletion = await query.transaction().execute(async (transaction) => {
    // Lock the lead, so that nothing is added to it during the deletion.
    const lead = await transaction
      .updateTable('leads')
      .set({ updated_at: now })
      .where('id', '=', id)
      .returning(['email', 'crm_contact_id', 'crm_location_id'])
      .executeTakeFirst();
    if (!lead) return null;
    const sending = await transaction
      .selectFrom('deliveries')
      .select('id')
      .where('lead_id', '=', id)
      .where('state', '=', 'sending')
      .where('lease_until', '>', now)
      .limit(1)
      .executeTakeFirst();
    if (sending) return 'busy';
    const email = lead.email?.toLowerCase() ?? '';
    const optOuts = await transaction
      .updateTable('subscriptions')
      .set((is) => ({
        name: null,
        areas: null,
        unsubscribed_at: is.fn.coalesce('unsubscribed_at', is.val(now)),
      }))
      .where((is) =>
        is.or([
          is('lead_id', '=', id),
          is.and([
            is('email', '=', email),
            is.or([is('lead_id', 'is', null), is('unsubscribed_at', 'is not', null)]),
          ]),
        ]),
      )
      .returning('email')
      .execute();
    for (const { email } of optOuts) {
      await queueSubscriptionDelivery(transaction, { email, requestId: operator.requestId, now });
    }
    const consents = await transaction
      .selectFrom('consents')
      .select((is) => is.fn.countAll<number | string>().as('count'))
      .where('lead_id', '=', id)
      .executeTakeFirst();
    await deleteLeads(transaction, [id]);
    await recordAudit(transaction, { operator, action: 'lead-deleted', subject: id, now });
    return {
      consentsKept: Number(consents?.count ?? 0),
      optOutKept: optOuts.length > 0,
      crmContactId: lead.crm_contact_id,
      crmContactUrl: crmContactUrl(lead),
    };
  });
  if (deletion !== null && deletion !== 'busy') await eraseDeleted();
  return deletion;
}
