import type { ErrorRequestHandler } from 'express';
import type { Logger } from 'pino';
import { classifyRoute } from '../platform/logging/access-log.ts';
import { requestIdOf } from '../platform/logging/request-id.ts';
import { sendServerErrorPage, type ServerErrorContent } from './render/server-error-page.ts';

/** Responds to failed requests: with 4xx if the request itself is the cause, otherwise with 500 and a log entry. */
export function createErrorHandler(log: Logger, content: ServerErrorContent): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const status = clientFault(error);
    const requestId = requestIdOf(request, response);
    if (status === null) {
      const { route } = classifyRoute(request, 500);
      log.error({ event: 'request-failed', requestId, method: request.method, route, err: error });
    }
    if (response.headersSent) {
      next(error);
      return;
    }
    if (status !== null) {
      const error =
        status === 413 ? 'This is larger than the site accepts.' : 'The request could not be read.';
      response.status(status).json({ error });
      return;
    }
    if (request.path.startsWith('/api/') || request.accepts('html', 'json') === 'json') {
      response.status(500).json({ error: 'Something went wrong on our side. The fault is noted.' });
      return;
    }
    sendServerErrorPage(response, 500, content);
  };
}

/** Returns the 4xx status of an error that the request caused, such as a body that is not JSON; otherwise null. */
function clientFault(error: unknown): number | null {
  const status = error instanceof Error && 'status' in error ? error.status : null;
  return typeof status === 'number' && status >= 400 && status < 500 ? status : null;
}
