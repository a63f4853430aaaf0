import { Router, type Request, type Response } from 'express';
import type { RateLimitStoreFactory } from '../database/state/rate-limit-store.ts';
import type { SiteBuild } from '../pages/render/site-build.ts';
import { createOperatorArea } from '../operators/operator-area.ts';
import { createOperatorRoutes } from '../operators/operator-routes.ts';

type RouteServices = Omit<Parameters<typeof createOperatorRoutes>[0], 'guard'>;

interface Services extends RouteServices {
  build: SiteBuild;
  /** Creates the store for a named rate limit. Call it once per name, because stores in memory do not share counts. */
  limits: RateLimitStoreFactory;
  /** The CRM's webhook. It is mounted after the guard, which requires a sign-in for all methods but POST. */
  webhookRoutes: Router;
  /** Creates `/metrics`, which signed-in operators may see. */
  metricsRoutes: (isAllowed: (request: Request, response: Response) => Promise<boolean>) => Router;
}

/**
 * Creates all routes for operators: metrics, sign-in, the API and the screens. They respond to every path below the
 * prefixes that the operators' guard protects, such as `/admin` and `/api/ghl`, so public routes below such a prefix
 * must be mounted first.
 */
export function createOperatorRouteGroup({ metricsRoutes, webhookRoutes, ...services }: Services): Router {
  const { routes, guard, screens } = createOperatorArea({ ...services, database: services.database.query });
  const group = Router();
  group.use(
    metricsRoutes(async (request, response) => (await guard.who(request, response)) !== null),
    routes,
    webhookRoutes,
    createOperatorRoutes({ ...services, guard }),
    screens,
  );
  return group;
}
