import path from 'node:path';
import type { Request, Router } from 'express';
import type { Logger } from 'pino';
import { OK_RESPONSE } from '../../../src/contracts/operators/operator-call.ts';
import {
  WORDPRESS_CONNECTION_OUTCOME_PARAMETER,
  PLUGIN_DOWNLOAD_PATH,
  wordPressConnectionCalls,
  type WordPressConnectionOutcome,
} from '../../../src/contracts/operators/wordpress-connection-calls.ts';
import { PLUGIN_RELEASE_FOLDER } from '../../content/plugin-release-routes.ts';
import { storeSharedSecret } from '../../content/connection/stored-connection.ts';
import { equalInConstantTime, tokenHash } from '../../platform/security/tokens.ts';
import { ApiError } from '../api/api-error.ts';
import type { OperatorGuard, OperatorIdentity } from '../api/operator-guard.ts';
import { createCallRouter } from '../api/serve-call.ts';
import { recordAudit } from '../audit-log.ts';
import { WORDPRESS_APPROVAL_TTL_MS } from '../editors/authorize-application.ts';
import { startWordPressApproval } from '../editors/start-wordpress-approval.ts';
import { saveSession } from '../sign-in/operator-session.ts';
import { completeSiteApproval } from './connect-wordpress.ts';
import {
  createSiteConnection,
  CONTENT_MOVING_MESSAGE,
  NO_WORDPRESS_CONNECTION_MESSAGE,
  createUserClientForUrl,
  type SiteConnectionOptions,
} from './site-connection.ts';

interface Options extends SiteConnectionOptions {
  guard: OperatorGuard;
  origin: () => string;
  log: Logger;
}

const SCREEN = '/admin/settings/wordpress';
const CALLBACK = '/api/admin/wordpress/callback';

/**
 * Creates the routes of the screen that connects a WordPress, selects whose content the site shows, and moves the
 * site's content to WordPress. They include the download of the companion plugin, and the callback after an approval.
 */
export function createWordPressConnectionRoutes(options: Options): Router {
  const { content, database, moveJob, secrets, sourceChanged, guard, origin, log, now } = options;
  const { query } = database;
  const { router, serve } = createCallRouter(guard);
  const calls = wordPressConnectionCalls;
  const connection = createSiteConnection(options);

  serve(calls.read, () => connection.state());

  // A download, which the browser saves, so it is a plain route and not a call.
  router.get(PLUGIN_DOWNLOAD_PATH, guard.api, (_request, response) => {
    response.set('Cache-Control', 'no-store').download(path.join(PLUGIN_RELEASE_FOLDER, 'lintel.zip'));
  });

  serve(calls.start, async ({ address }, { request }) => {
    if (!content.embedded) throw new ApiError(409, 'This site has its WordPress already.');
    if (moveJob.isRunning()) throw new ApiError(409, CONTENT_MOVING_MESSAGE);
    const { url, state } = await startWordPressApproval({
      people: createUserClientForUrl(address),
      origin: origin(),
      siteName: content.settings()?.site.name ?? new URL(origin()).host,
      callback: CALLBACK,
      secrets,
      now: now(),
    });
    request.session.connection = { state: tokenHash(state), url: address, startedAt: now() };
    await saveSession(request);
    return { url };
  });

  // The URL contains the application password, so the response is a redirect with a `Referrer-Policy`. That keeps the
  // URL out of the browser history and of `Referer`.
  router.get(CALLBACK, async (request, response) => {
    response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    const operator = await guard.who(request, response);
    const outcome = operator ? await finish(request, operator) : 'state';
    log.info({ event: 'wordpress-connection', outcome });
    response.redirect(302, `${SCREEN}?${WORDPRESS_CONNECTION_OUTCOME_PARAMETER}=${outcome}`);
  });

  async function finish(request: Request, operator: OperatorIdentity): Promise<WordPressConnectionOutcome> {
    const pending = request.session.connection;
    const { state } = request.query;
    if (!pending || typeof state !== 'string' || !equalInConstantTime(pending.state, tokenHash(state)))
      return 'state';
    delete request.session.connection;
    await saveSession(request);
    if (Math.abs(now() - pending.startedAt) >= WORDPRESS_APPROVAL_TTL_MS) return 'state';
    // Another operator has connected a WordPress in the meantime, and the site shows it.
    if ((await connection.stored())?.inUse) return 'in-use';
    if (moveJob.isRunning()) return 'moving';
    const people = createUserClientForUrl(pending.url);
    const account = await completeSiteApproval(request.query, { people, origin: origin() });
    if (typeof account === 'string') return account;
    await connection.keep(pending.url, account, operator);
    return 'connected';
  }

  serve(calls.approve, async (given, { operator }) => {
    const url = await connection.approve(given, operator);
    log.info({ event: 'wordpress-connection', outcome: 'approved' });
    return { url };
  });

  serve(calls.saveSecret, async ({ secret }, { operator }) => {
    if (!(await storeSharedSecret(query, { secret, secrets, now: now() })))
      throw new ApiError(409, NO_WORDPRESS_CONNECTION_MESSAGE);
    await recordAudit(query, { operator, action: 'site-wordpress-secret-changed', now: now() });
    sourceChanged();
    return OK_RESPONSE;
  });

  serve(calls.use, async ({ inUse }, { operator }) => {
    await connection.use(inUse, operator);
    return OK_RESPONSE;
  });

  serve(calls.disconnect, async (_input, { operator }) => {
    const stored = await connection.stored();
    if (!stored) throw new ApiError(409, NO_WORDPRESS_CONNECTION_MESSAGE);
    await connection.forget(operator);
    const { credentials, url, secret } = stored.wordpress;
    const people = createUserClientForUrl(url);
    const deletedInWordPress = credentials !== null && (await people.revoke(credentials, stored.passwordId));
    // Otherwise, WordPress would continue to send its changes and its visitors to this site.
    if (secret !== null) await people.endConnection(secret, now());
    return { deletedInWordPress };
  });

  serve(calls.move, async (_input, { operator }) => {
    await connection.move(operator);
    return OK_RESPONSE;
  });

  serve(calls.stopMove, () => {
    connection.stopMove();
    return OK_RESPONSE;
  });

  return router;
}
