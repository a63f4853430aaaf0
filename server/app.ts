import express, { type Express } from 'express';
import type { RequestListener } from 'node:http';
import type { ViteDevServer } from 'vite';
import { createContentRouteGroup } from './groups/content-route-group.ts';
import { createDatabaseCheck } from './database/state/database-check.ts';
import { createRateLimitStoreFactory } from './database/state/rate-limit-store.ts';
import { createLeadRouteGroup } from './groups/lead-route-group.ts';
import { createOperatorRouteGroup } from './groups/operator-route-group.ts';
import { createCdnCaching } from './pages/cdn/cdn-caching.ts';
import { createErrorHandler } from './pages/error-handler.ts';
import { isPreviewUrl } from './pages/preview-routes.ts';
import { createRedirectCache } from './pages/operator-redirect-cache.ts';
import { createDevBuild } from './pages/render/dev-build.ts';
import { readSiteBuild } from './pages/render/site-build.ts';
import { createPreviousReleaseHandlers } from './pages/render/previous-release-assets.ts';
import { createStaticFileHandler } from './pages/render/static-files.ts';
import { createStorageErrorHandler } from './pages/storage-error-handler.ts';
import type { PageStore } from './pages/store/page-store.ts';
import { createVisitorRouteGroup } from './groups/visitor-route-group.ts';
import { registerHostMetrics } from './operators/health/host-metrics.ts';
import { createObservability } from './platform/logging/observability.ts';
import { CLIENT_FOLDER, PROJECT_ROOT } from './platform/root.ts';
import { markResponsePrivate } from './platform/caching-headers.ts';
import { limitUnusedBody } from './platform/security/limited-body.ts';
import { securityHeaders } from './platform/security/security-headers.ts';
import type { Services } from './services.ts';
import { createVariantResultRoutes } from './variants/variant-result-routes.ts';
import { createVariantRoutes } from './variants/variant-routes.ts';

/**
 * Maximum milliseconds that a starting server waits for the operators' redirects. Until they have been read, a path
 * without a page returns 503 instead of 404.
 */
const FIRST_READ_LIMIT_MS = 2000;

interface Options extends Omit<Services, 'start' | 'stop'> {
  /** Returns true once the server is shutting down. `/readyz` then fails. */
  isStopping?: () => boolean;
  /** Vite's development server, which serves the site from its sources. Without it, the built site is served. */
  vite?: ViteDevServer;
}

/** The complete server, not yet listening on a port. */
export interface ServerApp {
  /** The Express application, with all routes in matching order. */
  express: Express;
  pages: PageStore;
  /** Responds to a request with a stored page if possible, otherwise through Express. */
  handle: RequestListener;
  /** Stops rendering pages in the background and purging the CDN, and logs refused requests that were only counted. */
  close: () => void;
}

/**
 * Creates the application from open services. Waits up to `FIRST_READ_LIMIT_MS` for the operators' redirects.
 * Throws an `Error` that explains the fix if the site has not been built.
 */
export async function createApp(services: Options): Promise<ServerApp> {
  const { config, content, intake, database, live, log, now, isStopping = () => false, vite } = services;
  const { storage } = intake;
  const redirects = createRedirectCache({ query: database.query, log, now, onChange: () => cdn.purgeAll() });
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
  const cdn = createCdnCaching({ config, content, isStopping, log, register, now });
  registerHostMetrics({ register, config, pictures: content.pictures });
  const headers = securityHeaders(config.publicUrl?.startsWith('https:') ?? false);
  const limits = createRateLimitStoreFactory(database, log);
  const build = await (vite ? createDevBuild(vite) : readSiteBuild(PROJECT_ROOT));
  await redirects.hasBeenRead(FIRST_READ_LIMIT_MS);

  const leads = createLeadRouteGroup({
    ...services,
    limits,
    register,
    variantsSeen: services.variants?.seenText,
    onCrmEvent: () => live.look(),
  });
  const operators = createOperatorRouteGroup({
    ...services,
    build,
    limits,
    redirects,
    storage,
    cdnHealth: () => cdn.health(),
    refreshPages: () => pages.refresh(),
    webhookRoutes: leads.webhookRoutes,
    more: [createVariantRoutes, createVariantResultRoutes],
    metricsRoutes: (isAllowed) => observability.metricsRoutes({ isAllowed, refresh: leads.refreshMetrics }),
  });
  const visitors = createVisitorRouteGroup({
    ...services,
    acceptLead: leads.acceptLead,
    build,
    cdn,
    headers,
    limits,
    observability,
    redirects,
  });
  const { pages } = visitors;

  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', config.trustProxy);
  if (config.cdn) {
    app.use((_request, response, next) => {
      markResponsePrivate(response);
      next();
    });
  }
  app.use(...observability.middleware);
  app.use((_request, response, next) => {
    response.set(headers);
    next();
  });
  if (!vite) {
    const former = await createPreviousReleaseHandlers(CLIENT_FOLDER, config.dataDir, cdn.setCaching);
    app.use(createStaticFileHandler(CLIENT_FOLDER, cdn.setCaching), ...former);
  }
  // The order matters: the lead endpoints are below a path that the operators' guard protects, and the page routes
  // respond to every GET.
  app.use(leads.routes);
  app.use(operators);
  app.use(createContentRouteGroup({ ...services, limits, ...cdn, refreshPages: () => pages.refresh() }));
  app.use(visitors.routes);
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
  let hasAnswered = false;
  return {
    express: app,
    pages,
    close() {
      pages.close();
      cdn.close();
      observability.flushLog();
    },
    handle: (request, response) => {
      // Another server may have responded until now, and the CDN may have cached its older version or other content.
      if (!hasAnswered) cdn.purgeAll();
      hasAnswered = true;
      limitUnusedBody(request, response);
      // The client must open a new connection for its next request, so that another server gets it.
      if (isStopping()) response.setHeader('Connection', 'close');
      if (isPreviewUrl(request.url) || !pages.answer(request, response)) app(request, response);
    },
  };
}
