import type { RequestHandler, Router } from 'express';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { collectDefaultMetrics, Registry } from 'prom-client';
import type { Config } from '../config.ts';
import type { ContentGateway } from '../content/gateway.ts';
import type { Database } from '../database/schema.ts';
import type { OperatorGuard } from '../operators/require-operator.ts';
import { accessLog } from './access-log.ts';
import { contentMetrics } from './content-metrics.ts';
import { deliveryMetrics } from './delivery-metrics.ts';
import { healthRoutes } from './health-routes.ts';
import { leadMetrics, type NoteLead } from './lead-metrics.ts';
import { metricsRoutes } from './metrics-routes.ts';
import { giveRequestId } from './request-id.ts';
import { requestMetrics } from './request-metrics.ts';

interface Options {
  config: Pick<Config, 'metricsToken'>;
  database: Kysely<Database>;
  gateway: Pick<ContentGateway, 'health'>;
  log: Logger;
  isStopping: () => boolean;
  now: () => number;
}

/** What runs around the site for those who run it. */
export interface MachineRoom {
  /** Stands before everything: ids, the log of requests, and whether the server lives. */
  entrance: readonly (RequestHandler | Router)[];
  noteLead: NoteLead;
  /** The figures; operators may see them too. */
  figures(guard: Pick<OperatorGuard, 'who'>): Router;
}

/** Builds it, with a registry of its own. */
export function machineRoom({ config, database, gateway, log, isStopping, now }: Options): MachineRoom {
  const register = new Registry();
  // With the lag of the event loop among them.
  collectDefaultMetrics({ register });
  contentMetrics(register, () => gateway.health());
  const requests = requestMetrics(register);
  const refresh = deliveryMetrics({ register, query: database, now });
  return {
    entrance: [giveRequestId, accessLog(log, requests), healthRoutes({ query: database, log, isStopping })],
    noteLead: leadMetrics(register),
    figures: (guard) => metricsRoutes({ register, token: config.metricsToken, guard, refresh }),
  };
}
