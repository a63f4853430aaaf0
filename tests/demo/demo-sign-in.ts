import type { RequestListener } from 'node:http';
import express from 'express';
import { findOperator } from '../../server/operators/accounts/operator-accounts.ts';
import { recordAudit } from '../../server/operators/audit-log.ts';
import {
  createStartSession,
  createSessionMiddleware,
} from '../../server/operators/sign-in/operator-session.ts';
import { requestIdOf } from '../../server/platform/logging/request-id.ts';
import { newToken, equalInConstantTime } from '../../server/platform/security/tokens.ts';
import type { Services } from '../../server/services.ts';

/** Signs the operator of the demonstration in. */
export interface DemoSignIn {
  /** Whoever opens this path is signed in, as often as it is opened. It has a new random token at each start. */
  path: string;
  /** Answers the path, and leaves all other requests to the site. */
  before: (site: RequestListener) => RequestListener;
}

/**
 * Creates the sign-in by link. It is not part of the server: the demonstration puts it in front of the application, and
 * no setting can do that.
 */
export function createDemoSignIn(
  { database: { query }, secrets, now }: Pick<Services, 'database' | 'secrets' | 'now'>,
  operatorId: string,
): DemoSignIn {
  const path = `/demo/sign-in/${newToken()}`;
  const enter = createStartSession(
    createSessionMiddleware({ database: query, secrets, secure: false, now }),
    now,
  );
  const app = express();
  app.disable('x-powered-by');
  app.get(path, async (request, response) => {
    const operator = await findOperator(query, operatorId);
    if (!operator) {
      response.status(410).type('text').send('The demonstration’s operator was removed. Start it again.\n');
      return;
    }
    const requestId = requestIdOf(request, response);
    await enter(request, response, operator);
    await query.updateTable('operators').set({ signed_in_at: now() }).where('id', '=', operatorId).execute();
    await recordAudit(query, { operator: { ...operator, requestId }, action: 'signed-in', now: now() });
    response.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'no-referrer' }).redirect(303, '/admin');
  });
  return {
    path,
    before: (site) => (request, response) =>
      equalInConstantTime(request.url ?? '', path) ? app(request, response) : site(request, response),
  };
}
