import { Router, type Response } from 'express';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Logger } from 'pino';
import type { ContentGateway } from '../../content/gateway.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { faultCode } from '../../leads/store/store-fault.ts';
import { operatorOf } from '../operator-identity.ts';
import type { OperatorGuard } from '../require-operator.ts';
import { dayOf } from '../site-days.ts';
import { writeAudit } from '../write-audit.ts';
import { asCsv, asJson, eachStory } from './export-leads.ts';
import { isFiltered, readLeadFilter } from './lead-filter.ts';
import { countLeads, listLeads } from './list-leads.ts';
import { idOf } from './id-of.ts';
import { personData } from './person-data.ts';
import { readStory } from './read-stories.ts';

interface Options {
  database: OpenDatabase;
  gateway: Pick<ContentGateway, 'frame'>;
  guard: OperatorGuard;
  log: Logger;
  now?: () => number;
}

/** Said of a lead that is not there. */
export const NO_LEAD = 'There is no such lead. It may have been deleted: go back to the list.';

const EXPORTS = {
  csv: { type: 'text/csv; charset=utf-8', write: asCsv },
  json: { type: 'application/json; charset=utf-8', write: asJson },
} as const;

/** The inbox: lists of leads, their stories, and both as files. What changes a lead stands in `leadActions`. */
export function inboxRoutes({ database, gateway, guard, log, now = Date.now }: Options): Router {
  const { query } = database;
  const router = Router();
  const timeZone = async () => (await gateway.frame()).settings.site.timeZone;

  router.get('/api/admin/leads', guard.api, async (request, response) => {
    const filter = readLeadFilter(request.query, await timeZone());
    if ('fault' in filter) return refuse(response, 400, filter.fault);
    response.json(await listLeads(database, filter));
  });

  for (const format of ['csv', 'json'] as const) {
    router.get(`/api/admin/leads/export.${format}`, guard.api, async (request, response) => {
      const zone = await timeZone();
      const filter = readLeadFilter(request.query, zone);
      if ('fault' in filter) return refuse(response, 400, filter.fault);
      // Nothing leaves the house unnoted.
      const detail = { format, leads: await countLeads(database, filter), filtered: isFiltered(filter) };
      await writeAudit(query, {
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
        // The download ends early, and the browser says so.
        const { requestId } = operatorOf(response);
        log.warn({ event: 'lead-export-ended-early', requestId, code: faultCode(error) });
      }
    });
  }

  router.get('/api/admin/leads/:id', guard.api, async (request, response) => {
    const story = await readStory(query, idOf(request), await timeZone());
    if (!story) return refuse(response, 404, NO_LEAD);
    response.json(story);
  });

  router.get('/api/admin/leads/:id/export.json', guard.api, async (request, response) => {
    const id = idOf(request);
    const data = await personData(query, id, await timeZone());
    if (!data) return refuse(response, 404, NO_LEAD);
    await writeAudit(query, {
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
