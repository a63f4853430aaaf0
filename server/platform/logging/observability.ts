import type { IncomingMessage } from 'node:http';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { collectDefaultMetrics, Counter, Gauge, Registry } from 'prom-client';
import {
  createAccessLogMiddleware,
  createAccessLogWriter,
  createRequestMetrics,
  createStoredPageCounter,
} from './access-log.ts';
import type { Config } from '../config/config.ts';
import { createHealthRoutes, type HealthOptions } from '../health-routes.ts';
import { assignRequestId } from './request-id.ts';
import { equalInConstantTime } from '../security/tokens.ts';
import { BUILD_COMMIT, PRODUCT_VERSION } from '../version.ts';

/** The status of reading WordPress. Times are epoch milliseconds. */
interface ContentHealth {
  source: string;
  lastGoodAt: number | null;
  lastFault: string | null;
  isReader: boolean;
}

interface Options extends HealthOptions {
  config: Pick<Config, 'metricsToken' | 'accessLog'>;
  contentHealth: () => ContentHealth;
}

interface MetricsAccess {
  /** Returns whether a request without the token may see the metrics. */
  isAllowed: (request: Request, response: Response) => Promise<boolean>;
  /** Awaited before the metrics are sent. */
  refresh: () => Promise<void>;
}

/** Request ids, the access log, health checks and metrics. */
export interface Observability {
  /** Mount this before every route. */
  middleware: readonly (RequestHandler | Router)[];
  /** Other parts register their metrics here. */
  register: Registry;
  /** Counts a stored page that was sent. Logs it if `ACCESS_LOG` is `all`, or if it is an error page. */
  countStoredPage(request: IncomingMessage, status: number, requestId: string): void;
  /** Counts a page that was rendered. */
  countRenderedPage(): void;
  /** Writes the refused requests that were counted but not logged yet. */
  flushLog(): void;
  /**
   * Creates `/metrics` in the Prometheus text format. It requires `METRICS_TOKEN`, or a request that `isAllowed`
   * accepts.
   */
  metricsRoutes(access: MetricsAccess): Router;
}

/** Creates the observability of one server, with its own metrics registry. */
export function createObservability({ config, contentHealth, log, ...health }: Options): Observability {
  const register = new Registry();
  // The default metrics include the event-loop lag.
  collectDefaultMetrics({ register });
  registerContentMetrics(register, contentHealth);
  registerBuildInfo(register);
  const requests = createRequestMetrics(register);
  const requestLog = createAccessLogWriter(log);
  const renders = new Counter({
    name: 'lintel_rendered_pages_total',
    help: 'Pages that were rendered. All others are sent from memory.',
    registers: [register],
  });
  return {
    middleware: [
      assignRequestId,
      createAccessLogMiddleware(requestLog, requests),
      createHealthRoutes({ log, ...health }),
    ],
    register,
    countStoredPage: createStoredPageCounter({
      log: requestLog,
      metrics: requests,
      all: config.accessLog === 'all',
    }),
    countRenderedPage: () => renders.inc(),
    flushLog: () => requestLog.flush(),
    metricsRoutes: (access) => createMetricsRoutes(register, config.metricsToken, access),
  };
}

/** Registers the content metrics. Without WordPress, no gauge has a value. */
function registerContentMetrics(register: Registry, health: () => ContentHealth): void {
  registerReader(register, health);
  const readAt = new Gauge({
    name: 'lintel_content_last_read_timestamp_seconds',
    help: 'When WordPress was last read.',
    labelNames: ['source'],
    registers: [register],
    collect() {
      const { source, lastGoodAt } = health();
      if (lastGoodAt !== null) readAt.set({ source }, lastGoodAt / 1000);
    },
  });
  const failing = new Gauge({
    name: 'lintel_content_failing',
    help: 'Whether reading WordPress fails: visitors then see the last good copy.',
    labelNames: ['source'],
    registers: [register],
    collect() {
      const { source, lastFault } = health();
      if (source === 'wordpress') failing.set({ source }, lastFault === null ? 0 : 1);
    },
  });
}

function registerReader(register: Registry, health: () => ContentHealth): void {
  const reader = new Gauge({
    name: 'lintel_content_reader',
    help: 'Whether this server reads WordPress. Of servers that share a database, one does.',
    labelNames: ['source'],
    registers: [register],
    collect() {
      const { source, isReader } = health();
      if (source === 'wordpress') reader.set({ source }, isReader ? 1 : 0);
    },
  });
}

/** Registers a metric whose labels say which version runs. Its value is 1, as Prometheus recommends. */
function registerBuildInfo(register: Registry): void {
  const buildInfo = new Gauge({
    name: 'lintel_build_info',
    help: 'The version and the git commit of this server.',
    labelNames: ['version', 'commit'],
    registers: [register],
  });
  buildInfo.set({ version: PRODUCT_VERSION, commit: BUILD_COMMIT ?? '' }, 1);
}

function createMetricsRoutes(
  register: Registry,
  token: string | null,
  { isAllowed, refresh }: MetricsAccess,
): Router {
  const router = Router();
  router.get('/metrics', async (request, response) => {
    response.set('Cache-Control', 'no-store');
    if (hasToken(request, token) || (await isAllowed(request, response))) {
      await refresh();
      response.set('Content-Type', register.contentType).end(await register.metrics());
    } else if (token === null) {
      response.status(404).json({ error: 'Nothing answers here.' });
    } else {
      const error = 'Send the token of METRICS_TOKEN: Authorization: Bearer …';
      response.status(401).set('WWW-Authenticate', 'Bearer').json({ error });
    }
  });
  return router;
}

function hasToken(request: Request, token: string | null): boolean {
  const given = /^Bearer +(\S+) *$/i.exec(request.get('authorization') ?? '')?.[1];
  return token !== null && given !== undefined && equalInConstantTime(given, token);
}
