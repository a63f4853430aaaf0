import express, {
  Router,
  type ErrorRequestHandler,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import {
  MAX_WEBHOOK_CLOCK_SKEW_MS,
  MAX_WEBHOOK_BODY_BYTES,
  MAX_WEBHOOK_EVENT_AGE_MS,
  WEBHOOK_PUBLIC_KEY_SETTING,
  WEBHOOK_PATH,
} from '../../../src/contracts/operators/webhooks.ts';
import type { RateLimitStoreFactory } from '../../database/state/rate-limit-store.ts';
import type { Database } from '../../database/schema/schema.ts';
import { databaseErrorCode, classifyStoreError } from '../../database/engines/database-error.ts';
import { AppError } from '../../platform/app-error.ts';
import { limitedBodyParser } from '../../platform/security/limited-body.ts';
import type { Config, CrmConfig } from '../../platform/config/config.ts';
import { createRateLimit } from '../../platform/security/rate-limit.ts';
import { requestIdOf } from '../../platform/logging/request-id.ts';
import { withTimeout } from '../../platform/async/timeout.ts';
import { checkWebhookSignature, hasWebhookSignatureHeader } from './check-webhook-signature.ts';
import { parseCrmEvent, type CrmEvent } from './read-event.ts';
import { isCrmEventStored, storeCrmEvent, type StoreCrmEventResult } from './store-crm-event.ts';

interface Options {
  config: { crm: Pick<CrmConfig, 'token'> } & Pick<Config, 'webhookKeys'>;
  database: { query: Kysely<Database> };
  limits: RateLimitStoreFactory;
  log: Logger;
  /** Called after an event is stored. */
  stored: () => void;
  now: () => number;
}

/** Maximum number of refused requests per IP address in ten minutes. Accepted events are not counted. */
const MAX_REFUSED_WEBHOOKS = 60;

const UNSIGNED = 'The event is not signed. Send it with the header X-GHL-Signature, as HighLevel does.';
const FORGED =
  'The signature does not fit the body with any of our public keys. Sign the raw body; with a key of your own, ' +
  `set ${WEBHOOK_PUBLIC_KEY_SETTING} on the server.`;
const UNTIMELY =
  `The event’s timestamp is more than ${MAX_WEBHOOK_EVENT_AGE_MS / 3_600_000} hours old or ${MAX_WEBHOOK_CLOCK_SKEW_MS / 60_000} minutes ahead. ` +
  'Send one of now, and look whether both clocks are right.';
const NOT_STORED = 'The event could not be stored. Send it again later.';

/**
 * Creates the route `POST /api/webhooks/ghl`, which receives the CRM's events. It responds with 200 only after the
 * event is verified and stored. Otherwise it responds with 4xx; 429 asks the CRM to send the event again.
 */
export function createWebhookRoutes({ config, database, limits, log, stored, now }: Options): Router {
  const { query } = database;
  const { crm, webhookKeys } = config;
  const tokenLocationId = crm.token?.locationId ?? null;
  const limit = createRateLimit(MAX_REFUSED_WEBHOOKS, limits('refused-webhooks'));
  const router = Router();

  const refuse = async (request: Request, response: Response, status: number, error: string) => {
    const wait = await limit(request, response);
    const requestId = requestIdOf(request, response);
    if (wait === null) log.warn({ event: 'crm-event-refused', requestId, status });
    else response.set('Retry-After', String(wait));
    respond(response, wait === null ? status : 429, { error });
  };

  const signed: RequestHandler = async (request, response, next) => {
    if (hasWebhookSignatureHeader(request.headers)) next();
    else await refuse(request, response, 401, UNSIGNED);
  };

  const take: RequestHandler = async (request, response) => {
    const body: unknown = request.body;
    const raw = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
    if (checkWebhookSignature(webhookKeys, request.headers, raw) !== 'good') {
      return refuse(request, response, 401, FORGED);
    }
    let event: CrmEvent;
    try {
      event = parseCrmEvent(raw);
    } catch (fault) {
      if (!(fault instanceof AppError)) throw fault;
      return refuse(request, response, 400, `The event cannot be read. ${fault.message}`);
    }
    const at = now();
    const requestId = requestIdOf(request, response);
    let outcome: StoreCrmEventResult | 'out-of-time';
    try {
      outcome = await withRetries(() => storeOnce(event, at));
    } catch (fault) {
      log.error({
        event: 'crm-event-not-stored',
        requestId,
        type: event.type,
        code: databaseErrorCode(fault),
      });
      response.set('Retry-After', '600');
      return respond(response, 429, { error: NOT_STORED });
    }
    if (outcome === 'out-of-time') return refuse(request, response, 400, UNTIMELY);
    if (outcome.known) {
      log.info({ event: 'crm-event-known', requestId, type: event.type });
      return respond(response, 200, { status: 'already known' });
    }
    const { id, type, leads } = outcome;
    log.info({ event: 'crm-event-stored', requestId, id, type, leads });
    stored();
    respond(response, 200, { status: 'stored' });
  };

  // Check for repeats first, because a repeated event is accepted however old it is.
  async function storeOnce(event: CrmEvent, at: number): Promise<StoreCrmEventResult | 'out-of-time'> {
    if (await isCrmEventStored(query, event.onceKey)) return { known: true };
    if (!isTimely(event, at)) return 'out-of-time';
    return storeCrmEvent(query, event, { tokenLocationId, now: at });
  }

  const unreadable: ErrorRequestHandler = async (error: unknown, request, response, next) => {
    const status = error instanceof Error && 'status' in error ? error.status : null;
    if (typeof status !== 'number' || status >= 500 || response.headersSent) return next(error);
    await refuse(request, response, status, UNREAD[status] ?? 'The request could not be read.');
  };

  const raw = limitedBodyParser(express.raw, {
    type: () => true,
    limit: MAX_WEBHOOK_BODY_BYTES,
    inflate: false,
  });
  router.post(WEBHOOK_PATH, signed, raw, take, unreadable);
  return router;
}

function isTimely({ occurredAt }: CrmEvent, at: number): boolean {
  return (
    occurredAt === null ||
    (occurredAt >= at - MAX_WEBHOOK_EVENT_AGE_MS && occurredAt <= at + MAX_WEBHOOK_CLOCK_SKEW_MS)
  );
}

const UNREAD: Readonly<Record<number, string>> = {
  413: `The event is larger than ${MAX_WEBHOOK_BODY_BYTES / 1024} kB.`,
  415: 'The event is compressed. Send it plain: the signature is over the raw body.',
};

function respond(response: Response, status: number, body: { status: string } | { error: string }): void {
  response.status(status).set('Cache-Control', 'no-store').json(body);
}

const TRIES = 3;
/** Milliseconds to wait for the database, because the CRM does not wait long for a response. */
const TIMEOUT_MS = 8_000;

/** Runs a database transaction and retries it after a conflict. Throws if it fails or takes too long. */
async function withRetries<T>(work: () => Promise<T>): Promise<T> {
  const result = await withTimeout(
    repeat(work).then((value) => ({ value })),
    TIMEOUT_MS,
  );
  if (result === 'late') throw new Error('The database takes too long.');
  return result.value;
}

async function repeat<T>(work: () => Promise<T>): Promise<T> {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await work();
    } catch (error) {
      if (left <= 1 || classifyStoreError(error) !== 'again') throw error;
    }
  }
}
