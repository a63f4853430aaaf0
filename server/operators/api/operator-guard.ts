import { type Request, type RequestHandler, type Response, Router } from 'express';
import type { Kysely } from 'kysely';
import type { OperatorRole } from '../../../src/contracts/operators/account-calls.ts';
import { operatorCalls } from '../../../src/contracts/operators/operator-calls.ts';
import { operatorScreens, type ScreenEntry } from '../../../src/contracts/operators/operator-screens.ts';
import type { Database } from '../../database/schema/schema.ts';
import { requestIdOf } from '../../platform/logging/request-id.ts';
import { equalInConstantTime } from '../../platform/security/tokens.ts';
import { clearEditorCookie } from '../sign-in/editor-cookie.ts';
import { endSession, loadSession, SESSION_TTL_MS } from '../sign-in/operator-session.ts';

interface Options {
  database: Kysely<Database>;
  session: RequestHandler;
  /** Whether a request that changes data comes from our own pages. */
  fromOurPage: (request: Request) => boolean;
  /** The URL of the configured WordPress; null if there is none. Editors of any other WordPress are signed out. */
  site: string | null;
  now: () => number;
}

/** Middleware that requires a signed-in operator. Editors pass where `createOperatorGate` admits them. */
export interface OperatorGuard {
  /**
   * If nobody is signed in, redirects a GET to the sign-in page, and later back here. Redirects editors to the page
   * list. Otherwise like `api`, but accepts a GET from another origin, such as a link.
   */
  page: RequestHandler;
  /**
   * Responds with 401 if nobody is signed in, and with 403 to editors, to requests from other origins, and to requests
   * that change data without the session's CSRF token.
   */
  api: RequestHandler;
  /** Like `page` and `api`, for routes that editors may use as well. */
  editorPage: RequestHandler;
  editorApi: RequestHandler;
  /** For calls without a session: responds with 403 to requests from other sites. */
  openApi: RequestHandler;
  /** For routes without a guard: returns the signed-in operator, or null. Also null for editors. */
  who(request: Request, response: Response): Promise<OperatorIdentity | null>;
  /** Like `who`, for editors too. */
  anyone(request: Request, response: Response): Promise<OperatorIdentity | null>;
}

const READING = new Set(['GET', 'HEAD']);
const FOREIGN = 'This request did not come from this page. Reload, then try again.';

/** Creates the guard of the operator routes. Handlers behind it get the signed-in person with `operatorOf`. */
export function createOperatorGuard({ database, session, fromOurPage, site, now }: Options): OperatorGuard {
  const signedIn = async (request: Request, response: Response): Promise<OperatorIdentity | null> => {
    const { operatorId, editorId, epoch, signedInAt } = request.session;
    if (signedInAt === undefined || (operatorId ?? editorId) === undefined) {
      // If the session has expired, the browser may still have the editor cookie.
      clearEditorCookie(request, response);
      return null;
    }
    const person = operatorId ? await findOperator(operatorId) : await findEditor(editorId ?? '');
    if (person && person.session_epoch === epoch && signedInAt + SESSION_TTL_MS > now()) {
      const { id, name, email, role } = person;
      return { id, name, email, role, requestId: requestIdOf(request, response) };
    }
    await endSession(request, response);
    return null;
  };
  const findOperator = async (id: string) => {
    const row = await database
      .selectFrom('operators')
      .select(['id', 'name', 'email', 'session_epoch'])
      .where('id', '=', id)
      .executeTakeFirst();
    return row && { ...row, role: 'operator' as const };
  };
  const findEditor = async (id: string) => {
    const row = await database
      .selectFrom('editors')
      .select(['id', 'name', 'session_epoch'])
      .where('id', '=', id)
      .where('site', '=', site ?? '')
      .executeTakeFirst();
    return row && { ...row, email: '', role: 'editor' as const };
  };
  const guard =
    (
      turnAway: (request: Request, response: Response) => void,
      isRefused: (request: Request) => boolean,
      turnEditorAway: ((response: Response) => void) | null,
    ): RequestHandler =>
    async (request, response, next) => {
      // An earlier guard has already checked this request.
      if (isSignedIn(response)) return next();
      response.set('Cache-Control', 'no-store');
      await loadSession(session, request, response);
      const operator = await signedIn(request, response);
      if (!operator) return turnAway(request, response);
      if (operator.role === 'editor' && turnEditorAway) return turnEditorAway(response);
      if (isRefused(request)) return sendJsonError(response, 403, FOREIGN);
      if (!READING.has(request.method)) {
        if (!fromOurPage(request)) return sendJsonError(response, 403, FOREIGN);
        // A sign-in in another tab creates a new token. The page fetches it and retries the request.
        if (!hasToken(request)) {
          const error = 'This page belongs to an earlier session. Reload, then try again.';
          return sendJsonError(response, 403, error, { tokenOver: true });
        }
      }
      setOperator(response, operator);
      next();
    };
  const closed = (_request: Request, response: Response) => sendJsonError(response, 401, 'Sign in first.');
  const toSignIn = (request: Request, response: Response) => {
    if (!READING.has(request.method)) return closed(request, response);
    response.redirect(302, `/sign-in?to=${encodeURIComponent(request.originalUrl)}`);
  };
  // Links in emails open screens, so requests from other sites are allowed.
  const isAnywhere = () => false;
  const who: OperatorGuard['anyone'] = async (request, response) => {
    await loadSession(session, request, response);
    return signedIn(request, response);
  };
  return {
    page: guard(toSignIn, isAnywhere, (response) => response.redirect(302, EDITORS_HOME)),
    api: guard(closed, isCrossOriginRequest, (response) =>
      sendJsonError(response, 403, 'Only operators may do this. Ask one for an account.'),
    ),
    editorPage: guard(toSignIn, isAnywhere, null),
    editorApi: guard(closed, isCrossOriginRequest, null),
    openApi(request, response, next) {
      if (fromOurPage(request)) return next();
      sendJsonError(response, 403, FOREIGN);
    },
    async who(request, response) {
      const person = await who(request, response);
      return person?.role === 'operator' ? person : null;
    },
    anyone: who,
  };
}

function hasToken(request: Request): boolean {
  const { csrf } = request.session;
  const sent = request.get('X-CSRF-Token');
  return csrf !== undefined && sent !== undefined && equalInConstantTime(csrf, sent);
}

/** Paths with one of these prefixes, even those of future routes, require a sign-in unless they are declared open. */
const PAGES = ['/admin', '/oauth', '/webhooks'] as const;
const APIS = [
  '/api/admin',
  '/api/operators',
  '/api/oauth',
  '/api/ghl',
  '/api/leads/ghl',
  '/api/webhooks',
] as const;

/** The paths of the screens that editors may use. Express requires a name for the rest of a path. */
const EDITOR_PAGES = operatorScreens
  .filter((screen: ScreenEntry) => screen.editors)
  .map(({ path }) => path.replace('/*', '/*rest'));
const EDITORS_HOME = '/admin/pages';

/** These routes need no sign-in, like open calls: they show nothing secret, or have checks of their own. */
const OPEN_ROUTES = [
  { method: 'get', path: '/oauth/success' },
  { method: 'get', path: '/oauth/error' },
  { method: 'get', path: '/webhooks/ghl/test' },
  /** Requires an operator and a valid `state`. Browsers come here from the CRM, which is another site. */
  { method: 'get', path: '/api/oauth/callback' },
  /** Requires a valid signature. */
  { method: 'post', path: '/api/webhooks/ghl' },
  /** Requires a valid `state`. */
  { method: 'get', path: '/api/operators/wordpress/callback' },
  /** Requires an operator and a valid `state`. Browsers come here from WordPress, which is another site. */
  { method: 'get', path: '/api/admin/wordpress/callback' },
] as const;

/** The names of Express's router methods, by HTTP method. */
export const ROUTER_METHODS = { GET: 'get', POST: 'post', PUT: 'put' } as const;

/**
 * Requires a sign-in on every operator path except the open routes. Editors pass only where a call or screen admits
 * them. Mount it before all operator routers, so that no new route is left open by mistake. Express itself matches
 * the paths, so no spelling of a path bypasses the gate.
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
  for (const { method, path, role } of operatorCalls) {
    if (role === 'open') gate[ROUTER_METHODS[method]](path, pass);
    if (role === 'editor') gate[ROUTER_METHODS[method]](path, guard.editorApi);
  }
  for (const path of EDITOR_PAGES) gate.get(path, guard.editorPage);
  for (const path of APIS) gate.use(path, guard.api);
  for (const path of PAGES) gate.use(path, guard.page);
  return gate;
}

/**
 * Responds with 404 to unknown operator paths, so that they never show a page of the site: with `screen` if `signedIn`
 * lets a GET of a path such as `/admin/unknown` pass, and with JSON for other methods and below the API prefixes.
 * Mount this after all operator routers.
 */
export function createOperatorNotFoundRoutes(signedIn: RequestHandler, screen: RequestHandler): Router {
  const router = Router();
  for (const path of PAGES) router.get([path, `${path}/*rest`], signedIn, screen);
  router.get('/sign-in/*rest', signedIn, screen);
  router.use([...APIS, ...PAGES, '/sign-in'], (_request, response) => {
    response.status(404).json({ error: 'Nothing answers here.' });
  });
  return router;
}

/** A signed-in operator or editor. */
export interface OperatorIdentity {
  id: string;
  name: string;
  /** Empty for editors. */
  email: string;
  role: OperatorRole;
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

/** Returns the signed-in operator or editor. Throws an `Error` on a route without the guard. */
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
 * Returns whether a page of another origin made the browser send this request. The browser may include the session
 * cookie, so without this check, another site could start an export that is recorded as the operator's action.
 */
export function isCrossOriginRequest(request: Request): boolean {
  return ELSEWHERE.has(request.get('Sec-Fetch-Site') ?? '');
}

/** Sends an error as JSON. The message is shown to the operator, so it must include a fix. */
export function sendJsonError(
  response: Response,
  status: number,
  error: string,
  more: Readonly<Record<string, unknown>> = {},
): void {
  response.status(status).json({ error, ...more });
}
