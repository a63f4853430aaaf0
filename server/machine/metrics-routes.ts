import { Router, type Request } from 'express';
import type { Registry } from 'prom-client';
import type { OperatorGuard } from '../operators/require-operator.ts';
import { sameText } from '../operators/tokens.ts';

interface Options {
  register: Registry;
  /** What `METRICS_TOKEN` says; null: not set. */
  token: string | null;
  guard: Pick<OperatorGuard, 'who'>;
  /** Awaited before each answer. */
  refresh: () => Promise<void>;
}

/** The figures in Prometheus's text, for whoever has the token, and for operators who are signed in. */
export function metricsRoutes({ register, token, guard, refresh }: Options): Router {
  const router = Router();
  router.get('/metrics', async (request, response) => {
    response.set('Cache-Control', 'no-store');
    if (hasToken(request, token) || (await guard.who(request, response)) !== null) {
      await refresh();
      response.set('Content-Type', register.contentType).end(await register.metrics());
    } else if (token === null) {
      response.status(404).json({ error: 'Nothing answers here.' });
    } else {
      const error = 'Send the token of METRICS_TOKEN: Authorization: Bearer …';
      response.status(401).set('WWW-Authenticate', 'Bearer').json({ error });
    }
  });
  return router;
}

function hasToken(request: Request, token: string | null): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(request.get('authorization') ?? '')?.[1];
  return token !== null && given !== undefined && sameText(given, token);
}
