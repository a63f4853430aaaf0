import express, { Router, type ErrorRequestHandler, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import type { RateLimitStoreFactory } from '../../database/state/rate-limit-store.ts';
import { requestIdOf } from '../../platform/logging/request-id.ts';
import { limitedBodyParser } from '../../platform/security/limited-body.ts';
import { createRateLimit } from '../../platform/security/rate-limit.ts';
import { checkSignedRequest, PLUGIN_SIGNATURE_HEADER } from './signed-request.ts';

/** A request that the companion plugin has signed with the shared secret. */
export interface SignedRequest {
  /** The id of the request, a UUID. The route decides whether an id may be used twice. */
  id: string;
  secret: string;
  /** The raw body; empty if there is none. */
  body: string;
}

interface Route {
  method: 'GET' | 'POST';
  path: string;
  /** Maximum size of the body of a POST, in bytes. */
  maxBytes?: number;
  /** The shared secret; null or undefined if this server does not know it. */
  secret: () => string | null | undefined | Promise<string | null | undefined>;
  /** The error message for WordPress if there is no secret. */
  noSecret: string;
}

export interface SignedRouteServices {
  limits: RateLimitStoreFactory;
  log: Logger;
  now: () => number;
}

/** Maximum number of refused requests per IP address in ten minutes. Accepted requests are not counted. */
const MAX_REFUSED_REQUESTS = 60;

/**
 * Creates a route for the companion plugin. `handle` gets only requests that are signed with the shared secret. All
 * others get a JSON response with a `code` and an `error` that says how to fix it: 404 if no secret is known here, 413
 * or 415 for an unusable body, 429 after too many refusals, otherwise 401.
 */
export function createSignedRoute(
  { method, path, maxBytes = 0, secret: readSecret, noSecret }: Route,
  { limits, log, now }: SignedRouteServices,
  handle: (signed: SignedRequest, request: Request, response: Response) => unknown,
): Router {
  const limit = createRateLimit(MAX_REFUSED_REQUESTS, limits('refused-signatures'));

  async function check(request: Request, response: Response): Promise<void> {
    response.set('Cache-Control', 'no-store');
    const secret = await readSecret();
    if (!secret) return void response.status(404).json({ code: 'no-secret', error: noSecret });
    const raw: unknown = request.body;
    const body = Buffer.isBuffer(raw) ? raw.toString() : '';
    const parts = { method, route: path, body };
    const checked = checkSignedRequest(request.get(PLUGIN_SIGNATURE_HEADER), parts, { secret, now: now() });
    if ('id' in checked) return void (await handle({ id: checked.id, secret, body }, request, response));
    const wait = await limit(request, response);
    if (wait === null) {
      const requestId = requestIdOf(request, response);
      log.warn({ event: 'signature-refused', path, requestId, code: checked.code }, checked.error);
    } else response.set('Retry-After', String(wait));
    response.status(wait === null ? 401 : 429).json(checked);
  }

  const refuseUnreadable: ErrorRequestHandler = (error: unknown, _request, response, next) => {
    const status = error instanceof Error && 'status' in error ? error.status : null;
    if (status !== 413 && status !== 415) return next(error);
    response.status(status).set('Cache-Control', 'no-store');
    response.json({ code: 'unreadable', error: status === 413 ? tooLarge(maxBytes) : COMPRESSED });
  };

  const router = Router();
  if (method === 'GET') router.get(path, check);
  else {
    const read = limitedBodyParser(express.raw, { type: () => true, limit: maxBytes, inflate: false });
    router.post(path, read, check, refuseUnreadable);
  }
  return router;
}

/** The error message for WordPress if this server does not know the shared secret. */
export const NO_SHARED_SECRET_MESSAGE =
  'This server does not know the shared secret. Connect WordPress at /admin/settings/wordpress of the site, or set ' +
  'WORDPRESS_WEBHOOK_SECRET on its server.';
const tooLarge = (maxBytes: number) => `The request is larger than ${maxBytes / 1024} kB.`;
const COMPRESSED = 'The request is compressed. Send it plain: the signature is over the raw body.';
