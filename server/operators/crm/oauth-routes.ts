import type { Router } from 'express';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import { OK_RESPONSE } from '../../../src/contracts/operators/operator-call.ts';
import { crmCalls, type AuthorizedLocation } from '../../../src/contracts/operators/crm-calls.ts';
import type { Crm } from '../../crm/crm.ts';
import type { GrantRow } from '../../crm/oauth/grant-store.ts';
import { createOauthState } from '../../crm/oauth/oauth-states.ts';
import type { Database } from '../../database/schema/schema.ts';
import type { Config } from '../../platform/config/config.ts';
import { recordAudit } from '../audit-log.ts';
import { isCrossOriginRequest, operatorOf, type OperatorGuard } from '../api/operator-guard.ts';
import { ApiError } from '../api/api-error.ts';
import { createCallRouter } from '../api/serve-call.ts';
import { createOauthCallback, redirectToOauthError } from './oauth-callback.ts';

interface Options {
  config: Pick<Config, 'crm'>;
  crm: Pick<Crm, 'grants' | 'leadsTo'>;
  query: Kysely<Database>;
  guard: OperatorGuard;
  log: Logger;
  /** The site's public URL, without a trailing slash. */
  origin: () => string;
  now: () => number;
}

/** Shown to operators if no OAuth credentials are configured. */
export const NO_OAUTH_CREDENTIALS_MESSAGE =
  'OAuth credentials are not configured. Set GHL_CLIENT_ID and GHL_CLIENT_SECRET, and restart the server.';

const FOREIGN_START =
  'Another site’s page tried to start this connection; nothing has changed. To connect, start at /admin/ghl.';

const CALLBACK = '/api/oauth/callback';
const locationId = z.string().regex(/^[\w-]{1,64}$/);
const start = z.object({ locationId: locationId.optional().catch(undefined) });

/**
 * Creates the routes with which operators connect HighLevel locations by OAuth, list the connected ones and revoke
 * access.
 */
export function createOauthRoutes({ config, crm, query, guard, log, origin, now }: Options): Router {
  const { router, serve } = createCallRouter(guard);
  const { oauth } = config.crm;
  const { grants } = crm;
  const redirectUri = () => origin() + CALLBACK;

  // A stricter policy, even on a redirect, would disconnect the pop-up from the page that opened it.
  router.use(['/api/oauth/start', CALLBACK], (_request, response, next) => {
    response.set('Cross-Origin-Opener-Policy', 'unsafe-none');
    next();
  });

  router.get('/api/oauth/start', guard.page, async (request, response) => {
    if (!oauth || !grants) return redirectToOauthError(response, NO_OAUTH_CREDENTIALS_MESSAGE);
    if (isCrossOriginRequest(request)) return redirectToOauthError(response, FOREIGN_START);
    const operator = operatorOf(response);
    const wanted = start.parse(request.query).locationId ?? null;
    const state = await createOauthState(query, {
      sid: request.sessionID,
      operatorId: operator.id,
      locationId: wanted,
      now: now(),
    });
    await recordAudit(query, {
      operator,
      action: 'crm-connect-started',
      ...(wanted ? { subject: wanted } : {}),
      now: now(),
    });
    const consent = new URLSearchParams({
      response_type: 'code',
      redirect_uri: redirectUri(),
      client_id: oauth.clientId,
      scope: oauth.scopes.join(' '),
      state,
      loginWindowOpenMode: 'self',
    });
    response.redirect(302, `${oauth.marketplaceBase}/v2/oauth/chooselocation?${consent.toString()}`);
  });

  router.get(
    CALLBACK,
    grants
      ? createOauthCallback({
          grants,
          leadsTo: () => crm.leadsTo(),
          database: query,
          guard,
          log,
          redirectUri,
          now,
        })
      : (_request, response) => redirectToOauthError(response, NO_OAUTH_CREDENTIALS_MESSAGE),
  );

  serve(crmCalls.oauthStatus, async () => {
    const rows = grants ? await grants.locations() : [];
    const authorizedLocations = rows.map(shownOf);
    const leadsTo = await crm.leadsTo();
    return {
      authorized: authorizedLocations.some((each) => each.state === 'ready'),
      locations: authorizedLocations.map((each) => each.locationId),
      authorizedLocations,
      leadsTo,
      leadsToWithout: leadsTo && (await crm.leadsTo(leadsTo.locationId)),
      ...(grants ? {} : { message: NO_OAUTH_CREDENTIALS_MESSAGE }),
    };
  });

  serve(crmCalls.revoke, async ({ locationId: id }, { operator }) => {
    const removed = await grants?.remove(id, (transaction) =>
      recordAudit(transaction, { operator, action: 'crm-revoked', subject: id, now: now() }),
    );
    if (!removed) {
      const message = 'Failed to revoke access. This location is not connected. Reload the list.';
      throw new ApiError(404, message, { body: { message } });
    }
    log.info({ event: 'crm-revoked', requestId: operator.requestId, grant: id });
    return {
      ...OK_RESPONSE,
      message:
        'The site has forgotten this location’s tokens. To take the app out of HighLevel too, uninstall it there.',
      leadsTo: await crm.leadsTo(),
    };
  });
  return router;
}

function shownOf(row: GrantRow): AuthorizedLocation {
  return {
    locationId: row.id,
    name: row.location_name,
    state: row.state,
    reason: row.reason,
    scope: row.scope,
    connectedAt: row.connected_at,
    connectedBy: row.connected_by,
  };
}
