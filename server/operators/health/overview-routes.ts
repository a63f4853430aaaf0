import type { Router } from 'express';
import type { Kysely } from 'kysely';
import { siteCalls } from '../../../src/contracts/operators/site-calls.ts';
import type { Content } from '../../content/content.ts';
import type { Doctor } from '../../content/doctor/doctor.ts';
import type { Crm } from '../../crm/crm.ts';
import type { Database } from '../../database/schema/schema.ts';
import type { StorageState } from '../../database/state/storage-state.ts';
import { DeliveryError } from '../../leads/deliver/delivery.ts';
import type { OutgoingMailService } from '../../leads/mail/mailers.ts';
import type { PurgeHealth } from '../../pages/cdn/purge-queue.ts';
import type { Config } from '../../platform/config/config.ts';
import { PLUGIN_CHECK_ID } from '../../content/doctor/check-plugin.ts';
import { readDiskSpace } from './disk-space.ts';
import { runHealthChecks } from './health-checks.ts';
import { ApiError } from '../api/api-error.ts';
import type { OperatorGuard } from '../api/operator-guard.ts';
import { createCallRouter } from '../api/serve-call.ts';
import { recordAudit } from '../audit-log.ts';
import { readDeliveryFigures, readOverviewFigures } from './overview-figures.ts';

interface Options {
  config: Config;
  query: Kysely<Database>;
  reads: Kysely<Database>;
  content: Pick<Content, 'health' | 'settings' | 'snapshot' | 'timeZone' | 'pictures'>;
  doctor: Pick<Doctor, 'report'>;
  crm: Pick<Crm, 'access' | 'grants' | 'leadsTo'>;
  storage: Pick<StorageState, 'fault'>;
  cdnHealth: () => PurgeHealth | null;
  sendTestMail: OutgoingMailService['sendTest'];
  guard: OperatorGuard;
  now: () => number;
}

/** If the doctor's last results are older than this many milliseconds, the overview starts a new run. */
const PLUGIN_CHECK_MAX_AGE_MS = 10 * 60_000;

/**
 * Creates the API routes with which operators read the overview (health checks and lead statistics) and the doctor's
 * report on WordPress, and send a test mail.
 */
export function createOverviewRoutes({
  config,
  query,
  reads,
  content,
  doctor,
  crm,
  storage,
  cdnHealth,
  sendTestMail,
  guard,
  now,
}: Options): Router {
  const { router, serve } = createCallRouter(guard);
  serve(siteCalls.overview, async ({ days }) => {
    const at = now();
    const [figures, delivery, state, leadsTo, locations, operators, space] = await Promise.all([
      readOverviewFigures(reads, { days, now: at, timeZone: content.timeZone() }),
      readDeliveryFigures(reads),
      crm.access.state(),
      crm.leadsTo(),
      crm.grants?.locations() ?? [],
      query.selectFrom('operators').select('totp_secret').execute(),
      readDiskSpace(reads, { config, cacheFault: content.pictures.cacheFault() }),
    ]);
    return {
      ...figures,
      hasOwnHome: content.snapshot()?.pageAt('/')?.isPublic ?? false,
      deliveries: delivery.deliveries,
      checks: runHealthChecks({
        ...delivery,
        config,
        content: content.health(),
        // Without the secret, the site reads a plain WordPress, which needs no plugin.
        plugin: config.wordpress?.secret
          ? (doctor.report(PLUGIN_CHECK_MAX_AGE_MS).checks.find(({ id }) => id === PLUGIN_CHECK_ID) ?? null)
          : null,
        storage: storage.fault(),
        cdn: cdnHealth(),
        crm: state,
        leadsTo,
        locations,
        sample: content.settings()?.sample ?? false,
        operators: {
          all: operators.length,
          withoutSecondFactor: operators.filter(({ totp_secret }) => totp_secret === null).length,
        },
        space,
        now: at,
      }),
    };
  });
  serve(siteCalls.doctor, () => doctor.report());
  serve(siteCalls.testMail, async (_input, { operator }) => {
    try {
      const to = await sendTestMail(operator.name);
      await recordAudit(query, { operator, action: 'test-mail-sent', now: now() });
      return { to: [...to] };
    } catch (error) {
      if (!(error instanceof DeliveryError)) throw error;
      throw new ApiError(422, error.message, { cause: error });
    }
  });
  return router;
}
