import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Router, type Response, type Request } from 'express';
import type { Logger } from 'pino';
import type { Content } from '../../content/content.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { faultCode } from '../../database/store-fault.ts';
import { dayOf } from '../../platform/site-days.ts';
import { recordAudit } from '../audit-log.ts';
import { operatorOf, type OperatorGuard } from '../operator-guard.ts';
import { asCsv, asJson, eachStory, personData } from './export-leads.ts';
import { isFiltered, readLeadFilter } from './lead-filter.ts';
import { readStory } from './lead-story.ts';
import { countLeads, listLeads } from './list-leads.ts';

interface Options {
  database: OpenDatabase;
  content: Pick<Content, 'timeZone'>;
  guard: OperatorGuard;
  log: Logger;
  now: () => number;
}

/** Shown for a lead that does not exist. */
export const NO_LEAD = 'There is no such lead. It may have been deleted: go back to the list.';

const EXPORTS = {
  csv: { type: 'text/csv; charset=utf-8', write: asCsv },
  json: { type: 'application/json; charset=utf-8', write: asJson },
} as const;

/** Serves the inbox: the list of leads, their stories, and exports of both. */
export function createInboxRoutes({ database, content, guard, log, now }: Options): Router {
  const { query } = database;
  const router = Router();

  router.get('/api/admin/leads', guard.api, async (request, response) => {
    const filter = readLeadFilter(request.query, content.timeZone());
    if ('fault' in filter) return refuse(response, 400, filter.fault);
    response.json(await listLeads(database, filter));
  });

  for (const format of ['csv', 'json'] as const) {
    router.get(`/api/admin/leads/export.${format}`, guard.api, async (request, response) => {
      const zone = content.timeZone();
      const filter = readLeadFilter(request.query, zone);
      if ('fault' in filter) return refuse(response, 400, filter.fault);
      // Recorded before anything is sent, so that no export is missing from the audit log.
      const detail = { format, leads: await countLeads(database, filter), filtered: isFiltered(filter) };
      await recordAudit(query, {
        operator: operatorOf(response),
        action: 'leads-exported',
        detail,
        now: now(),
      });
      const { type, write } = EXPORTS[format];
      attach(response, type, `leads-${dayOf(now(), zone)}.${format}`);
      if (request.method === 'HEAD') return void response.end();
      try {
        await pipeline(Readable.from(write(eachStory(database, filter, zone))), response);
      } catch (error) {
        // The response is incomplete, so the browser reports a failed download.
        const { requestId } = operatorOf(response);
        log.warn({ event: 'lead-export-ended-early', requestId, code: faultCode(error) });
      }
    });
  }

  router.get('/api/admin/leads/:id', guard.api, async (request, response) => {
    const story = await readStory(query, idOf(request), content.timeZone());
    if (!story) return refuse(response, 404, NO_LEAD);
    response.json(story);
  });

  router.get('/api/admin/leads/:id/export.json', guard.api, async (request, response) => {
    const id = idOf(request);
    const data = await personData(query, id, content.timeZone());
    if (!data) return refuse(response, 404, NO_LEAD);
    await recordAudit(query, {
      operator: operatorOf(response),
      action: 'lead-exported',
      subject: id,
      now: now(),
    });
    attach(response, 'application/json; charset=utf-8', `lead-${id}.json`);
    response.send(JSON.stringify(data, null, 2));
  });
  return router;
}

function attach(response: Response, type: string, name: string): void {
  response.set({
    'Cache-Control': 'no-store',
    'Content-Type': type,
    'Content-Disposition': `attachment; filename="${name.replace(/[^\w.-]/g, '_')}"`,
  });
}

function refuse(response: Response, status: number, error: string): void {
  response.status(status).json({ error });
}

/** Returns the `:id` parameter of a route; empty if it cannot be one of our ids. */
export function idOf({ params: { id } }: Request): string {
  return typeof id === 'string' && /^[\w-]{1,100}$/.test(id) ? id : '';
}
