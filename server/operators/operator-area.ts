import { Router, type Request, type RequestHandler } from 'express';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { OPERATOR_DATA_ID, type OperatorData } from '../../src/contracts/operators/operator-api.ts';
import {
  screenRedirects,
  notFoundScreen,
  operatorScreens,
  type ScreenEntry,
} from '../../src/contracts/operators/operator-screens.ts';
import type { Content } from '../content/content.ts';
import type { RateLimitStoreFactory } from '../database/state/rate-limit-store.ts';
import type { Database } from '../database/schema/schema.ts';
import { isFromThisSite } from '../platform/security/is-from-this-site.ts';
import { contentSecurityPolicy } from '../pages/render/content-security-policy.ts';
import { serializeJsonForScript } from '../pages/render/assemble-document.ts';
import { withQuery } from '../pages/operator-redirect-cache.ts';
import type { SiteBuild } from '../pages/render/site-build.ts';
import type { Config } from '../platform/config/config.ts';
import { hasJustConnectedCrm } from './crm/oauth-callback.ts';
import { createAccountRoutes, createTwoFactorRoutes } from './accounts/account-routes.ts';
import {
  createOperatorNotFoundRoutes,
  createOperatorGate,
  createOperatorGuard,
  type OperatorGuard,
} from './api/operator-guard.ts';
import { createStartSession, createSessionMiddleware } from './sign-in/operator-session.ts';
import { createKnownBrowsers, createSignInRateLimit } from './sign-in/sign-in-limits.ts';
import { createSignInRoutes } from './sign-in/sign-in-routes.ts';
import { createWordPressAccountRoutes } from './editors/wordpress-account-routes.ts';
import { createWordPressUserClient } from './editors/wordpress-user-client.ts';

interface Options {
  config: Config;
  database: Kysely<Database>;
  secrets: readonly string[];
  content: Content;
  build: SiteBuild;
  log: Logger;
  origin: () => string;
  limits: RateLimitStoreFactory;
  now: () => number;
}

/**
 * The parts that all operator routes share. Mount `routes` first, then the other operator routers, then `screens`.
 */
interface OperatorArea {
  /** Requires a sign-in on the operator paths that are not open, and serves the sign-in and account routes. */
  routes: Router;
  /** Middleware for the operator routes. The handlers behind it can call `operatorOf`. */
  guard: OperatorGuard;
  /** Serves the screens. Any other operator path returns 404. */
  screens: Router;
}

/** Creates the parts that all operator routes share: sessions, the guard, sign-in, accounts and the screens. */
export function createOperatorArea(options: Options): OperatorArea {
  const { config, database, secrets, content, origin, limits, now } = options;
  const secure = config.publicUrl?.startsWith('https:') ?? false;
  const session = createSessionMiddleware({ database, secrets, secure, now });
  const fromOurPage = (request: Parameters<typeof isFromThisSite>[0]) =>
    isFromThisSite(request, config.publicUrl);
  const people = config.wordpress && createWordPressUserClient(config.wordpress);
  const site = people?.home ?? null;
  const guard = createOperatorGuard({ database, session, fromOurPage, site, now });
  const enter = createStartSession(session, now);
  const browsers = createKnownBrowsers({ secrets, secure });
  const slow = createSignInRateLimit(limits('sign-in'));
  const siteName = () => content.settings()?.site.name ?? new URL(origin()).host;
  const services = { ...options, people, guard, session, enter, browsers, slow, siteName };

  const routes = Router();
  routes.use(createOperatorGate(guard));
  routes.use(createSignInRoutes(services));
  routes.use(createAccountRoutes(services));
  routes.use(createTwoFactorRoutes(services));
  routes.use(createWordPressAccountRoutes(services));
  const screens = createOperatorPages(services);
  return { routes, guard, screens };
}

interface PageOptions extends Pick<Options, 'config' | 'content' | 'database' | 'build' | 'origin' | 'now'> {
  siteName: () => string;
  guard: OperatorGuard;
}

/**
 * Creates the routes of the operator screens. They send an HTML document that only loads the application and is never
 * cached, redirect former paths of screens, and respond with 404 to unknown paths.
 */
function createOperatorPages(options: PageOptions): Router {
  const { config, content, database, build, siteName, origin, guard, now } = options;
  const router = Router();
  const send =
    (screen: ScreenEntry, status = 200): RequestHandler =>
    async (request: Request, response) => {
      const data: OperatorData = {
        origin: origin(),
        siteName: siteName(),
        timeZone: content.timeZone(),
        hasWordPress: config.wordpress !== null,
        isNew: request.path === '/sign-in' && !(await hasAccounts(database)),
        hasJustConnected:
          request.path === '/oauth/success' &&
          (await guard.who(request, response)) !== null &&
          hasJustConnectedCrm(request, now()),
      };
      response.set({
        'Cache-Control': 'no-store',
        'X-Robots-Tag': 'noindex, nofollow',
        'Referrer-Policy': 'same-origin',
        // A stricter policy would disconnect the CRM's consent pop-up from the page that opened it.
        'Cross-Origin-Opener-Policy': request.path.startsWith('/oauth/')
          ? 'unsafe-none'
          : 'same-origin-allow-popups',
        'Content-Security-Policy': contentSecurityPolicy({
          styles: [],
          analytics: false,
          // Drag and drop sets inline styles.
          inlineStyles: screen.whole ?? false,
          framesSite: true,
          dev: config.dev,
          secure: origin().startsWith('https:'),
        }),
      });
      response
        .status(status)
        .type('html')
        .send(documentOf(data, build, screen.file));
    };
  for (const screen of operatorScreens) {
    // Express requires a name for the rest of a path; React Router does not.
    const path = screen.path.replace('/*', '/*rest');
    router.get(path, ...('open' in screen ? [] : [guard.page]), send(screen));
  }
  for (const [from, to] of Object.entries(screenRedirects)) {
    router.get(from, guard.page, (request, response) => {
      response.redirect(301, withQuery(to, URL.parse(request.originalUrl, 'http://site')?.search ?? ''));
    });
  }
  router.use(createOperatorNotFoundRoutes(guard.page, send(notFoundScreen, 404)));
  return router;
}

async function hasAccounts(database: Kysely<Database>): Promise<boolean> {
  const one = await database.selectFrom('operators').select('id').limit(1).executeTakeFirst();
  return one !== undefined;
}

function documentOf(data: OperatorData, build: SiteBuild, screen: string): string {
  return [
    '<!doctype html><html lang="en-US"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex, nofollow">',
    '<title>Operators</title><link rel="icon" href="/favicon.ico" sizes="32x32"><link rel="icon" href="/favicon.svg" type="image/svg+xml">',
    ...build.operatorScripts.map((src) => `<script type="module" src="${src}"></script>`),
    ...build.operatorFiles(screen).map((href) => `<link rel="modulepreload" href="${href}">`),
    '</head><body><div id="root"><noscript>The operators’ screens need JavaScript. Allow it for this site, then reload.</noscript></div>',
    `<script type="application/json" id="${OPERATOR_DATA_ID}">${serializeJsonForScript(data)}</script>`,
    '</body></html>',
  ].join('');
}
