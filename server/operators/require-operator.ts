import type { Request, RequestHandler, Response } from 'express';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { requestIdOf } from '../machine/request-id.ts';
import { isForeignRead } from './foreign-read.ts';
import { isSignedIn, setOperator, type OperatorIdentity } from './operator-identity.ts';
import { refuse } from './operator-json.ts';
import { endSession, openSession, SESSION_LIFE } from './operator-session.ts';
import { sameText } from './tokens.ts';

interface Options {
  database: Kysely<Database>;
  session: RequestHandler;
  /** Whether a request that changes something comes from a page of ours. */
  fromOurPage: (request: Request) => boolean;
  now?: () => number;
}

/** What stands before every closed route. */
export interface OperatorGuard {
  /** Sends those who are not signed in to the sign-in page, and back afterwards. */
  page: RequestHandler;
  /** Answers 401 to those who are not signed in, and 403 to what another site's page sends or asks for. */
  api: RequestHandler;
  /** Who is signed in, for an open route that must know; null: nobody. */
  who(request: Request, response: Response): Promise<OperatorIdentity | null>;
}

const READING = new Set(['GET', 'HEAD']);
const FOREIGN = 'This request did not come from this page. Reload, then try again.';

/** The guard of the operators' routes: a route behind it knows who is signed in (`operatorOf`). */
export function requireOperator({ database, session, fromOurPage, now = Date.now }: Options): OperatorGuard {
  const signedIn = async (request: Request, response: Response): Promise<OperatorIdentity | null> => {
    const { operatorId, epoch, signedInAt } = request.session;
    if (!operatorId || signedInAt === undefined) return null;
    const operator = await database
      .selectFrom('operators')
      .select(['id', 'name', 'email', 'session_epoch'])
      .where('id', '=', operatorId)
      .executeTakeFirst();
    if (operator && operator.session_epoch === epoch && signedInAt + SESSION_LIFE > now()) {
      const { id, name, email } = operator;
      return { id, name, email, requestId: requestIdOf(request, response) };
    }
    await endSession(request, response);
    return null;
  };
  const guard =
    (
      turnAway: (request: Request, response: Response) => void,
      isRefused: (request: Request) => boolean,
    ): RequestHandler =>
    async (request, response, next) => {
      // The gate has asked already.
      if (isSignedIn(response)) return next();
      response.set('Cache-Control', 'no-store');
      await openSession(session, request, response);
      const operator = await signedIn(request, response);
      if (!operator) return turnAway(request, response);
      if (isRefused(request)) return refuse(response, 403, FOREIGN);
      if (!READING.has(request.method)) {
        if (!fromOurPage(request)) return refuse(response, 403, FOREIGN);
        // Whoever signed in again in another tab has a new one: the page fetches it and asks once more.
        if (!hasToken(request)) {
          const error = 'This page belongs to an earlier session. Reload, then try again.';
          return refuse(response, 403, error, { tokenOver: true });
        }
      }
      setOperator(response, operator);
      next();
    };
  const closed = (_request: Request, response: Response) => refuse(response, 401, 'Sign in first.');
  return {
    page: guard(
      (request, response) => {
        if (!READING.has(request.method)) return closed(request, response);
        response.redirect(302, `/sign-in?to=${encodeURIComponent(request.originalUrl)}`);
      },
      // Links in mails lead to screens.
      () => false,
    ),
    api: guard(closed, isForeignRead),
    async who(request, response) {
      await openSession(session, request, response);
      return signedIn(request, response);
    },
  };
}

function hasToken(request: Request): boolean {
  const { csrf } = request.session;
  const sent = request.get('X-CSRF-Token');
  return csrf !== undefined && sent !== undefined && sameText(csrf, sent);
}
