import type { RequestHandler } from 'express';
import type { Logger } from 'pino';
import type { RequestMetrics } from './request-metrics.ts';
import { requestIdOf } from './request-id.ts';
import { routeClass } from './route-class.ts';

/** As nginx logs it: the asker went away before there was an answer. */
const GONE = 499;
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

/**
 * One line for every answered request, and one count. No query, body, address, cookie or referrer is in it, and a path
 * only where a page of ours answered it: all else may be what somebody typed.
 */
export function accessLog(log: Logger, metrics: RequestMetrics): RequestHandler {
  return (request, response, next) => {
    const began = performance.now();
    const { socket } = request;
    const sentBefore = socket.bytesWritten;
    const path = request.path;
    const requestId = requestIdOf(request, response);
    response.once('close', () => {
      const status = response.headersSent ? response.statusCode : GONE;
      const { route, isNoise } = routeClass(request, status);
      const method = METHODS.has(request.method) ? request.method : 'other';
      const seconds = (performance.now() - began) / 1000;
      metrics.answered({ method, route, status, seconds });
      const level = status >= 500 ? 'error' : isNoise ? 'debug' : 'info';
      log[level]({
        event: 'request',
        requestId,
        method,
        route,
        ...(route === 'page' && isOurs(status) ? { path } : {}),
        status,
        ms: Math.round(seconds * 1000),
        bytes: socket.bytesWritten - sentBefore,
        ...(response.writableFinished ? {} : { aborted: true }),
      });
    });
    next();
  };
}

/** Statuses of pages that exist; a redirect or a 404 answers whatever was asked. */
function isOurs(status: number): boolean {
  return (status >= 200 && status < 300) || status === 303 || status === 304 || status === 422;
}
