import type { Router } from 'express';
import { leadCalls, leadQuery } from '../../../src/contracts/operators/lead-calls.ts';
import type { Content } from '../../content/content.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { dayInTimeZone } from '../../../src/builder/time-zones.ts';
import type { OperatorGuard } from '../api/operator-guard.ts';
import { createCallRouter } from '../api/serve-call.ts';
import { parseLeadFilter } from './lead-filter.ts';
import { countNewLeads } from './count-leads.ts';
import { readLeadListRows } from './lead-rows.ts';
import { readFirstLeads } from './list-leads.ts';

interface Options {
  database: OpenDatabase;
  content: Pick<Content, 'timeZone'>;
  guard: OperatorGuard;
  now: () => number;
}

/** Maximum number of new leads and of reminders on the screen. */
const MAX_LEADS = 6;
const MAX_REMINDERS = 500;
/** Days ahead for which reminders are shown. */
const AHEAD_DAYS = 7;

/**
 * Creates the API route of the operators' first screen: new leads, and the reminders that are due now or within a week.
 */
export function createTodayRoutes({ database, content, guard, now }: Options): Router {
  const { reads } = database;
  const { router, serve } = createCallRouter(guard);
  serve(leadCalls.today, async () => {
    const timeZone = content.timeZone();
    const today = dayInTimeZone(now(), timeZone);
    const filter = parseLeadFilter(leadQuery.parse({ stage: 'new' }), timeZone);
    const last = dayInTimeZone(now() + AHEAD_DAYS * 86_400_000, timeZone);
    const [fresh, freshTotal, reminded, totals] = await Promise.all([
      readFirstLeads(database, filter, MAX_LEADS),
      countNewLeads(reads),
      reads
        .selectFrom('lead_follow_ups')
        .select(['lead_id', 'remind_on', 'remind_about'])
        .where('remind_on', '<=', last)
        .orderBy('remind_on')
        .orderBy('lead_id')
        .limit(MAX_REMINDERS)
        .execute(),
      reads
        .selectFrom('lead_follow_ups')
        .select((is) => [
          is.fn.countAll<number | string>().as('all'),
          is.fn.countAll<number | string>().filterWhere('remind_on', '<=', today).as('due'),
        ])
        .where('remind_on', '<=', last)
        .executeTakeFirst(),
    ]);
    const leads = await readLeadListRows(
      reads,
      reminded.map(({ lead_id }) => lead_id),
    );
    return {
      day: today,
      fresh,
      freshTotal,
      reminders: reminded.flatMap(({ lead_id, remind_on: day, remind_about: about }) => {
        const lead = leads.get(lead_id);
        return lead && day !== null ? [{ lead, day, about: about ?? '', due: day <= today }] : [];
      }),
      reminderTotal: Number(totals?.all ?? 0),
      dueTotal: Number(totals?.due ?? 0),
    };
  });
  return router;
}
