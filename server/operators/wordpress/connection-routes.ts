import type { Request, Router } from 'express';
import type { Logger } from 'pino';
import { DONE } from '../../../src/contracts/operators/operator-call.ts';
import {
  CONNECTION_OUTCOME_PARAMETER,
  wordPressConnectionCalls,
  type ConnectionOutcome,
  type ConnectionState,
} from '../../../src/contracts/operators/wordpress-connection-calls.ts';
import {
  deleteConnection,
  readConnection,
  storeConnection,
  storeSecret,
  type ContentOrigin,
  setConnectionInUse,
} from '../../content/connection/stored-connection.ts';
import type { Content } from '../../content/content.ts';
import { restRoot } from '../../content/rest/rest-root.ts';
import type { OpenDatabase } from '../../database/open-database.ts';
import type { Config } from '../../platform/config/config.ts';
import { sameText, tokenHash } from '../../platform/security/tokens.ts';
import { ApiError } from '../api/api-error.ts';
import { operatorOf, type OperatorGuard } from '../api/operator-guard.ts';
import { createCallRouter } from '../api/serve-call.ts';
import { recordAudit } from '../audit-log.ts';
import { APPROVAL_TTL_MS } from '../editors/authorize-application.ts';
import { requestApproval } from '../editors/request-approval.ts';
import { createWordPressPeople } from '../editors/wordpress-people.ts';
import { saveSession } from '../sign-in/operator-session.ts';
import { approvedAccount } from './connect-wordpress.ts';
import type { MoveJob } from './move-job.ts';

interface Options {
  config: Pick<Config, 'wordpress'>;
  source: ContentOrigin;
  moveJob: MoveJob;
  content: Pick<Content, 'embedded' | 'settings'>;
  database: Pick<OpenDatabase, 'query'>;
  secrets: readonly string[];
  guard: OperatorGuard;
  /** Shows the content of the source that was chosen. */
  sourceChanged: () => void;
  origin: () => string;
  log: Logger;
  now: () => number;
}

const SCREEN = '/admin/settings/wordpress';
const CALLBACK = '/api/admin/wordpress/callback';
const NONE = 'No WordPress is connected. Reload the page.';

/** Connects a WordPress on the screen, chooses whose content the site shows, and moves the site's content there. */
export function createConnectionRoutes(options: Options): Router {
  const { config, source, content, database, secrets, guard, origin, log, now } = options;
  const { sourceChanged, moveJob: job } = options;
  const { query } = database;
  const { router, serve } = createCallRouter(guard);
  const calls = wordPressConnectionCalls;
  const stored = () => readConnection(query, secrets);
  const peopleOf = (url: string) =>
    createWordPressPeople({ url, credentials: null, proxy: null, secret: null });

  async function use(inUse: boolean): Promise<void> {
    if (!(await setConnectionInUse(query, { inUse, now: now() }))) throw new ApiError(409, NONE);
    sourceChanged();
  }

  serve(calls.read, async (): Promise<ConnectionState> => {
    const connection = await stored();
    return {
      source: source === 'own' ? (content.embedded ? 'embedded' : 'built-in') : source,
      site: config.wordpress && restRoot(config.wordpress.url).home,
      connection: connection && {
        site: restRoot(connection.wordpress.url).home,
        username: connection.username,
        hasSecret: connection.wordpress.secret !== null,
        isReadable: connection.wordpress.credentials !== null,
        inUse: connection.inUse,
        fault: connection.fault,
        connectedBy: connection.connectedBy,
        connectedAt: connection.connectedAt,
      },
      move: job.state(),
    };
  });

  serve(calls.start, async ({ address }, { request }) => {
    if (!content.embedded) throw new ApiError(409, 'This site has its WordPress already.');
    const { url, state } = await requestApproval({
      people: peopleOf(address),
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

  // The URL contains the password, so it is always redirected: that keeps it out of the browser history and of `Referer`.
  router.get(CALLBACK, guard.page, async (request, response) => {
    response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' });
    const outcome = await finish(request, operatorOf(response));
    log.info({ event: 'wordpress-connection', outcome });
    response.redirect(302, `${SCREEN}?${CONNECTION_OUTCOME_PARAMETER}=${outcome}`);
  });

  async function finish(
    request: Request,
    operator: ReturnType<typeof operatorOf>,
  ): Promise<ConnectionOutcome> {
    const pending = request.session.connection;
    const { state } = request.query;
    if (!pending || typeof state !== 'string' || !sameText(pending.state, tokenHash(state))) return 'state';
    delete request.session.connection;
    await saveSession(request);
    if (Math.abs(now() - pending.startedAt) >= APPROVAL_TTL_MS) return 'state';
    const before = await stored();
    // Meanwhile, another operator has connected a WordPress, and the site shows it.
    if (before?.inUse) return 'in-use';
    const people = peopleOf(pending.url);
    const account = await approvedAccount(request.query, { people, origin: origin() });
    if (typeof account === 'string') return account;
    const { credentials, passwordId, secret } = account;
    await storeConnection(
      query,
      { url: pending.url, ...credentials, passwordId, secret, connectedBy: operator.name, now: now() },
      secrets,
    );
    const subject = people.home;
    await recordAudit(query, { operator, action: 'site-wordpress-connected', subject, now: now() });
    // Otherwise, each connection would leave an unused password in WordPress.
    if (before?.wordpress.credentials && before.passwordId !== passwordId) {
      await peopleOf(before.wordpress.url).revoke(before.wordpress.credentials, before.passwordId);
    }
    return 'connected';
  }

  serve(calls.saveSecret, async ({ secret }, { operator }) => {
    if (!(await storeSecret(query, { secret, secrets, now: now() }))) throw new ApiError(409, NONE);
    await recordAudit(query, { operator, action: 'site-wordpress-secret-changed', now: now() });
    sourceChanged();
    return DONE;
  });

  serve(calls.use, async ({ inUse }, { operator }) => {
    if (job.isRunning()) throw new ApiError(409, 'The content is being moved. Wait, or stop that first.');
    await use(inUse);
    const action = inUse ? 'site-wordpress-used' : 'site-wordpress-left';
    await recordAudit(query, { operator, action, now: now() });
    return DONE;
  });

  serve(calls.disconnect, async (_input, { operator }) => {
    const connection = await stored();
    if (!connection) throw new ApiError(409, NONE);
    job.stop();
    const { wordpress, passwordId } = connection;
    await deleteConnection(query);
    await recordAudit(query, { operator, action: 'site-wordpress-disconnected', now: now() });
    sourceChanged();
    const { credentials, url } = wordpress;
    return {
      deletedInWordPress: credentials !== null && (await peopleOf(url).revoke(credentials, passwordId)),
    };
  });

  serve(calls.move, async (_input, { operator }) => {
    const connection = await stored();
    if (!connection?.wordpress.credentials) throw new ApiError(409, NONE);
    if (!content.embedded) throw new ApiError(409, 'This site shows the content of WordPress already.');
    job.start(connection.wordpress, () => use(true));
    await recordAudit(query, { operator, action: 'site-content-moved', now: now() });
    return DONE;
  });

  serve(calls.stopMove, () => {
    job.stop();
    return DONE;
  });

  return router;
}
