import type { IncomingMessage } from 'node:http';
import type { RequestHandler, Response, Request } from 'express';
import type { Logger } from 'pino';
import { Counter, Histogram, type Registry } from 'prom-client';
import { createLogLimiter } from './log-limiter.ts';
import { requestIdOf } from './request-id.ts';

/** The status that nginx logs when the client disconnects before the response. */
const GONE_STATUS = 499;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const leftOut = new WeakSet<Response>();

/** Keeps a request out of the access log, for responses that are logged in groups. Metrics still count it. */
export function skipAccessLog(response: Response): void {
  leftOut.add(response);
}

interface RequestLine {
  method: string;
  route: string;
  status: number;
  requestId: string;
  [more: string]: unknown;
}

export interface AccessLogWriter {
  add(line: RequestLine, isNoise: boolean): void;
  /** Writes the refused requests that were counted but not written yet. */
  flush(): void;
}

/** Server errors that are logged as refusals: their cause, a limit or an outage, has its own event in the log. */
const INTENDED = new Set([502, 503, 504]);

/** Whether a response refuses a request. Forms that were filled in wrongly (422) are not refusals. */
function isRefusal(status: number): boolean {
  return (status >= 400 && status < 500 && status !== 422) || INTENDED.has(status);
}

/**
 * Creates the log of requests. Refused requests of the same kind share one line per second, so that a flood of them
 * cannot fill the disk. The line contains their number, and describes the latest one.
 */
export function createAccessLogWriter(log: Logger): AccessLogWriter {
  const write = (line: RequestLine & { isNoise: boolean }, requests: number) => {
    const { isNoise, ...about } = line;
    const level = about.status >= 500 && !INTENDED.has(about.status) ? 'error' : isNoise ? 'debug' : 'info';
    log[level]({ event: 'request', ...about, ...(requests > 1 ? { requests } : {}) });
  };
  const refusals = createLogLimiter(write);
  return {
    add(line, isNoise) {
      if (isRefusal(line.status))
        refusals.add(`${line.method} ${line.route} ${line.status}`, { ...line, isNoise });
      else write({ ...line, isNoise }, 1);
    },
    flush: () => refusals.flush(),
  };
}

/**
 * Counts every request, and logs it unless `skipAccessLog` was called. The log line contains no query, body, IP
 * address, cookie or referrer. It contains a path only if one of our pages answered, because other paths may contain
 * personal data that someone typed.
 */
export function createAccessLogMiddleware(log: AccessLogWriter, metrics: RequestMetrics): RequestHandler {
  return (request, response, next) => {
    const began = performance.now();
    const { socket } = request;
    const sentBefore = socket.bytesWritten;
    const path = request.path;
    const requestId = requestIdOf(request, response);
    response.once('close', () => {
      const status = response.headersSent ? response.statusCode : GONE_STATUS;
      const { route, isNoise } = classifyRoute(request, status);
      const method = METHODS.has(request.method) ? request.method : 'other';
      const seconds = (performance.now() - began) / 1000;
      metrics.answered({ method, route, status, seconds });
      if (leftOut.has(response)) return;
      log.add(
        {
          requestId,
          method,
          route,
          ...(route === 'page' && isOurs(status) ? { path } : {}),
          status,
          ms: Math.round(seconds * 1000),
          bytes: socket.bytesWritten - sentBefore,
          ...(response.writableFinished ? {} : { aborted: true }),
        },
        isNoise,
      );
    });
    next();
  };
}

/**
 * Creates a function that counts stored pages, which are served before Express runs. Pages that exist are logged
 * only if `ACCESS_LOG` is `all`: at thousands of requests per second, logging would cost more than serving the pages.
 */
export function createStoredPageCounter({
  log,
  metrics,
  all,
}: {
  log: AccessLogWriter;
  metrics: RequestMetrics;
  all: boolean;
}) {
  return ({ method = 'GET', url }: IncomingMessage, status: number, requestId: string): void => {
    metrics.sentStored(method, status);
    if (!all && !isRefusal(status)) return;
    const path = isOurs(status) ? { path: url?.replace(/\?.*$/s, '') } : {};
    log.add({ requestId, method, route: 'page', ...path, status, stored: true }, false);
  };
}

/** Returns whether only an existing page responds with this status. A 301 or 404 is possible for any path. */
function isOurs(status: number): boolean {
  return (status >= 200 && status < 300) || status === 303 || status === 304 || status === 422;
}

/** The route of a request. The number of different values is limited, so routes are safe as metric labels. */
export interface RouteClass {
  /** The route's pattern, `page` for the site's pages, `file` for static files, or `none` if no route matches. */
  route: string;
  /** True for requests that browsers and monitoring tools make automatically. */
  isNoise: boolean;
}

const ASSETS = '/assets/:file';
const MACHINES = new Set(['/healthz', '/readyz', '/metrics']);

/** Classifies an answered request. The result never contains text that a visitor typed. */
export function classifyRoute(request: Request, status: number): RouteClass {
  // Inside a mounted router, `request.path` is only a part of the path.
  const path = request.originalUrl.replace(/\?.*$/s, '');
  if (path.startsWith('/assets/')) return { route: ASSETS, isNoise: true };
  const written: unknown = request.route?.path;
  if (written === undefined) return unrouted(request, status);
  const route = pattern(written, request.path);
  const whole = mountOf(request) + route;
  return { route: whole, isNoise: MACHINES.has(whole) };
}

function unrouted(request: Request, status: number): RouteClass {
  const mount = mountOf(request);
  // A guard on a mounted router answered. Mount paths have no parameters, so they are safe to log.
  if (mount !== '') return { route: `${mount}/…`, isNoise: false };
  return status < 400 ? { route: 'file', isNoise: true } : { route: 'none', isNoise: false };
}

function mountOf(request: Request): string {
  // Express removes `baseUrl` when no handler finished, for example after an aborted response.
  const mount: unknown = request.baseUrl;
  return typeof mount === 'string' ? mount.toLowerCase() : '';
}

function pattern(written: unknown, path: string): string {
  if (Array.isArray(written)) {
    const asked = path.toLowerCase().replace(/\/$/, '');
    const fits = written.find((each) => typeof each === 'string' && each.toLowerCase() === asked);
    return pattern(fits ?? written[0], path);
  }
  if (typeof written === 'string') return written;
  return path.startsWith('/share/') ? '/share/:image' : 'page';
}

interface Answered {
  method: string;
  /** From the route class, so the number of values is limited. */
  route: string;
  status: number;
  seconds: number;
}

/** Counts requests and measures their duration. */
interface RequestMetrics {
  answered(request: Answered): void;
  /** Counts a stored page that was sent. */
  sentStored(method: string, status: number): void;
}

/** Histogram buckets in seconds. Pages are served in milliseconds; routes that call the CRM take seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Registers the request metrics, and returns the functions that update them. */
export function createRequestMetrics(register: Registry): RequestMetrics {
  const requests = new Counter({
    name: 'lintel_http_requests_total',
    help: 'Requests answered, by route.',
    labelNames: ['method', 'route', 'status'],
    registers: [register],
  });
  const durations = new Histogram({
    name: 'lintel_http_request_duration_seconds',
    help: 'Time from a request to the end of its answer; pages sent from memory are not in it.',
    labelNames: ['route'],
    buckets: BUCKETS,
    registers: [register],
  });
  return {
    sentStored(method, status) {
      requests.inc({ method, route: 'page', status });
    },
    answered({ method, route, status, seconds }) {
      requests.inc({ method, route, status });
      durations.observe({ route }, seconds);
    },
  };
}
