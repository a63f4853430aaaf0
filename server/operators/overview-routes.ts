import { Router } from 'express';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Overview } from '../../src/operator/api-shapes.ts';
import type { Config } from '../config.ts';
import type { ContentGateway } from '../content/gateway.ts';
import type { OpenCrm } from '../crm/open-crm.ts';
import type { Database } from '../database/schema.ts';
import { deliveryFigures } from './delivery-figures.ts';
import { healthChecks } from './health-checks.ts';
import { leadFigures } from './lead-figures.ts';
import type { OperatorGuard } from './require-operator.ts';

interface Options {
  config: Config;
  database: Kysely<Database>;
  gateway: Pick<ContentGateway, 'frame' | 'health'>;
  crm: Pick<OpenCrm, 'access' | 'grants' | 'leadsTo'>;
  guard: OperatorGuard;
  now?: () => number;
}

const asked = z.object({ days: z.enum(['7', '30', '90']).default('30').transform(Number) });

/** What an operator sees first: whether the site is healthy, and whether leads flow. */
export function overviewRoutes({ config, database, gateway, crm, guard, now = Date.now }: Options): Router {
  const router = Router();
  router.get('/api/admin/overview', guard.api, async (request, response) => {
    const read = asked.safeParse(request.query);
    if (!read.success) {
      response.status(400).json({ error: 'Ask for 7, 30 or 90 days: ?days=30.' });
      return;
    }
    const { settings } = await gateway.frame();
    const at = now();
    const [figures, delivery, state, leadsTo, locations, operators] = await Promise.all([
      leadFigures(database, { days: read.data.days, now: at, timeZone: settings.site.timeZone }),
      deliveryFigures(database),
      crm.access.state(),
      crm.leadsTo(),
      crm.grants?.locations() ?? [],
      database.selectFrom('operators').select('totp_secret').execute(),
    ]);
    const overview: Overview = {
      ...figures,
      deliveries: delivery.deliveries,
      checks: healthChecks({
        ...delivery,
        config,
        content: gateway.health(),
        crm: state,
        leadsTo,
        locations,
        sample: settings.sample,
        operators: {
          all: operators.length,
          withoutSecondFactor: operators.filter(({ totp_secret }) => totp_secret === null).length,
        },
        now: at,
      }),
    };
    response.json(overview);
  });
  return router;
}
