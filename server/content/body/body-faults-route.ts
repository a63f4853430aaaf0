import express, { Router, type ErrorRequestHandler, type RequestHandler } from 'express';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { RateLimitStores } from '../../database/state/rate-limit-store.ts';
import { requestIdOf } from '../../platform/logging/request-id.ts';
import type { Config } from '../../platform/config/config.ts';
import { createPostLimit } from '../../platform/security/post-limit.ts';
import { limitedBody } from '../../platform/security/limited-body.ts';
import { checkSignedRequest, SIGNATURE_HEADER } from '../rest/signed-request.ts';
import type { BodyFaults } from './body-faults.ts';

interface Options {
  config: Pick<Config, 'wordpress'>;
  content: { bodyFaults: BodyFaults };
  /** The stores of the rate limits. */
  limits: RateLimitStores;
  log: Logger;
  now: () => number;
}

/** The path to which the companion plugin sends the blocks of a text. */
const BODY_FAULTS_PATH = '/api/content/body-faults';
/** Maximum size of a request in bytes. */
const MAX_BODY_BYTES = 2 * 1024 * 1024;
/** Maximum number of texts in a request. */
const MAX_TEXTS = 200;
/** Maximum milliseconds until the answer. The plugin stops waiting after 8 seconds. Texts not checked by then are null. */
const TIMEOUT_MS = 5_000;
/** Maximum number of refused requests from one address in ten minutes. Accepted requests are not counted. */
const MAX_REFUSED_REQUESTS = 60;

const schema = z.object({ texts: z.array(z.string()).max(MAX_TEXTS) });

/**
 * Creates the route that answers the companion plugin which parts of a text visitors do not see: for each text, the list
 * of its faults. Requests are signed with the shared secret, and change nothing.
 */
export function createBodyFaultsRoute({ config, content, limits, log, now }: Options): Router {
  const limit = createPostLimit(MAX_REFUSED_REQUESTS, limits('refused-body-checks'));
  const router = Router();

  const check: RequestHandler = async (request, response) => {
    response.set('Cache-Control', 'no-store');
    const secret = config.wordpress?.secret;
    if (!secret) return void response.status(404).json({ code: 'no-secret', error: NO_SECRET });
    const raw: unknown = request.body;
    const body = Buffer.isBuffer(raw) ? raw.toString() : '';
    const parts = { method: 'POST', route: BODY_FAULTS_PATH, body };
    const checked = checkSignedRequest(request.get(SIGNATURE_HEADER), parts, { secret, now: now() });
    if ('error' in checked) {
      const wait = await limit(request, response);
      if (wait !== null) response.set('Retry-After', String(wait));
      else {
        const requestId = requestIdOf(request, response);
        log.warn({ event: 'body-check-refused', requestId, code: checked.code }, checked.error);
      }
      return void response.status(wait === null ? 401 : 429).json(checked);
    }
    const asked = readTexts(body);
    if (!asked) return void response.status(400).json({ code: 'unreadable', error: UNREADABLE });
    const faults = await content.bodyFaults.check(asked.texts, performance.now() + TIMEOUT_MS);
    response.json({ faults });
  };

  const refuseUnreadable: ErrorRequestHandler = (error: unknown, _request, response, next) => {
    const status = error instanceof Error && 'status' in error ? error.status : null;
    if (status !== 413 && status !== 415) return next(error);
    response.status(status).set('Cache-Control', 'no-store');
    response.json({ code: 'unreadable', error: status === 413 ? TOO_LARGE : COMPRESSED });
  };

  const read = limitedBody(express.raw, { type: () => true, limit: MAX_BODY_BYTES, inflate: false });
  router.post(BODY_FAULTS_PATH, read, check, refuseUnreadable);
  return router;
}

function readTexts(body: string): z.infer<typeof schema> | null {
  try {
    return schema.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}

const NO_SECRET =
  'This server does not know the shared secret. Connect WordPress at /admin/settings/wordpress of the site, or set ' +
  'WORDPRESS_WEBHOOK_SECRET on its server.';
const UNREADABLE = `The request is no JSON with at most ${MAX_TEXTS} texts. Install the companion plugin that belongs to this version of the site.`;
const TOO_LARGE = `The texts are larger than ${MAX_BODY_BYTES / 1024 / 1024} MB.`;
const COMPRESSED = 'The request is compressed. Send it plain: the signature is over the raw body.';
