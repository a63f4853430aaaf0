import { Router } from 'express';
import type { Today } from '../../../src/contracts/operator-leads.ts';
import type { Content } from '../../content/content.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { dayOf } from '../../platform/site-days.ts';
import type { OperatorGuard } from '../operator-guard.ts';
import { readLeadFilter } from './lead-filter.ts';
import { countLeads, leadRows, readRows } from './list-leads.ts';

interface Options {
  database: OpenDatabase;
  content: Pick<Content, 'timeZone'>;
  guard: OperatorGuard;
  now: () => number;
}

/** Maximum number of new leads and of reminders on the screen. */
const MOST_LEADS = 6;
const MOST_REMINDERS = 50;
/** Days ahead for which reminders are shown. */
const AHEAD = 7;

/** Serves the first screen: new leads, and the reminders that are due or come within a week. */
export function createTodayRoutes({ database, content, guard, now }: Options): Router {
  const { query } = database;
  const router = Router();
  router.get('/api/admin/today', guard.api, async (_request, response) => {
    const timeZone = content.timeZone();
    const today = dayOf(now(), timeZone);
    const filter = readLeadFilter({ stage: 'new' }, timeZone);
    if ('fault' in filter) throw new Error(filter.fault);
    const [fresh, freshTotal, reminded] = await Promise.all([
      readRows(database, filter, { limit: MOST_LEADS, offset: 0 }),
      countLeads(database, filter),
      query
        .selectFrom('lead_follow_ups')
        .select(['lead_id', 'remind_on', 'remind_about'])
        .where('remind_on', '<=', dayOf(now() + AHEAD * 86_400_000, timeZone))
        .orderBy('remind_on')
        .orderBy('lead_id')
        .limit(MOST_REMINDERS)
        .execute(),
    ]);
    const leads = await leadRows(
      query,
      reminded.map(({ lead_id }) => lead_id),
    );
    const answer: Today = {
      day: today,
      fresh,
      freshTotal,
      reminders: reminded.flatMap(({ lead_id, remind_on: day, remind_about: about }) => {
        const lead = leads.get(lead_id);
        return lead && day !== null ? [{ lead, day, about: about ?? '', due: day <= today }] : [];
      }),
    };
    response.json(answer);
  });
  return router;
}
