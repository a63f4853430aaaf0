import type { Request, RequestHandler, Router } from 'express';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { wordPressAccountCalls } from '../../../src/contracts/operators/wordpress-account-calls.ts';
import type { Database } from '../../database/schema/schema.ts';
import type { Config } from '../../platform/config/config.ts';
import { tokenHash } from '../../platform/security/tokens.ts';
import { recordAudit } from '../audit-log.ts';
import { endSessions } from '../accounts/operator-accounts.ts';
import type { OperatorGuard } from '../api/operator-guard.ts';
import { loadSession, saveSession, type StartSession } from '../sign-in/operator-session.ts';
import { ApiError } from '../api/api-error.ts';
import { createCallRouter } from '../api/serve-call.ts';
import { safeAdminPath } from './authorize-application.ts';
import { startWordPressApproval } from './start-wordpress-approval.ts';
import { findWordPressAccount, removeWordPressAccount } from './wordpress-accounts.ts';
import type { WordPressUserClient } from './wordpress-user-client.ts';
import { createWordPressSignInCallback } from './wordpress-sign-in.ts';

interface Options {
  config: Pick<Config, 'wordpress'>;
  /** Null if no WordPress is configured. */
  people: WordPressUserClient | null;
  database: Kysely<Database>;
  secrets: readonly string[];
  guard: OperatorGuard;
  session: RequestHandler;
  enter: StartSession;
  /** Middleware that rate-limits by IP address. */
  slow: RequestHandler;
  siteName: () => string;
  origin: () => string;
  log: Logger;
  now: () => number;
}

const CALLBACK = '/api/operators/wordpress/callback';
const NONE = 'This site has no WordPress. Connect one at /admin/settings/wordpress.';

/**
 * Creates the routes with which editors sign in with WordPress, and with which people connect, see and disconnect their
 * own WordPress accounts.
 */
export function createWordPressAccountRoutes(options: Options): Router {
  const { config, people, database, secrets, guard, session, slow, siteName, origin, now } = options;
  const { router, serve } = createCallRouter(guard);

  serve(
    wordPressAccountCalls.signIn,
    async ({ to }, { request, response }) => {
      await loadSession(session, request, response);
      return start(request, to, null);
    },
    slow,
  );

  serve(
    wordPressAccountCalls.connect,
    ({ to }, { request, operator: { id, role } }) => {
      if (role === 'editor') throw new ApiError(409, 'You work with your own WordPress account already.');
      return start(request, to, id);
    },
    slow,
  );

  if (people) {
    const finish = createWordPressSignInCallback({ ...options, people });
    // Not rate-limited: any site can make a browser request this URL, and would use up the visitor's limit. The start
    // is rate-limited, and each start allows only one callback.
    router.get(CALLBACK, (request, response) => finish(request, response));
  }

  serve(wordPressAccountCalls.read, async (_input, { operator: { id, role } }) => {
    const account =
      people && (await findWordPressAccount(database, { holder: id, site: people.home, secrets }));
    return {
      site: people?.home ?? null,
      own: account && { name: account.name, login: account.login, connectedAt: account.connectedAt },
      shared: role === 'operator' ? (config.wordpress?.credentials?.username ?? null) : null,
    };
  });

  serve(wordPressAccountCalls.disconnect, async (_input, { operator }) => {
    const holder = operator.id;
    const account = people && (await findWordPressAccount(database, { holder, site: people.home, secrets }));
    if (!people || !account) throw new ApiError(409, 'No WordPress account is connected.');
    const deletedInWordPress = await people.revoke(account.credentials, account.uuid);
    await database.transaction().execute(async (change) => {
      await removeWordPressAccount(change, { holder, uuid: account.uuid });
      // An editor without a WordPress account has no access here.
      if (operator.role === 'editor') await endSessions(change, holder);
      await recordAudit(change, {
        operator,
        action: 'wordpress-disconnected',
        detail: { deletedInWordPress },
        now: now(),
      });
    });
    return { deletedInWordPress };
  });

  /**
   * Saves the pending sign-in or connection in the session, and returns the URL in WordPress where the person approves
   * it. `holder` is the id of the operator who connects an account; null for a sign-in. `to` is the path to open
   * afterwards.
   */
  async function start(request: Request, to: string, holder: string | null): Promise<{ url: string }> {
    if (!people) throw new ApiError(409, NONE);
    const { url, state } = await startWordPressApproval({
      people,
      origin: origin(),
      siteName: siteName(),
      callback: CALLBACK,
      secrets,
      now: now(),
    });
    request.session.wordpress = {
      state: tokenHash(state),
      holder,
      to: safeAdminPath(to),
      startedAt: now(),
    };
    await saveSession(request);
    return { url };
  }

  return router;
}
