import express, { Router, type Response } from 'express';
import type { Kysely } from 'kysely';
import type { Logger } from 'pino';
import { z } from 'zod';
import type { AuthorizedLocation, LeadsDirected, OauthStatus } from '../../../src/contracts/operator-api.ts';
import type { Crm } from '../../crm/crm.ts';
import type { GrantRow } from '../../crm/oauth/grant-store.ts';
import { makeState } from '../../crm/oauth/oauth-states.ts';
import type { Database } from '../../database/schema.ts';
import { limitedBody } from '../../platform/limited-body.ts';
import type { Config } from '../../platform/config.ts';
import { recordAudit } from '../audit-log.ts';
import { isForeignRead, operatorOf, type OperatorGuard } from '../operator-guard.ts';
import { createOauthCallback, showError } from './oauth-callback.ts';

interface Options {
  config: Pick<Config, 'crm'>;
  crm: Pick<Crm, 'grants' | 'leadsTo'>;
  database: Kysely<Database>;
  guard: OperatorGuard;
  log: Logger;
  /** The site's public URL, without a trailing slash. */
  origin: () => string;
  now: () => number;
}

/** Shown to operators if no OAuth credentials are configured. */
export const NO_CREDENTIALS =
  'OAuth credentials are not configured. Set GHL_CLIENT_ID and GHL_CLIENT_SECRET, and restart the server.';

const FOREIGN_START =
  'Another site’s page tried to start this connection; nothing has changed. To connect, start at /admin/ghl.';

const CALLBACK = '/api/oauth/callback';
const locationId = z.string().regex(/^[\w-]{1,64}$/);
const start = z.object({ locationId: locationId.optional().catch(undefined) });
const revocation = z.object({ locationId });

/** Serves OAuth for HighLevel locations: start, callback, status, revocation. */
export function createOauthRoutes({ config, crm, database, guard, log, origin, now }: Options): Router {
  const router = Router();
  const { oauth } = config.crm;
  const { grants } = crm;
  const redirectUri = () => origin() + CALLBACK;

  // A stricter policy, even on a redirect, would disconnect the pop-up from the page that opened it.
  router.use(['/api/oauth/start', CALLBACK], (_request, response, next) => {
    response.set('Cross-Origin-Opener-Policy', 'unsafe-none');
    next();
  });

  router.get('/api/oauth/start', guard.page, async (request, response) => {
    if (!oauth || !grants) return showError(response, NO_CREDENTIALS);
    if (isForeignRead(request)) return showError(response, FOREIGN_START);
    const operator = operatorOf(response);
    const wanted = start.parse(request.query).locationId ?? null;
    const state = await makeState(database, {
      sid: request.sessionID,
      operatorId: operator.id,
      locationId: wanted,
      now: now(),
    });
    await recordAudit(database, {
      operator,
      action: 'crm-connect-started',
      ...(wanted ? { subject: wanted } : {}),
      now: now(),
    });
    const query = new URLSearchParams({
      response_type: 'code',
      redirect_uri: redirectUri(),
      client_id: oauth.clientId,
      scope: oauth.scopes.join(' '),
      state,
      loginWindowOpenMode: 'self',
    });
    response.redirect(302, `${oauth.marketplaceBase}/v2/oauth/chooselocation?${query.toString()}`);
  });

  router.get(
    CALLBACK,
    grants
      ? createOauthCallback({ grants, leadsTo: () => crm.leadsTo(), database, guard, log, redirectUri, now })
      : (_request, response) => showError(response, NO_CREDENTIALS),
  );

  router.get('/api/oauth/status', guard.api, async (_request, response) => {
    const rows = grants ? await grants.locations() : [];
    const authorizedLocations = rows.map(shownOf);
    const leadsTo = await crm.leadsTo();
    const status: OauthStatus = {
      authorized: authorizedLocations.some((each) => each.state === 'ready'),
      locations: authorizedLocations.map((each) => each.locationId),
      authorizedLocations,
      leadsTo,
      leadsToWithout: leadsTo && (await crm.leadsTo(leadsTo.locationId)),
      ...(grants ? {} : { message: NO_CREDENTIALS }),
    };
    response.json(status);
  });

  router.post(
    '/api/oauth/revoke',
    guard.api,
    limitedBody(express.json, { limit: 4 * 1024 }),
    async (request, response) => {
      const operator = operatorOf(response);
      const read = revocation.safeParse(request.body);
      if (!read.success) return refuse(response, 422, 'Name the location whose access is to be revoked.');
      const { locationId: id } = read.data;
      const removed = await grants?.remove(id, (transaction) =>
        recordAudit(transaction, { operator, action: 'crm-revoked', subject: id, now: now() }),
      );
      if (!removed) return refuse(response, 404, 'This location is not connected. Reload the list.');
      log.info({ event: 'crm-revoked', requestId: operator.requestId, grant: id });
      const answer: LeadsDirected = {
        message:
          'The site has forgotten this location’s tokens. To take the app out of HighLevel too, uninstall it there.',
        leadsTo: await crm.leadsTo(),
      };
      response.json({ ok: true, ...answer });
    },
  );
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

function refuse(response: Response, status: number, words: string): void {
  const error = `Failed to revoke access. ${words}`;
  response.status(status).json({ error, message: error });
}
