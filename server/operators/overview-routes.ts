import { Router } from 'express';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Overview } from '../../src/contracts/operator-api.ts';
import type { Content } from '../content/content.ts';
import type { Crm } from '../crm/crm.ts';
import type { Database } from '../database/schema.ts';
import type { StorageState } from '../database/storage-state.ts';
import type { Config } from '../platform/config.ts';
import { healthChecks } from './health-checks.ts';
import type { OperatorGuard } from './operator-guard.ts';
import { deliveryFigures, leadFigures } from './overview-figures.ts';

interface Options {
  config: Config;
  database: Kysely<Database>;
  content: Pick<Content, 'settings' | 'timeZone' | 'health'>;
  crm: Pick<Crm, 'access' | 'grants' | 'leadsTo'>;
  storage: Pick<StorageState, 'fault'>;
  guard: OperatorGuard;
  now: () => number;
}

const asked = z.object({ days: z.enum(['7', '30', '90']).default('30').transform(Number) });

/** Serves the overview: health checks and lead statistics. */
export function createOverviewRoutes({
  config,
  database,
  content,
  crm,
  storage,
  guard,
  now,
}: Options): Router {
  const router = Router();
  router.get('/api/admin/overview', guard.api, async (request, response) => {
    const read = asked.safeParse(request.query);
    if (!read.success) {
      response.status(400).json({ error: 'Ask for 7, 30 or 90 days: ?days=30.' });
      return;
    }
    const at = now();
    const [figures, delivery, state, leadsTo, locations, operators] = await Promise.all([
      leadFigures(database, { days: read.data.days, now: at, timeZone: content.timeZone() }),
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
        content: content.health(),
        storage: storage.fault(),
        crm: state,
        leadsTo,
        locations,
        sample: content.settings()?.sample ?? false,
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
