import { Router } from 'express';
import { sql, type Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../database/schema.ts';
import { faultCode } from '../leads/store-fault.ts';
import { requestIdOf } from './request-id.ts';

/** Milliseconds the database has to answer. */
const PATIENCE = 2000;

interface Options {
  query: Kysely<Database>;
  log: Logger;
  isStopping: () => boolean;
}

/**
 * For what watches over the server. `/healthz`: the process lives, whatever else does; when it does not answer, start
 * it anew. `/readyz`: send requests here, or 503 with the part that says no.
 */
export function healthRoutes({ query, log, isStopping }: Options): Router {
  const router = Router();
  router.use(['/healthz', '/readyz'], (_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (request, response) => {
    const fault = await databaseFault(query);
    const stopping = isStopping();
    if (fault !== null) {
      log.error({
        event: 'not-ready',
        part: 'database',
        code: fault,
        requestId: requestIdOf(request, response),
      });
    }
    const ready = fault === null && !stopping;
    response.status(ready ? 200 : 503).json({
      status: ready ? 'ok' : 'not ready',
      parts: {
        database: fault === null ? 'ok' : 'does not answer',
        server: stopping ? 'is shutting down' : 'ok',
      },
    });
  });
  return router;
}

async function databaseFault(query: Kysely<Database>): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve('too-slow'), PATIENCE);
  });
  const asked = sql`select 1 from leads where 1 = 0`.execute(query).then(() => null, faultCode);
  const fault = await Promise.race([asked, late]);
  clearTimeout(timer);
  return fault;
}
