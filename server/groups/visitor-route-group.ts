import { Router, type RequestHandler } from 'express';
import type { IncomingMessage } from 'node:http';
import type { Logger } from 'pino';
import type { CommentDelivery } from '../comments/comment-delivery.ts';
import { createCommentRoutes } from '../comments/comment-routes.ts';
import { createContentRoutes } from '../content/content-routes.ts';
import type { Content } from '../content/content.ts';
import type { SeenVariant, LayoutVariantService } from '../content/resolve/page-variants.ts';
import type { OpenDatabase } from '../database/open-database.ts';
import type { RateLimitStoreFactory } from '../database/state/rate-limit-store.ts';
import type { AcceptLead } from '../leads/accept/accept-lead.ts';
import type { Config } from '../platform/config/config.ts';
import type { Observability } from '../platform/logging/observability.ts';
import { headerOrNewRequestId } from '../platform/logging/request-id.ts';
import type { CdnCaching } from '../pages/cdn/cdn-caching.ts';
import { createBlockFaultRoutes } from '../pages/block-fault-routes.ts';
import { createFormPostRoutes } from '../pages/forms/form-post-routes.ts';
import { createUnsubscribeRoutes } from '../pages/forms/unsubscribe-routes.ts';
import { createSearchLimit } from '../pages/search-limit.ts';
import { createUnlockedPageResolver } from '../pages/protected/unlocked-pages.ts';
import { createPagePasswordRoutes } from '../pages/protected/password-routes.ts';
import { createPageMissRoutes } from '../pages/page-miss-routes.ts';
import { createPreviewRoutes } from '../pages/preview-routes.ts';
import type { RedirectCache } from '../pages/operator-redirect-cache.ts';
import { createPageRenderer } from '../pages/render/page-renderer.ts';
import type { SiteBuild } from '../pages/render/site-build.ts';
import { speculationRules } from '../pages/render/speculation-rules.ts';
import { createCrawlerRoutes } from '../pages/seo/crawler-routes.ts';
import { createFeedRoutes } from '../pages/seo/feed-routes.ts';
import { createShareImageRoutes } from '../pages/seo/share-image-routes.ts';
import { pageStructuredData } from '../pages/render/page-structured-data.ts';
import { createPageStore, type PageStore } from '../pages/store/page-store.ts';
import type { VisitCounter } from '../pages/visit-counter.ts';
import { createVisitRoutes } from '../pages/visit-routes.ts';
import type { VitalsCounter } from '../pages/vitals-counter.ts';
import { createVitalsRoutes } from '../pages/vitals-routes.ts';

interface Services {
  config: Config;
  content: Content;
  database: OpenDatabase;
  secrets: readonly string[];
  visits: VisitCounter;
  vitals: VitalsCounter;
  variants: LayoutVariantService | null;
  build: SiteBuild;
  cdn: Pick<CdnCaching, 'pages' | 'setCaching'>;
  redirects: RedirectCache;
  /** Creates the store for a named rate limit. Call it once per name, because stores in memory do not share counts. */
  limits: RateLimitStoreFactory;
  acceptLead: AcceptLead;
  comments: CommentDelivery | null;
  observability: Pick<Observability, 'register' | 'countRenderedPage' | 'countStoredPage'>;
  /** The headers of every response. */
  headers: Readonly<Record<string, string>>;
  /** Vite, which serves the sources in development. */
  vite?: { middlewares: RequestHandler } | undefined;
  origin: () => string;
  log: Logger;
  now: () => number;
}

interface VisitorGroup {
  /** Responds to every GET, so mount it last. */
  routes: Router;
  pages: PageStore;
}

/**
 * Creates the page store and the visitors' routes, such as those of pages, previews, the content API, form posts,
 * comments, page passwords, unsubscribing, feeds, crawler files, share images, and reports of visits and web vitals.
 */
export function createVisitorRouteGroup(services: Services): VisitorGroup {
  const {
    config,
    content,
    database,
    visits,
    variants,
    build,
    cdn,
    redirects,
    limits,
    observability,
    origin,
    log,
    now,
  } = services;
  const { query } = database;
  const { setCaching } = cdn;
  const countVisit = (at: string, request: IncomingMessage, seen: SeenVariant | null) =>
    visits.count(at, request, seen);
  // This server does not see the pages that a CDN sends, so each page reports its visit itself.
  const countPage = cdn.pages ? () => {} : countVisit;
  const render = createPageRenderer(services);
  const secure = config.publicUrl?.startsWith('https:') ?? false;
  const opened = createUnlockedPageResolver({ ...services, secure });
  const pages = createPageStore({
    content,
    render: (request) => {
      observability.countRenderedPage();
      return render(request);
    },
    log,
    commonHeaders: Object.entries(services.headers).flat(),
    requestId: (request) => headerOrNewRequestId(request.headers['x-request-id']),
    onHit: (request, status, id, path, chosen) => {
      observability.countStoredPage(request, status, id);
      if (status !== 404) countPage(path, request, chosen?.seen ?? null);
    },
    cdnHeaders: cdn.pages?.headers,
    mayOpen: (request) => opened.mayOpen(request),
    variants,
    buildVersion: () => build.version(),
    now,
  });

  const routes = Router();
  routes.get('/speculation-rules.json', (_request, response) => {
    setCaching(response, { browser: 'public, max-age=3600', until: 'build' });
    response.type('application/speculationrules+json').send(JSON.stringify(speculationRules));
  });
  routes.use(createUnsubscribeRoutes({ ...services, query, settings: () => content.settings() }));
  routes.use(createVisitRoutes({ ...services, pages: () => pages, publicUrl: config.publicUrl }));
  routes.use(createVitalsRoutes({ ...services, ...observability, publicUrl: config.publicUrl }));
  routes.use(createBlockFaultRoutes(log));
  const { comments } = services;
  routes.use(createCommentRoutes({ ...services, wake: comments && (() => comments.wake()) }));
  routes.use(createPagePasswordRoutes({ ...services, secure }));
  // Mounted before all routes that can search: the content routes and the pages.
  routes.use(...createSearchLimit(config.searchRateLimit, limits('searches')));
  routes.use(
    createContentRoutes(
      content,
      (document, settings) => pageStructuredData(document, settings, origin(), content.blocks, log),
      countVisit,
      variants,
    ),
  );
  routes.use(createCrawlerRoutes({ ...services, setCaching }));
  routes.use(createFeedRoutes({ ...services, setCaching }));
  routes.use(createShareImageRoutes({ content, log, setCaching }));
  if (services.vite) routes.use(services.vite.middlewares);
  routes.use(createPreviewRoutes(services));
  routes.use(
    createPageMissRoutes({
      content,
      pages,
      opened,
      render,
      redirects,
      onPage: countPage,
      variants,
      setCaching,
    }),
  );
  routes.use(createFormPostRoutes({ ...services, opened, render }));
  return { routes, pages };
}
