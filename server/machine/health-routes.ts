import { Router } from 'express';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Database } from '../database/schema.ts';
import { databaseState } from './database-state.ts';
import { requestIdOf } from './request-id.ts';

interface Options {
  query: Kysely<Database>;
  log: Logger;
  isStopping: () => boolean;
}

/**
 * For what watches over the server. `/healthz`: the process lives, whatever else does; when it does not answer, start
 * it anew. `/readyz`: send requests here, or 503 with the check that says no. WordPress and the CRM are none of them:
 * without them pages are shown from the last copy, and leads are kept.
 */
export function healthRoutes({ query, log, isStopping }: Options): Router {
  const router = Router();
  const askDatabase = databaseState(query);
  let wasReady = true;

  router.use(['/healthz', '/readyz'], (_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok' });
  });
  router.get('/readyz', async (request, response) => {
    const { fault, ...checks } = await askDatabase();
    const server = isStopping() ? 'is stopping' : 'ok';
    const isReady = checks.database === 'ok' && checks.tables === 'ok' && server === 'ok';
    // Asked every few seconds: only changes are news.
    if (isReady !== wasReady) {
      const about = { requestId: requestIdOf(request, response), server, ...checks };
      if (isReady) log.info({ event: 'ready-again', ...about });
      else log[server === 'ok' ? 'error' : 'info']({ event: 'not-ready', ...about, code: fault });
    }
    wasReady = isReady;
    response.status(isReady ? 200 : 503).json({
      status: isReady ? 'ok' : 'not ready',
      checks: { server, ...checks },
    });
  });
  return router;
}
