import express, { type ErrorRequestHandler, type Express } from 'express';
import helmet from 'helmet';
import path from 'node:path';
import type { Logger } from 'pino';
import type { ViteDevServer } from 'vite';
import { blockFaultRoutes } from './block-faults.ts';
import type { Config } from './config.ts';
import { contentRoutes } from './content/content-routes.ts';
import type { ContentGateway } from './content/gateway.ts';
import { crawlerRoutes } from './pages/crawler-routes.ts';
import { crmRoutes } from './crm/crm-routes.ts';
import { oauthRoutes } from './crm/oauth/oauth-routes.ts';
import type { OpenCrm } from './crm/open-crm.ts';
import type { LeadDesk } from './leads/store/lead-desk.ts';
import { leadRoutes } from './leads/accept/lead-routes.ts';
import { leadTaker } from './leads/accept/take-lead.ts';
import { machineRoom } from './machine/machine-room.ts';
import { requestIdOf } from './machine/request-id.ts';
import { routeClass } from './machine/route-class.ts';
import { shareRoutes } from './media/share-routes.ts';
import { devBuild } from './pages/dev-build.ts';
import type { OpenDatabase } from './database/open-database.ts';
import { webhookRoutes } from './crm/webhooks/webhook-routes.ts';
import { inboxRooms } from './operators/inbox/inbox-rooms.ts';
import type { LiveHub } from './operators/live-events.ts';
import { liveRoutes } from './operators/live-routes.ts';
import { operatorArea } from './operators/operator-area.ts';
import { overviewRoutes } from './operators/overview-routes.ts';
import { unsubscribeRoutes } from './leads/mail/unsubscribe-routes.ts';
import { errorPage } from './pages/error-page.ts';
import { formPosts } from './pages/form-posts.ts';
import { pageRoutes } from './pages/page-routes.ts';
import { redirectTable } from './pages/redirect-table.ts';
import { readSiteBuild } from './pages/site-build.ts';
import { speculationRules } from './pages/speculation-rules.ts';
import { staticFiles } from './pages/static-files.ts';

const ROOT = path.join(import.meta.dirname, '..');

interface Options {
  config: Config;
  gateway: ContentGateway;
  desk: LeadDesk;
  database: OpenDatabase;
  crm: OpenCrm;
  /** The server's secret keys, the current one first. */
  secrets: readonly string[];
  /** Tells operators what happens; whoever stops the server closes it. */
  live: LiveHub;
  log: Logger;
  /** Epoch milliseconds, by which leads are taken; for tests of what expires. */
  now?: () => number;
  /** Whether the server is on its way down: then it asks for no more requests. */
  isStopping?: () => boolean;
  /** The address visitors use, without a path; known once the server listens. */
  origin: () => string;
  /** Serves the site from its sources instead of from the build. */
  vite?: ViteDevServer;
}

/** The whole server but for the listening: every route, in the order they are asked. */
export async function createApp({
  config,
  gateway,
  desk,
  database,
  crm,
  secrets,
  live,
  log,
  now = Date.now,
  isStopping = () => false,
  origin,
  vite,
}: Options): Promise<Express> {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('trust proxy', config.trustProxy);
  const machine = machineRoom({ config, database: database.query, gateway, log, isStopping, now });
  app.use(...machine.entrance);
  app.use(
    helmet({
      // Each document has a policy of its own, by the hash of its styles.
      contentSecurityPolicy: false,
      // The default would make plain form posts say `Origin: null`.
      referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
      strictTransportSecurity: config.publicUrl?.startsWith('https:') ?? false,
    }),
  );
  app.get('/speculation-rules.json', (_request, response) => {
    response.set('Cache-Control', 'public, max-age=3600');
    response.type('application/speculationrules+json').send(JSON.stringify(speculationRules));
  });
  const take = leadTaker({ config, desk, now, note: machine.noteLead });
  app.use(leadRoutes({ desk, take }));
  const build = vite ? devBuild(vite) : await readSiteBuild(ROOT);
  // The public lead endpoints stand before this; the routers of the operators' rooms between its two parts.
  const operators = operatorArea({
    config,
    database: database.query,
    secrets,
    gateway,
    build,
    log,
    origin,
    now,
  });
  app.use(machine.figures(operators.guard));
  app.use(operators.entrance);
  app.use(oauthRoutes({ config, crm, database: database.query, guard: operators.guard, log, origin, now }));
  app.use(crmRoutes({ config, crm, database: database.query, guard: operators.guard, log }));
  app.use(
    overviewRoutes({
      config,
      database: database.query,
      gateway,
      crm,
      guard: operators.guard,
      now,
    }),
  );
  app.use(liveRoutes({ hub: live, guard: operators.guard, now }));
  app.use(webhookRoutes({ config, database, log, guard: operators.guard, stored: () => live.look(), now }));
  const redirects = redirectTable({ query: database.query, log, now });
  const origins = () => [...(config.publicUrl ? [new URL(config.publicUrl).origin] : []), origin()];
  app.use(inboxRooms({ database, gateway, redirects, origins, guard: operators.guard, log, now }));
  app.use(operators.screens);
  const settings = async () => (await gateway.frame()).settings;
  app.use(unsubscribeRoutes({ query: database.query, secrets, settings, log, now }));
  app.use(blockFaultRoutes(log));
  app.use(contentRoutes(gateway));
  app.use(crawlerRoutes({ config, gateway, origin }));
  app.use(shareRoutes(gateway, log));
  app.use(vite ? vite.middlewares : await staticFiles(path.join(ROOT, 'dist/client')));
  const pages = { config, gateway, build, log, origin, redirects };
  app.use(pageRoutes(pages));
  app.use(formPosts({ ...pages, take, now }));
  app.use((request, response) => {
    if (request.path.startsWith('/api/')) {
      response.status(404).json({ error: 'Nothing answers here.' });
      return;
    }
    // A page answers everywhere else, to those who read.
    response.status(405).set('Allow', 'GET, HEAD').json({ error: 'This address can only be read.' });
  });
  app.use(errorHandler(log));
  return app;
}

function errorHandler(log: Logger): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const status = clientFault(error);
    const requestId = requestIdOf(request, response);
    if (status === null) {
      const { route } = routeClass(request, 500);
      log.error({ event: 'request-failed', requestId, method: request.method, route, err: error });
    }
    if (response.headersSent) {
      next(error);
      return;
    }
    if (status !== null) {
      response.status(status).json({ error: 'The request could not be read.' });
      return;
    }
    response.status(500);
    if (request.path.startsWith('/api/') || request.accepts('html', 'json') === 'json') {
      response.json({ error: 'Something went wrong on our side. The fault is noted.' });
      return;
    }
    response.set({ 'Content-Security-Policy': errorPage.policy, 'Cache-Control': 'no-store' });
    response.type('html').send(errorPage.html);
  };
}

/** The 4xx status of an error that the request itself caused, such as a body that is no JSON. */
function clientFault(error: unknown): number | null {
  const status = error instanceof Error && 'status' in error ? error.status : null;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null;
}
