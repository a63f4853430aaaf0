import type { Request, Router } from 'express';
import type { Registry } from 'prom-client';
import type { Logger } from 'pino';
import { unknownCrmMessageCounter } from '../crm/crm-error.ts';
import { createWebhookRoutes } from '../crm/webhooks/webhook-routes.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import type { RateLimitStoreFactory } from '../database/state/rate-limit-store.ts';
import type { Config } from '../platform/config/config.ts';
import { createAcceptLead, type AcceptLead } from '../leads/accept/accept-lead.ts';
import { createLeadRoutes } from '../leads/accept/lead-routes.ts';
import { createDeliveryMetrics, createLeadMetrics } from '../leads/lead-metrics.ts';
import type { LeadIntake } from '../leads/store/lead-intake.ts';

interface Services {
  config: Config;
  database: OpenDatabase;
  intake: LeadIntake;
  /** Creates the store for a named rate limit. Call it once per name, because stores in memory do not share counts. */
  limits: RateLimitStoreFactory;
  log: Logger;
  /** The registry of the lead metrics. */
  register: Registry;
  /**
   * Returns the layout variants that the visitor saw in running tests, as text to store with a lead; empty without any.
   */
  variantsSeen?: ((request: Request) => string) | undefined;
  /** Called after an event of the CRM is stored. */
  onCrmEvent: () => void;
  now: () => number;
}

interface LeadGroup {
  /**
   * The lead endpoints. Mount them before the operators' routes, whose guard requires a sign-in for all other paths
   * below `/api/ghl`.
   */
  routes: Router;
  /** Receives the CRM's events, at a path that the operators' guard lets through for POST only. */
  webhookRoutes: Router;
  /** Accepts a lead from a form that is posted without JavaScript. */
  acceptLead: AcceptLead;
  /** Updates the delivery metrics. Awaited before the metrics are sent. */
  refreshMetrics: () => Promise<void>;
}

/** Creates the lead endpoints, the CRM's webhook for events about leads, and the lead metrics. */
export function createLeadRouteGroup(services: Services): LeadGroup {
  const { database, register, onCrmEvent, now } = services;
  register.registerMetric(unknownCrmMessageCounter);
  const acceptLead = createAcceptLead({ ...services, countLead: createLeadMetrics(register) });
  return {
    routes: createLeadRoutes(acceptLead),
    webhookRoutes: createWebhookRoutes({ ...services, stored: onCrmEvent }),
    acceptLead,
    refreshMetrics: createDeliveryMetrics({ register, reads: database.reads, now }),
  };
}
