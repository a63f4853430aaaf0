import type { ErrorRequestHandler } from 'express';
import { messagePage } from './render/message-page.ts';
import {
  storageProblem,
  describeStorageProblem,
  type StorageState,
} from '../database/state/storage-state.ts';

/** Seconds clients should wait before they try again. */
const RETRY_SECONDS = 30;

interface Options {
  storage: Pick<StorageState, 'failed'>;
  /** Whether the database is PostgreSQL. */
  shared: boolean;
}

/**
 * Responds with the cause and the fix if a request, such as a sign-in, failed because the database is not writable, and
 * records the failure in `storage`. Passes other errors on.
 */
export function createStorageErrorHandler({ storage, shared }: Options): ErrorRequestHandler {
  return (error: unknown, request, response, next) => {
    const problem = storageProblem(error);
    if (problem === null || response.headersSent) return next(error);
    storage.failed(error);
    const { detail, fix } = describeStorageProblem(problem, { shared });
    response.status(503).set({ 'Cache-Control': 'no-store', 'Retry-After': String(RETRY_SECONDS) });
    if (request.path.startsWith('/api/') || request.accepts('html', 'json') === 'json') {
      response.json({ error: `${detail} ${fix}` });
      return;
    }
    const page = messagePage('Nothing can be saved', `${detail} ${fix}`);
    response.set('Content-Security-Policy', page.policy).type('html').send(page.html);
  };
}
