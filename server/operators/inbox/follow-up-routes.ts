import type { Router } from 'express';
import type { AuditAction } from '../../../src/contracts/operators/audit-actions.ts';
import { OK_RESPONSE } from '../../../src/contracts/operators/operator-call.ts';
import { leadCalls } from '../../../src/contracts/operators/lead-calls.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import {
  releaseLead,
  reopenLead,
  resolveLead,
  type RecordAuditedChange,
} from '../../leads/manage/change-lead.ts';
import {
  addLeadNote,
  changeLeadReminder,
  changeLeadStage,
  removeLeadNote,
} from '../../leads/manage/follow-up.ts';
import { recordAudit } from '../audit-log.ts';
import type { OperatorGuard, OperatorIdentity } from '../api/operator-guard.ts';
import { ApiError } from '../api/api-error.ts';
import { createCallRouter } from '../api/serve-call.ts';
import { LEAD_GONE_MESSAGE } from './inbox-routes.ts';

interface Options {
  database: OpenDatabase;
  guard: OperatorGuard;
  now: () => number;
}

/**
 * Creates the API routes with which operators set a lead's stage and reminder, add and delete private notes, and
 * release several leads at once. Each change is recorded in the audit log.
 */
export function createFollowUpRoutes({ database, guard, now }: Options): Router {
  const { router, serve } = createCallRouter(guard);
  const auditBy =
    (
      operator: OperatorIdentity,
      action: AuditAction,
      detail?: Readonly<Record<string, unknown>>,
    ): RecordAuditedChange =>
    (transaction, { leadId }) =>
      recordAudit(transaction, {
        operator,
        action,
        subject: leadId,
        ...(detail ? { detail } : {}),
        now: now(),
      });
  const change = (leadId: string, audit: RecordAuditedChange) => ({ leadId, now: now(), audit });

  serve(leadCalls.setStage, async ({ id: leadId, stage }, { operator }) => {
    const lead = await database.query
      .selectFrom('leads')
      .select('status')
      .where('id', '=', leadId)
      .executeTakeFirst();
    if (!lead) throw new ApiError(404, LEAD_GONE_MESSAGE);
    if (lead.status === 'quarantined') {
      throw new ApiError(409, 'This lead is held back. Release it first, or close it without sending.');
    }
    if (stage === 'closed') {
      await resolveLead(database, leadId, now(), auditBy(operator, 'lead-resolved'));
    } else {
      await reopenLead(database, leadId, now(), auditBy(operator, 'lead-reopened'));
      const audit = auditBy(operator, 'lead-stage-changed', { stage });
      if (!(await changeLeadStage(database, stage, change(leadId, audit)))) {
        throw new ApiError(409, 'This lead was changed meanwhile. Reload the page to see its state.');
      }
    }
    return OK_RESPONSE;
  });

  serve(leadCalls.setReminder, async ({ id, day, about }, { operator }) => {
    const reminder = day === null ? null : { day, about };
    const audit = auditBy(operator, reminder ? 'lead-reminder-set' : 'lead-reminder-cleared');
    if (!(await changeLeadReminder(database, reminder, change(id, audit))))
      throw new ApiError(404, LEAD_GONE_MESSAGE);
    return OK_RESPONSE;
  });

  serve(leadCalls.addNote, async ({ id, text }, { operator }) => {
    const audit = auditBy(operator, 'lead-note-added');
    if (!(await addLeadNote(database, { author: operator.name, text }, change(id, audit)))) {
      throw new ApiError(404, LEAD_GONE_MESSAGE);
    }
    return OK_RESPONSE;
  });

  serve(leadCalls.removeNote, async ({ id, note }, { operator }) => {
    const audit = auditBy(operator, 'lead-note-removed');
    if (!(await removeLeadNote(database, note, change(id, audit)))) {
      throw new ApiError(404, 'There is no such note any more. Reload the page.');
    }
    return OK_RESPONSE;
  });

  serve(leadCalls.releaseMany, async (input, { operator }) => {
    let released = 0;
    const ids = new Set(input.ids);
    for (const id of ids) {
      if (await releaseLead(database, id, now(), auditBy(operator, 'lead-released'))) released += 1;
    }
    return { released, skipped: ids.size - released };
  });
  return router;
}
