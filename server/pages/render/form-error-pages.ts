import type { ErrorRequestHandler, Response } from 'express';
import type { MessagePage } from './message-page.ts';

/**
 * Creates the error responses of a form that is posted without JavaScript. `refuse` sends the HTML page of a status,
 * and `unreadable` handles posts whose body cannot be read.
 */
export function createFormErrorHandlers<Status extends number>(
  pages: Readonly<Record<Status | 422, MessagePage>>,
) {
  const isKnown = (status: number): status is Status | 422 => Object.hasOwn(pages, status);

  function refuse(response: Response, status: Status | 422): void {
    const { html, policy } = pages[status];
    response.status(status).set({ 'Content-Security-Policy': policy, 'Cache-Control': 'no-store' });
    response.type('html').send(html);
  }

  /** A client error without its own page gets status 422. */
  const unreadable: ErrorRequestHandler = (error: unknown, _request, response, next) => {
    const status = error instanceof Error && 'status' in error ? error.status : null;
    if (response.headersSent || typeof status !== 'number' || status >= 500) next(error);
    else refuse(response, isKnown(status) ? status : 422);
  };

  return { refuse, unreadable };
}
