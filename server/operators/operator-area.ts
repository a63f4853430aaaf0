import { Router } from 'express';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { ContentGateway } from '../content/gateway.ts';
import type { Database } from '../database/schema.ts';
import { isFromOwnPage } from '../leads/accept/own-origin.ts';
import type { SiteBuild } from '../pages/site-build.ts';
import { accountRoutes } from './account-routes.ts';
import { enterSession } from './enter-session.ts';
import { knownBrowsers } from './known-browser.ts';
import { nothingElse, operatorGate } from './operator-gate.ts';
import { operatorPages } from './operator-pages.ts';
import { operatorSession } from './operator-session.ts';
import { requireOperator, type OperatorGuard } from './require-operator.ts';
import { signInRoutes } from './sign-in-routes.ts';
import { tryLimit } from './try-limit.ts';
import { twoFactorRoutes } from './two-factor-routes.ts';

interface Options {
  config: Config;
  database: Kysely<Database>;
  secrets: readonly string[];
  gateway: ContentGateway;
  build: SiteBuild;
  log: Logger;
  origin: () => string;
  now?: () => number;
}

/** The operators' house, in the order its parts are mounted. The routers of its rooms stand between the two. */
export interface OperatorArea {
  /** Closes every path of the operators, and has the accounts' own routes. */
  entrance: Router;
  /** Stands before a room's routes: those behind it know who is signed in (`operatorOf`). */
  guard: OperatorGuard;
  /** The screens; after them nothing answers below the operators' paths. */
  screens: Router;
}

/** Builds what all rooms of the operators share: sessions, the guard, the accounts' routes and the screens. */
export function operatorArea({
  config,
  database,
  secrets,
  gateway,
  build,
  log,
  origin,
  now = Date.now,
}: Options): OperatorArea {
  const secure = config.publicUrl?.startsWith('https:') ?? false;
  const session = operatorSession({ database, secrets, secure });
  const fromOurPage = (request: Parameters<typeof isFromOwnPage>[0]) =>
    isFromOwnPage(request, config.publicUrl);
  const guard = requireOperator({ database, session, fromOurPage, now });
  const enter = enterSession(session, now);
  const browsers = knownBrowsers({ secrets, secure });
  const slow = tryLimit();
  const siteName = async () => (await gateway.frame()).settings.site.name;

  const entrance = Router();
  entrance.use(operatorGate(guard));
  entrance.use(signInRoutes({ database, secrets, log, enter, browsers, slow, fromOurPage, now }));
  entrance.use(accountRoutes({ database, guard, enter, slow, now }));
  entrance.use(twoFactorRoutes({ database, secrets, guard, slow, siteName, now }));

  const screens = Router();
  screens.use(operatorPages({ config, gateway, build, origin, signedIn: guard.page }));
  screens.use(nothingElse());
  return { entrance, guard, screens };
}
