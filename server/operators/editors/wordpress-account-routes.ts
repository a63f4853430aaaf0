import { Router, type Request, type RequestHandler, type Response } from 'express';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import type {
  WordPressAccountInfo,
  WordPressDisconnected,
  WordPressSignInStart,
} from '../../../src/contracts/wordpress-sign-in.ts';
import { WriteFault } from '../../content/moving/wordpress-writer.ts';
import type { Database } from '../../database/schema.ts';
import type { Config } from '../../platform/config.ts';
import { deriveKey } from '../../platform/secret-keys.ts';
import { newToken, tokenHash } from '../../platform/tokens.ts';
import { recordAudit } from '../audit-log.ts';
import { endSessions } from '../operator-accounts.ts';
import { operatorJson, operatorOf, refuse, type OperatorGuard } from '../operator-guard.ts';
import { openSession, saveSession, type EnterSession } from '../operator-session.ts';
import { approvalAddress, originFault, pathAfter } from './authorize-application.ts';
import { findAccount, removeAccount } from './wordpress-accounts.ts';
import type { WordPressPeople } from './wordpress-people.ts';
import { createFinishSignIn } from './wordpress-sign-in.ts';

interface Options {
  config: Pick<Config, 'wordpress'>;
  /** Null if no WordPress is configured. */
  people: WordPressPeople | null;
  database: Kysely<Database>;
  secrets: readonly string[];
  guard: OperatorGuard;
  session: RequestHandler;
  enter: EnterSession;
  /** Middleware that rate-limits by IP address. */
  slow: RequestHandler;
  fromOurPage: (request: Request) => boolean;
  siteName: () => string;
  origin: () => string;
  log: Logger;
  now: () => number;
}

const startBody = z.object({ to: z.string().max(1000).default('') });
const CALLBACK = '/api/operators/wordpress/callback';
const NONE = 'This site has no WordPress. Set WORDPRESS_API_URL.';

/** Serves the sign-in with WordPress, and lets people connect and disconnect their own WordPress accounts. */
export function createWordPressAccountRoutes(options: Options): Router {
  const { config, people, database, secrets, guard, session, slow, fromOurPage, siteName, origin, now } =
    options;
  const router = Router();
  const ours: RequestHandler = (request, response, next) => {
    if (fromOurPage(request)) return next();
    refuse(response, 403, 'This request did not come from this page. Reload, then try again.');
  };

  router.post('/api/operators/wordpress/sign-in', ours, slow, operatorJson, async (request, response) => {
    await openSession(session, request, response);
    await start(request, response, null);
  });

  router.post(
    '/api/operators/wordpress/connect',
    slow,
    guard.editorApi,
    operatorJson,
    async (request, response) => {
      const { id, role } = operatorOf(response);
      if (role === 'editor')
        return refuse(response, 409, 'You work with your own WordPress account already.');
      await start(request, response, id);
    },
  );

  if (people) {
    const finish = createFinishSignIn({ ...options, people });
    // Not counted as a try, because any site can make a browser request it. Every counted start allows one answer.
    router.get(CALLBACK, (request, response) => finish(request, response));
  }

  router.get('/api/operators/wordpress', guard.editorApi, async (_request, response) => {
    const { id, role } = operatorOf(response);
    const account = people && (await findAccount(database, { holder: id, site: people.home, secrets }));
    const info: WordPressAccountInfo = {
      site: people?.home ?? null,
      own: account && { name: account.name, login: account.login, connectedAt: account.connectedAt },
      shared: role === 'operator' ? (config.wordpress?.credentials?.username ?? null) : null,
    };
    response.json(info);
  });

  router.post('/api/operators/wordpress/disconnect', guard.editorApi, async (_request, response) => {
    const operator = operatorOf(response);
    const holder = operator.id;
    const account = people && (await findAccount(database, { holder, site: people.home, secrets }));
    if (!people || !account) return refuse(response, 409, 'No WordPress account is connected.');
    const deletedInWordPress = await people.revoke(account.credentials, account.uuid);
    await database.transaction().execute(async (change) => {
      await removeAccount(change, { holder, uuid: account.uuid });
      // An editor without a WordPress account has no access here.
      if (operator.role === 'editor') await endSessions(change, holder);
      await recordAudit(change, {
        operator,
        action: 'wordpress-disconnected',
        detail: { deletedInWordPress },
        now: now(),
      });
    });
    const answer: WordPressDisconnected = { deletedInWordPress };
    response.json(answer);
  });

  /** Responds with the URL in WordPress where the person approves. */
  async function start(request: Request, response: Response, holder: string | null): Promise<void> {
    const read = startBody.safeParse(request.body ?? {});
    if (!people) return refuse(response, 409, NONE);
    let approval: Awaited<ReturnType<WordPressPeople['approval']>>;
    try {
      approval = await people.approval();
    } catch (error) {
      const said = error instanceof WriteFault ? error.message : 'WordPress answers with something unknown.';
      return refuse(response, 503, `${said} Try again.`);
    }
    if (!approval) {
      const words =
        `WordPress at ${people.home} has application passwords turned off. It needs https for them, and no plugin that ` +
        'turns them off. Change that in WordPress, then try again.';
      return refuse(response, 409, words);
    }
    const fault = originFault(origin(), approval.screen);
    if (fault !== null) return refuse(response, 409, fault);
    const state = newToken();
    request.session.wordpress = {
      state: tokenHash(state),
      holder,
      to: pathAfter(read.data?.to ?? ''),
      startedAt: now(),
    };
    await saveSession(request);
    const answer: WordPressSignInStart = {
      url: approvalAddress({
        screen: approval.screen,
        // The time distinguishes the passwords in the person's WordPress profile.
        appName: `${siteName()}, ${new Date(now()).toISOString().slice(0, 16).replace('T', ' ')} UTC`,
        appId: applicationId(secrets),
        callback: origin() + CALLBACK,
        state,
      }),
    };
    response.json(answer);
  }

  return router;
}

/** Returns the UUID of this installation. */
function applicationId(secrets: readonly string[]): string {
  const bytes = deriveKey(secrets[0] ?? '', 'WordPress application').subarray(0, 16);
  const [six = 0, eight = 0] = [bytes[6], bytes[8]];
  // UUID version 8 (RFC 9562): the format is application-defined. Set the version and variant bits.
  bytes[6] = (six & 0x0f) | 0x80;
  bytes[8] = (eight & 0x3f) | 0x80;
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
