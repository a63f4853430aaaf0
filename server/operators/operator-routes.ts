import { Router } from 'express';
import type { Logger } from 'pino';
import type { ContentOrigin } from '../content/connection/stored-connection.ts';
import type { Content } from '../content/content.ts';
import type { Doctor } from '../content/doctor/doctor.ts';
import type { Crm } from '../crm/crm.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import type { RateLimitStoreFactory } from '../database/state/rate-limit-store.ts';
import type { StorageState } from '../database/state/storage-state.ts';
import type { RedirectCache } from '../pages/operator-redirect-cache.ts';
import type { OutgoingMailService } from '../leads/mail/mailers.ts';
import type { Config } from '../platform/config/config.ts';
import { createAuditRoutes } from './audit-log.ts';
import { createCrmRoutes } from './crm/crm-routes.ts';
import { createOauthRoutes } from './crm/oauth-routes.ts';
import { createWebhookEventRoutes } from './crm/webhook-event-routes.ts';
import { createFollowUpRoutes } from './inbox/follow-up-routes.ts';
import { createInboxRoutes } from './inbox/inbox-routes.ts';
import { createLeadActionRoutes } from './inbox/lead-actions.ts';
import { createTodayRoutes } from './inbox/today-routes.ts';
import type { LiveEventHub } from './live/live-events.ts';
import { createLiveEventRoutes } from './live/live-routes.ts';
import type { PurgeHealth } from '../pages/cdn/purge-queue.ts';
import type { OperatorGuard } from './api/operator-guard.ts';
import { createOverviewRoutes } from './health/overview-routes.ts';
import { createBlockRoutes } from './pages/catalogue/block-routes.ts';
import { createBuilderRoutes } from './pages/builder/builder-routes.ts';
import { createEditorAccounts, type EditorAccounts } from './pages/editor-account.ts';
import { createLibraryRoutes } from './pages/library/library-routes.ts';
import { createNewPageRoutes } from './pages/create/new-page-routes.ts';
import { createPageBuilder, type PageBuilder } from './pages/builder/page-builder.ts';
import { createPageSettingsRoutes } from './pages/settings/page-settings-routes.ts';
import { createTrashRoutes } from './pages/page-trash.ts';
import { createReusableEntryRoutes } from './pages/reusable/reusable-routes.ts';
import { createRevisionRoutes } from './pages/builder/page-revisions.ts';
import { createRedirectRoutes } from './redirects/redirect-routes.ts';
import { createSiteSettingsRoutes } from './site-settings-routes.ts';
import { createWordPressConnectionRoutes } from './wordpress/connection-routes.ts';
import type { ContentMoveJob } from './wordpress/content-move-job.ts';
import { createPluginConnectionRoutes } from './wordpress/plugin-routes.ts';

interface Services {
  config: Config;
  content: Content;
  crm: Crm;
  database: OpenDatabase;
  doctor: Doctor;
  guard: OperatorGuard;
  limits: RateLimitStoreFactory;
  live: LiveEventHub;
  log: Logger;
  origin: () => string;
  redirects: RedirectCache;
  secrets: readonly string[];
  source: ContentOrigin;
  /** Switches the site to another content source, after an operator has chosen it. */
  sourceChanged: () => void;
  moveJob: ContentMoveJob;
  sendTestMail: OutgoingMailService['sendTest'];
  storage: Pick<StorageState, 'fault'>;
  /** Renders the pages that have changed. */
  refreshPages: () => Promise<void>;
  /** Returns whether the CDN accepts notifications of changes; null if no CDN is notified. */
  cdnHealth: () => PurgeHealth | null;
  /** Returns the database's time in epoch milliseconds. */
  now: () => number;
}

/** The services that the routers of the page builder share. */
interface BuilderServices extends Services {
  builder: PageBuilder;
  accounts: EditorAccounts;
}

interface Options extends Services {
  /** Functions that create the routers of other directories, such as those of layout variants. */
  more: readonly ((services: BuilderServices) => Router)[];
}

/**
 * Creates the page builder, the API routes for signed-in operators and editors (except those of their accounts), and
 * the routes for the connection tab of the companion plugin. Mount them after the routes of `createOperatorArea`, which
 * require the sign-in.
 */
export function createOperatorRoutes(options: Options): Router {
  const { config, content, database, live, more, now, origin } = options;
  const { query, reads } = database;
  const ownOrigins = () => [...(config.publicUrl ? [new URL(config.publicUrl).origin] : []), origin()];
  const builder = createPageBuilder({ config, content, now });
  const accounts = createEditorAccounts({ ...options, query });
  const services = { ...options, query, reads, builder, accounts, hub: live, origins: ownOrigins };
  const router = Router();
  router.use(
    createOauthRoutes(services),
    createCrmRoutes(services),
    createWebhookEventRoutes(services),
    createOverviewRoutes(services),
    createLiveEventRoutes(services),
    createInboxRoutes(services),
    createLeadActionRoutes(services),
    createFollowUpRoutes(services),
    createTodayRoutes(services),
    createRedirectRoutes(services),
    createSiteSettingsRoutes(services),
    createWordPressConnectionRoutes(services),
    createPluginConnectionRoutes(services),
    createAuditRoutes(services),
    createBuilderRoutes(services),
    createNewPageRoutes(services),
    createPageSettingsRoutes(services),
    createTrashRoutes(services),
    createReusableEntryRoutes(services),
    createRevisionRoutes(services),
    createLibraryRoutes(services),
    createBlockRoutes(services),
    ...more.map((create) => create(services)),
  );
  return router;
}
