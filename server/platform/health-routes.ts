import { Router } from 'express';
import type { Logger } from 'pino';
import { BUILD_COMMIT, PRODUCT_VERSION } from './version.ts';
import { requestIdOf } from './logging/request-id.ts';

/** What the health checks examine. */
export interface HealthOptions {
  /** Checks the database. If the check fails, `fault` is an error code for the log. */
  checkDatabase: () => Promise<{ database: string; tables: string; fault: string | null }>;
  /** Returns why the database cannot be written to, or null if it can. */
  storageFault: () => { problem: string; code: string } | null;
  /** Whether there is content to show. */
  hasContent: () => boolean;
  /** Whether the operators' redirects have been read. Until then, the paths that they redirect get a 503. */
  hasRedirects: () => Promise<boolean>;
  log: Logger;
  isStopping: () => boolean;
}

/**
 * Creates the health checks. `/healthz` returns the server's version; restart the server if it does not respond.
 * `/readyz` returns 200 if visitors get correct responses, otherwise 503 with the failed check. WordPress and the CRM
 * are not checked: without them, pages come from the last copy and leads are stored.
 */
export function createHealthRoutes(options: HealthOptions): Router {
  const { checkDatabase, storageFault, hasContent, hasRedirects, log, isStopping } = options;
  const router = Router();
  let wasReady = true;

  router.use(['/healthz', '/readyz'], (_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  router.get('/healthz', (_request, response) => {
    response.json({ status: 'ok', version: PRODUCT_VERSION, commit: BUILD_COMMIT });
  });
  router.get('/readyz', async (request, response) => {
    const [{ fault, ...answers }, redirectsRead] = await Promise.all([checkDatabase(), hasRedirects()]);
    // A full disk still serves reads, so writes are checked separately.
    const writes = storageFault();
    const checks = {
      ...answers,
      storage: writes?.problem ?? 'ok',
      content: hasContent() ? 'ok' : 'has not been read yet',
      redirects: redirectsRead ? 'ok' : 'have not been read yet',
    };
    const server = isStopping() ? 'is stopping' : 'ok';
    const isReady = server === 'ok' && Object.values(checks).every((check) => check === 'ok');
    // Load balancers poll every few seconds, so only changes are logged.
    if (isReady !== wasReady) {
      const about = { requestId: requestIdOf(request, response), server, ...checks };
      if (isReady) log.info({ event: 'ready-again', ...about });
      else
        log[server === 'ok' ? 'error' : 'info']({
          event: 'not-ready',
          ...about,
          code: fault ?? writes?.code ?? null,
        });
    }
    wasReady = isReady;
    response.status(isReady ? 200 : 503).json({
      status: isReady ? 'ok' : 'not ready',
      checks: { server, ...checks },
    });
  });
  return router;
}
