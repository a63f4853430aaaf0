import express, { type Response, Router } from 'express';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { SiteSettings } from '../../../src/content/site-settings.ts';
import type { Database } from '../../database/schema.ts';
import { requestIdOf } from '../../machine/request-id.ts';
import { changeSubscription, isSubscribed } from './change-subscription.ts';
import { maskEmail } from './mask-email.ts';
import { UNSUBSCRIBE_PATH } from './unsubscribe-link.ts';
import { unsubscribePage, unsubscribePolicy, type UnsubscribeState } from './unsubscribe-page.ts';
import { readUnsubscribeToken } from './unsubscribe-token.ts';

/** A form of ours and a mail provider's are a few bytes. */
const BODY_LIMIT = '2kb';

interface Options {
  query: Kysely<Database>;
  secrets: readonly string[];
  settings: () => Promise<SiteSettings>;
  log: Logger;
  now?: () => number;
}

/**
 * The page that unsubscribes. Reading it changes nothing, because mail scanners follow links; its button does, and
 * so does a mail program's one-click post (RFC 8058). The signed token is all the leave there is to ask for.
 */
export function unsubscribeRoutes({ query, secrets, settings, log, now = Date.now }: Options): Router {
  const router = Router();
  async function answer(response: Response, status: number, state: UnsubscribeState): Promise<void> {
    response.status(status).set({
      'Content-Security-Policy': unsubscribePolicy,
      'Cache-Control': 'no-store',
      // The address of this page is a key.
      'Referrer-Policy': 'no-referrer',
      'X-Robots-Tag': 'noindex',
    });
    response.type('html').send(unsubscribePage(state, await settings()));
  }

  router.get(UNSUBSCRIBE_PATH, async (request, response) => {
    const holder = readHolder(request.query['t'], secrets);
    if (holder === null) return answer(response, 404, { kind: 'bad-link' });
    try {
      const kind = (await isSubscribed(query, holder.address)) ? 'ask' : 'left';
      return await answer(response, 200, { kind, ...holder.shown });
    } catch (error) {
      const requestId = requestIdOf(request, response);
      log.error({ event: 'subscription-not-read', requestId, err: error });
      return answer(response, 503, { kind: 'failed' });
    }
  });

  // A mail provider may post as multipart/form-data: without an action that we can read, a post unsubscribes.
  const readForm = express.urlencoded({ extended: false, limit: BODY_LIMIT, parameterLimit: 8 });
  router.post(UNSUBSCRIBE_PATH, readForm, async (request, response) => {
    const holder = readHolder(request.query['t'], secrets);
    if (holder === null) return answer(response, 404, { kind: 'bad-link' });
    const body: unknown = request.body;
    const subscribed =
      typeof body === 'object' && body !== null && 'action' in body && body.action === 'subscribe';
    const requestId = requestIdOf(request, response);
    try {
      await changeSubscription(query, { email: holder.address, subscribed, requestId, now: now() });
    } catch (error) {
      log.error({ event: 'subscription-not-changed', requestId, err: error });
      return answer(response, 503, { kind: 'failed' });
    }
    log.info({ event: subscribed ? 'subscribed-again' : 'unsubscribed', requestId });
    return answer(response, 200, { kind: subscribed ? 'back' : 'left', ...holder.shown });
  });
  return router;
}

function readHolder(token: unknown, secrets: readonly string[]) {
  const address = typeof token === 'string' ? readUnsubscribeToken(token, secrets) : null;
  return typeof token === 'string' && address !== null
    ? { address, shown: { email: maskEmail(address), token } }
    : null;
}
