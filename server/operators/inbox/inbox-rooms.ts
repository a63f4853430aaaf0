import { Router } from 'express';
import type { Logger } from 'pino';
import type { ContentGateway } from '../../content/gateway.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { RedirectTable } from '../../pages/redirect-table.ts';
import { auditRoutes } from '../audit-routes.ts';
import { redirectRoutes } from '../redirects/redirect-routes.ts';
import type { OperatorGuard } from '../require-operator.ts';
import { inboxRoutes } from './inbox-routes.ts';
import { leadActionRoutes } from './lead-actions.ts';

interface Options {
  database: OpenDatabase;
  gateway: ContentGateway;
  redirects: RedirectTable;
  /** The addresses the site answers at, without a path. */
  origins: () => readonly string[];
  guard: OperatorGuard;
  log: Logger;
  now?: () => number;
}

/** The inbox, the redirects and the audit log. */
export function inboxRooms(options: Options): Router {
  const router = Router();
  router.use(inboxRoutes(options));
  router.use(leadActionRoutes(options));
  router.use(redirectRoutes(options));
  router.use(auditRoutes(options));
  return router;
}
