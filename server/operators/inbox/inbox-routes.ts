import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Response, Router } from 'express';
import type { Logger } from 'pino';
import { invalidFilterMessage, leadCalls, leadQuery } from '../../../src/contracts/operators/lead-calls.ts';
import type { Content } from '../../content/content.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import { databaseErrorCode } from '../../database/engines/database-error.ts';
import { singleFlight } from '../../platform/async/single-flight.ts';
import { dayInTimeZone } from '../../../src/builder/time-zones.ts';
import { recordAudit } from '../audit-log.ts';
import { operatorOf, sendJsonError, type OperatorGuard } from '../api/operator-guard.ts';
import { ApiError } from '../api/api-error.ts';
import { createCallRouter, nonEmptyQueryParameters } from '../api/serve-call.ts';
import { streamLeadsCsv, streamLeadsJson, readLeadBatches, readLeadExport } from './export-leads.ts';
import { hasFilterConditions, parseLeadFilter } from './lead-filter.ts';
import { readLeadDetail } from './lead-details.ts';
import { countMatchingLeads, readLeadCounts } from './count-leads.ts';
import { listLeads } from './list-leads.ts';
import { buildMatchingLeadsQuery } from './search-leads.ts';

interface Options {
  database: OpenDatabase;
  content: Pick<Content, 'timeZone'>;
  guard: OperatorGuard;
  log: Logger;
  now: () => number;
}

/** Shown for a lead that does not exist. */
export const LEAD_GONE_MESSAGE = 'There is no such lead. It may have been deleted: go back to the list.';

const EXPORTS = {
  csv: { type: 'text/csv; charset=utf-8', write: streamLeadsCsv },
  json: { type: 'application/json; charset=utf-8', write: streamLeadsJson },
} as const;

/**
 * Creates the API routes of the inbox: the list of leads with its counts, the details of a lead, and exports of both.
 * Each export is recorded in the audit log.
 */
export function createInboxRoutes({ database, content, guard, log, now }: Options): Router {
  const { query, reads } = database;
  const { router, serve } = createCallRouter(guard);
  const readCounts = singleFlight(() => readLeadCounts(reads));

  serve(leadCalls.list, (input) => listLeads(database, parseLeadFilter(input, content.timeZone())));
  serve(leadCalls.counts, () => readCounts());

  // These are downloads, which the browser saves, so they are plain routes and not calls.
  for (const format of ['csv', 'json'] as const) {
    router.get(`/api/admin/leads/export.${format}`, guard.api, async (request, response) => {
      const zone = content.timeZone();
      const read = leadQuery.safeParse(nonEmptyQueryParameters(request));
      if (!read.success)
        return sendJsonError(response, 422, invalidFilterMessage(read.error.issues[0] ?? { path: [] }));
      const filter = parseLeadFilter(read.data, zone);
      // Recorded before anything is sent, so that no export is missing from the audit log.
      const matching = await buildMatchingLeadsQuery(database, filter);
      const leads = await countMatchingLeads(reads, matching);
      const detail = { format, leads, filtered: hasFilterConditions(filter) };
      await recordAudit(query, {
        operator: operatorOf(response),
        action: 'leads-exported',
        detail,
        now: now(),
      });
      const { type, write } = EXPORTS[format];
      attach(response, type, `leads-${dayInTimeZone(now(), zone)}.${format}`);
      if (request.method === 'HEAD') return void response.end();
      try {
        await pipeline(Readable.from(write(readLeadBatches(reads, matching, zone))), response);
      } catch (error) {
        // The response is incomplete, so the browser reports a failed download.
        const { requestId } = operatorOf(response);
        log.warn({ event: 'lead-export-ended-early', requestId, code: databaseErrorCode(error) });
      }
    });
  }

  serve(leadCalls.read, async ({ id }) => {
    const story = await readLeadDetail(reads, id, content.timeZone());
    if (!story) throw new ApiError(404, LEAD_GONE_MESSAGE);
    return story;
  });

  router.get('/api/admin/leads/:id/export.json', guard.api, async (request, response) => {
    const { id } = leadCalls.read.input.parse(request.params);
    const data = await readLeadExport(reads, id, content.timeZone());
    if (!data) return sendJsonError(response, 404, LEAD_GONE_MESSAGE);
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
