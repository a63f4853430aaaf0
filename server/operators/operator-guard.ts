import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Kysely } from 'kysely';
import type { Database } from '../database/schema.ts';
import { requestIdOf } from '../platform/request-id.ts';
import { sameText } from '../platform/tokens.ts';
import { endSession, openSession, SESSION_LIFE } from './operator-session.ts';

interface Options {
  database: Kysely<Database>;
  session: RequestHandler;
  /** Whether a request that changes data comes from our own pages. */
  fromOurPage: (request: Request) => boolean;
  now?: () => number;
}

/** Middleware that requires a signed-in operator. */
export interface OperatorGuard {
  /** Redirects to the sign-in page if nobody is signed in. After signing in, the operator returns to this page. */
  page: RequestHandler;
  /** Responds with 401 if nobody is signed in, and with 403 to requests from other sites. */
  api: RequestHandler;
  /** For routes without a guard: returns the signed-in operator, or null if nobody is signed in. */
  who(request: Request, response: Response): Promise<OperatorIdentity | null>;
}

const READING = new Set(['GET', 'HEAD']);
const FOREIGN = 'This request did not come from this page. Reload, then try again.';

/** Creates the guard of the operator routes, which can then use `operatorOf`. */
export function createOperatorGuard({
  database,
  session,
  fromOurPage,
  now = Date.now,
}: Options): OperatorGuard {
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
      // An earlier guard has already checked this request.
      if (isSignedIn(response)) return next();
      response.set('Cache-Control', 'no-store');
      await openSession(session, request, response);
      const operator = await signedIn(request, response);
      if (!operator) return turnAway(request, response);
      if (isRefused(request)) return refuse(response, 403, FOREIGN);
      if (!READING.has(request.method)) {
        if (!fromOurPage(request)) return refuse(response, 403, FOREIGN);
        // A sign-in in another tab creates a new token. The page fetches it and retries the request.
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
      // Links in emails open screens, so requests from other sites are allowed.
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

/** Every path with one of these prefixes requires a sign-in, including paths of future routes. */
const PAGES = ['/admin', '/oauth', '/webhooks'] as const;
const APIS = [
  '/api/admin',
  '/api/operators',
  '/api/oauth',
  '/api/ghl',
  '/api/leads/ghl',
  '/api/webhooks',
] as const;

/** These routes need no sign-in: each shows nothing secret or has its own check. */
const OPEN_ROUTES = [
  { method: 'get', path: '/oauth/success' },
  { method: 'get', path: '/oauth/error' },
  { method: 'get', path: '/webhooks/ghl/test' },
  /** Requires a valid `state`. */
  { method: 'get', path: '/api/oauth/callback' },
  /** Requires a valid signature. */
  { method: 'post', path: '/api/webhooks/ghl' },
  { method: 'post', path: '/api/operators/sign-in' },
  /** Both require the link's token. */
  { method: 'post', path: '/api/operators/link' },
  { method: 'post', path: '/api/operators/link/use' },
] as const;

/**
 * Requires a sign-in on every operator path except the open routes. Mounted before all operator routers, so that no
 * new route is left open by mistake. Express itself matches both lists, so no spelling of a path bypasses the gate.
 */
export function createOperatorGate(guard: OperatorGuard): Router {
  const gate = Router();
  gate.use([...APIS, ...PAGES, '/sign-in'], (_request, response, next) => {
    response.set('Cache-Control', 'no-store');
    next();
  });
  const pass: RequestHandler = (_request, _response, next) => next('router');
  for (const { method, path } of OPEN_ROUTES) gate[method](path, pass);
  // The browser opens this route in a pop-up, so redirect to the sign-in page instead of returning 401.
  gate.get('/api/oauth/start', guard.page);
  for (const path of APIS) gate.use(path, guard.api);
  for (const path of PAGES) gate.use(path, guard.page);
  return gate;
}

/**
 * Responds with 404 to unknown operator paths, instead of a page of the site. Mount this after all operator routers.
 */
export function createNotFoundRoutes(): Router {
  const router = Router();
  router.use([...APIS, ...PAGES, '/sign-in'], (_request, response) => {
    response.status(404).json({ error: 'Nothing answers here.' });
  });
  return router;
}

export interface OperatorIdentity {
  id: string;
  name: string;
  email: string;
  /** Recorded in the audit log with the operator's actions. */
  requestId: string;
}

function setOperator(response: Response, operator: OperatorIdentity): void {
  response.locals['operator'] = operator;
}

/** Whether a guard has accepted this request. */
function isSignedIn(response: Response): boolean {
  return isIdentity(response.locals['operator']);
}

/** Returns the signed-in operator. Throws on a route without the guard. */
export function operatorOf(response: Response): OperatorIdentity {
  const operator: unknown = response.locals['operator'];
  if (!isIdentity(operator)) {
    throw new Error(
      'This route asks who is signed in without requiring it. Put the operator guard before it.',
    );
  }
  return operator;
}

function isIdentity(value: unknown): value is OperatorIdentity {
  return typeof value === 'object' && value !== null && 'id' in value && 'name' in value && 'email' in value;
}

const ELSEWHERE = new Set(['cross-site', 'same-site']);

/**
 * Whether another site made the browser send this request. The browser may include the session cookie, so an export
 * would be recorded as the operator's action.
 */
export function isForeignRead(request: Request): boolean {
  return ELSEWHERE.has(request.get('Sec-Fetch-Site') ?? '');
}

/** Parses the small JSON bodies of the account routes. */
export const operatorJson = express.json({ limit: '8kb' });

/** Sends an error as JSON. The message is shown to the operator, so it must include a fix. */
export function refuse(
  response: Response,
  status: number,
  error: string,
  more: Readonly<Record<string, unknown>> = {},
): void {
  response.status(status).json({ error, ...more });
}
