import { Router, type Request, type Response } from 'express';
import type { RateLimitStores } from '../database/state/rate-limit-store.ts';
import type { SiteBuild } from '../pages/render/site-build.ts';
import { createOperatorArea } from '../operators/operator-area.ts';
import { createOperatorRoutes } from '../operators/operator-routes.ts';

type RouteServices = Omit<Parameters<typeof createOperatorRoutes>[0], 'guard'>;

interface Services extends RouteServices {
  build: SiteBuild;
  /** The stores of the rate limits. */
  limits: RateLimitStores;
  /** The CRM's webhook. Other methods than its own must meet the guard first. */
  webhookRoutes: Router;
  /** Creates `/metrics`, which signed-in operators may see. */
  metricsRoutes: (isAllowed: (request: Request, response: Response) => Promise<boolean>) => Router;
}

/**
 * Creates everything that operators see: sign-in, the routes behind it, and the screens. It responds to every operator
 * path, so the public paths among them must be mounted before.
 */
export function createOperatorGroup({ metricsRoutes, webhookRoutes, ...services }: Services): Router {
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
