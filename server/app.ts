import express, { type Express } from 'express';
import type { IncomingMessage, RequestListener } from 'node:http';
import path from 'node:path';
import type { ViteDevServer } from 'vite';
import { createBlockFaultRoutes } from './pages/block-fault-routes.ts';
import { createChangeNoticeRoutes } from './content/change-notice-routes.ts';
import { createContentRoutes } from './content/content-routes.ts';
import type { RunningVariants } from './content/running-variants.ts';
import { SECTIONS_PATH, createSectionsRoute } from './content/sections-route.ts';
import { createDoctorRoutes } from './content/doctor/doctor-routes.ts';
import { unknownCrmTexts } from './crm/crm-error.ts';
import { createWebhookRoutes } from './crm/webhooks/webhook-routes.ts';
import { createDatabaseCheck } from './database/state/database-check.ts';
import { createRateLimitStores } from './database/state/rate-limit-store.ts';
import { createLeadRoutes } from './leads/accept/lead-routes.ts';
import { createAcceptLead } from './leads/accept/accept-lead.ts';
import { createDeliveryMetrics, createLeadMetrics } from './leads/lead-metrics.ts';
import { createUnsubscribeRoutes } from './pages/forms/unsubscribe-routes.ts';
import { createPictureRoutes } from './media/picture-routes.ts';
import { createShareRoutes } from './pages/seo/share-routes.ts';
import { createOperatorArea } from './operators/operator-area.ts';
import { createOperatorRoutes } from './operators/operator-routes.ts';
import { assignVariant, variantsSeen } from './pages/assign-variant.ts';
import { createCrawlerRoutes } from './pages/seo/crawler-routes.ts';
import { createDevBuild } from './pages/render/dev-build.ts';
import { createErrorHandler } from './pages/error-handler.ts';
import { createFormPostRoutes } from './pages/forms/form-post-routes.ts';
import { limitSearches } from './pages/limit-searches.ts';
import { createPageRenderer } from './pages/render/page-renderer.ts';
import { isPreviewAddress, createPreviewRoutes } from './pages/preview-routes.ts';
import { createPageRoutes } from './pages/page-routes.ts';
import { createVisitRoutes } from './pages/visit-routes.ts';
import { createPageStore, type PageStore } from './pages/store/page-store.ts';
import { createRedirectTable } from './pages/redirect-table.ts';
import { readSiteBuild } from './pages/render/site-build.ts';
import { speculationRules } from './pages/render/speculation-rules.ts';
import { staticFiles } from './pages/render/static-files.ts';
import { createStorageErrorHandler } from './pages/storage-error-handler.ts';
import { structuredData } from './pages/seo/structured-data.ts';
import { mayHaveLargeBody } from './platform/security/limited-body.ts';
import { createObservability } from './platform/logging/observability.ts';
import { requestIdFor } from './platform/logging/request-id.ts';
import { ROOT } from './platform/root.ts';
import { securityHeaders } from './platform/security/security-headers.ts';
import type { Services } from './services.ts';

const CLIENT_FOLDER = path.join(ROOT, 'dist/client');

interface Options extends Omit<Services, 'start' | 'stop'> {
  /** Returns true once the server is shutting down. `/readyz` then fails. */
  isStopping?: () => boolean;
  /** Vite's development server, which serves the site from its sources. Without it, the built site is served. */
  vite?: ViteDevServer;
}

/** The complete server, not yet listening on a port. */
export interface App {
  /** The Express application, with all routes in matching order. */
  express: Express;
  pages: PageStore;
  /** Answers a request: from memory if possible, otherwise through Express. */
  handle: RequestListener;
  /** Stops rendering pages, and writes the last lines of the access log. */
  close: () => void;
}

/**
 * Creates the application from open services. If the site has not been built, throws an error that explains how to
 * build it.
 */
export async function createApp({
  config,
  content,
  doctor,
  intake,
  visits,
  database,
  crm,
  secrets,
  live,
  log,
  now,
  isStopping = () => false,
  origin,
  vite,
}: Options): Promise<App> {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', config.trustProxy);
  const { storage } = intake;
  const { query } = database;
  const observability = createObservability({
    config,
    log,
    isStopping,
    checkDatabase: createDatabaseCheck(database),
    storageFault: () => storage.fault(),
    hasContent: () => content.snapshot() !== null,
    hasRedirects: () => redirects.hasBeenRead(),
    contentHealth: () => content.health(),
  });
  const { register } = observability;
  register.registerMetric(unknownCrmTexts);
  const limits = createRateLimitStores(database, log);
  const noteLead = createLeadMetrics(register);
  const refreshMetrics = createDeliveryMetrics({ register, query, now });
  app.use(...observability.middleware);
  const secure = config.publicUrl?.startsWith('https:') ?? false;
  const security = securityHeaders(secure);
  app.use((_request, response, next) => {
    response.set(security);
    next();
  });
  if (!vite) app.use(staticFiles(CLIENT_FOLDER));
  app.get('/speculation-rules.json', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=3600');
    response.type('application/speculationrules+json').send(JSON.stringify(speculationRules));
  });
  const assign = (test: RunningVariants, request: IncomingMessage) =>
    assignVariant(test, request.headers, { secure });
  const acceptLead = createAcceptLead({
    config,
    intake,
    limits,
    now,
    variantsSeen: ({ headers }) => variantsSeen(content, headers),
    note: noteLead,
  });
  app.use(createLeadRoutes(acceptLead));
  const build = await (vite ? createDevBuild(vite) : readSiteBuild(ROOT));
  // Public lead endpoints must be registered before this: the operator guard protects the paths around them.
  const operators = createOperatorArea({
    config,
    database: query,
    secrets,
    content,
    build,
    log,
    origin,
    limits,
    now,
  });
  const { guard } = operators;
  app.use(
    observability.metricsRoutes({
      isAllowed: async (request, response) => (await guard.who(request, response)) !== null,
      refresh: refreshMetrics,
    }),
  );
  app.use(operators.routes);
  app.use(createWebhookRoutes({ config, database, limits, log, stored: () => live.look(), now }));
  const redirects = createRedirectTable({ query, log, now });
  await redirects.hasBeenRead();
  app.use(
    createOperatorRoutes({
      config,
      content,
      crm,
      database,
      doctor,
      guard,
      live,
      log,
      origin,
      redirects,
      secrets,
      storage,
      now,
    }),
  );
  app.use(operators.screens);
  const settings = () => content.settings();
  app.use(createUnsubscribeRoutes({ query, secrets, settings, log, now }));
  app.use(createVisitRoutes({ visits, pages: () => pages, publicUrl: config.publicUrl }));
  app.use(createBlockFaultRoutes(log));
  const renderChanged = async () => {
    await pages.refresh();
    // Pages whose texts took longer than a page waits are rendered again when these are ready.
    await content.htmlSettled();
    await pages.refresh();
  };
  app.use(createChangeNoticeRoutes({ config, content, limits, render: renderChanged, log, now }));
  app.use(createDoctorRoutes({ config, doctor, now }));
  app.use(...limitSearches(config.searchRateLimit, limits('searches')));
  app.use(
    createContentRoutes(
      content,
      (document, settings) => structuredData(document, settings, origin(), content.blocks, log),
      (path, request, seen) => visits.count(path, request, seen),
      assign,
    ),
  );
  app.get(SECTIONS_PATH, createSectionsRoute(content));
  app.use(createCrawlerRoutes({ config, content, origin }));
  app.use(createPictureRoutes(content.pictures));
  app.use(createShareRoutes(content, log));
  if (vite) app.use(vite.middlewares);
  app.use(createPreviewRoutes({ config, content, build, origin, log }));
  const render = createPageRenderer({ config, content, build, log, origin });
  const pages = createPageStore({
    content,
    render: (request) => {
      observability.countRenderedPage();
      return render(request);
    },
    log,
    commonHeaders: Object.entries(security).flat(),
    requestId: (request) => requestIdFor(request.headers['x-request-id']),
    isRedirected: (at) => redirects.isRedirected(at),
    onHit: (request, status, id, path, given) => {
      observability.countStoredPage(request, status, id);
      if (status !== 404) visits.count(path, request, given?.seen);
    },
    assign,
    buildVersion: () => build.version(),
    now,
  });
  app.use(
    createPageRoutes({
      content,
      pages,
      redirects,
      onPage: (path, request, seen) => visits.count(path, request, seen),
      assign,
    }),
  );
  app.use(createFormPostRoutes({ content, render, redirects, acceptLead, now }));
  app.use((request, response) => {
    if (request.path.startsWith('/api/')) {
      response.status(404).json({ error: 'Nothing answers here.' });
      return;
    }
    // The page routes answer every GET and HEAD, so the request has another method.
    response.status(405).set('Allow', 'GET, HEAD').json({ error: 'This address can only be read.' });
  });
  app.use(createStorageErrorHandler({ storage, shared: config.databaseUrl !== null }));
  app.use(createErrorHandler(log, content));
  return {
    express: app,
    pages,
    close() {
      pages.close();
      observability.flushLog();
    },
    handle: (request, response) => {
      // The client must send its next requests to another server, or must not be read any further.
      if (isStopping() || mayHaveLargeBody(request)) response.setHeader('Connection', 'close');
      if (isPreviewAddress(request.url) || !pages.answer(request, response)) app(request, response);
    },
  };
}
