import express, { Router, type Request, type Response } from 'express';
import { z } from 'zod';
import type { AuditAction } from '../../../src/contracts/audit-actions.ts';
import { leadStages, MOST_NOTE, MOST_RELEASED, MOST_REMINDER } from '../../../src/contracts/lead-stage.ts';
import type { LeadsReleased } from '../../../src/contracts/operator-leads.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { releaseLead, reopenLead, resolveLead, type RecordAudit } from '../../leads/manage/change-lead.ts';
import { addNote, changeReminder, changeStage, removeNote } from '../../leads/manage/follow-up.ts';
import { recordAudit } from '../audit-log.ts';
import { operatorOf, refuse, type OperatorGuard } from '../operator-guard.ts';
import { idOf, NO_LEAD } from './inbox-routes.ts';
import { limitedBody } from '../../platform/limited-body.ts';

interface Options {
  database: OpenDatabase;
  guard: OperatorGuard;
  now: () => number;
}

/** The format of our ids. PostgreSQL refuses some texts of other formats, such as those that contain NUL. */
const ID = /^[\w-]{1,100}$/;

/** Large enough for a note of the maximum length, whatever its characters. */
const json = limitedBody(express.json, { limit: 32 * 1024 });

/** Text typed by an operator. Drops control characters except line breaks and tabs, because PostgreSQL refuses NUL. */
const typed = (most: number) =>
  z
    .string()
    .transform((text) => text.replaceAll(/[^\P{Cc}\n\t]/gu, '').trim())
    .refine((text) => text.length <= most);

const stageBody = z.object({ stage: z.enum(leadStages) });
const noteBody = z.object({ text: typed(MOST_NOTE).refine((text) => text !== '') });
const reminderBody = z.union([
  z.object({ day: z.null() }).transform(() => null),
  z.object({ day: z.iso.date(), about: typed(MOST_REMINDER).default('') }),
]);
const releaseBody = z.object({ ids: z.array(z.string().regex(ID)).min(1).max(MOST_RELEASED) });

/** Serves the agent's work on leads: stages, private notes, reminders, and the release of several leads at once. */
export function createFollowUpRoutes({ database, guard, now }: Options): Router {
  const router = Router();
  const auditBy =
    (response: Response, action: AuditAction, detail?: Readonly<Record<string, unknown>>): RecordAudit =>
    (transaction, { leadId }) =>
      recordAudit(transaction, {
        operator: operatorOf(response),
        action,
        subject: leadId,
        ...(detail ? { detail } : {}),
        now: now(),
      });
  const change = (request: Request, audit: RecordAudit) => ({ leadId: idOf(request), now: now(), audit });

  router.post('/api/admin/leads/:id/stage', guard.api, json, async (request, response) => {
    const body = stageBody.safeParse(request.body);
    if (!body.success) return refuse(response, 400, `Choose one of: ${leadStages.join(', ')}.`);
    const { stage } = body.data;
    const leadId = idOf(request);
    const lead = await database.query
      .selectFrom('leads')
      .select('status')
      .where('id', '=', leadId)
      .executeTakeFirst();
    if (!lead) return refuse(response, 404, NO_LEAD);
    if (lead.status === 'quarantined') {
      return refuse(response, 409, 'This lead is held back. Release it first, or close it without sending.');
    }
    if (stage === 'closed') {
      await resolveLead(database, leadId, now(), auditBy(response, 'lead-resolved'));
    } else {
      await reopenLead(database, leadId, now(), auditBy(response, 'lead-reopened'));
      const audit = auditBy(response, 'lead-stage-changed', { stage });
      if (!(await changeStage(database, stage, change(request, audit)))) {
        return refuse(response, 409, 'This lead was changed meanwhile. Reload the page to see its state.');
      }
    }
    response.json({ ok: true });
  });

  router.post('/api/admin/leads/:id/reminder', guard.api, json, async (request, response) => {
    const body = reminderBody.safeParse(request.body);
    if (!body.success) {
      const error = `Choose a day, and write at most ${MOST_REMINDER} characters.`;
      return refuse(response, 400, error);
    }
    const audit = auditBy(response, body.data ? 'lead-reminder-set' : 'lead-reminder-cleared');
    if (!(await changeReminder(database, body.data, change(request, audit))))
      return refuse(response, 404, NO_LEAD);
    response.json({ ok: true });
  });

  router.post('/api/admin/leads/:id/notes', guard.api, json, async (request, response) => {
    const body = noteBody.safeParse(request.body);
    if (!body.success) {
      const error = `Write a note of at most ${MOST_NOTE.toLocaleString('en-US')} characters.`;
      return refuse(response, 400, error);
    }
    const note = { author: operatorOf(response).name, text: body.data.text };
    const audit = auditBy(response, 'lead-note-added');
    if (!(await addNote(database, note, change(request, audit)))) return refuse(response, 404, NO_LEAD);
    response.json({ ok: true });
  });

  router.post('/api/admin/leads/:id/notes/:note/delete', guard.api, async (request, response) => {
    const { note } = request.params;
    const audit = auditBy(response, 'lead-note-removed');
    const isId = typeof note === 'string' && ID.test(note);
    const done = isId && (await removeNote(database, note, change(request, audit)));
    if (!done) return refuse(response, 404, 'There is no such note any more. Reload the page.');
    response.json({ ok: true });
  });

  router.post('/api/admin/leads/release', guard.api, json, async (request, response) => {
    const body = releaseBody.safeParse(request.body);
    if (!body.success) return refuse(response, 400, `Choose between 1 and ${MOST_RELEASED} leads.`);
    let released = 0;
    const ids = new Set(body.data.ids);
    for (const id of ids) {
      if (await releaseLead(database, id, now(), auditBy(response, 'lead-released'))) released += 1;
    }
    const answer: LeadsReleased = { released, skipped: ids.size - released };
    response.json(answer);
  });
  return router;
}
