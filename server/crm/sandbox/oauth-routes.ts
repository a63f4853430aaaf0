import type { Express } from 'express';
import { z } from 'zod';
import { badRequest, unauthorized, unprocessable } from './api-fault.ts';
import { reachLocation } from './authorize.ts';
import {
  issueLocationToken,
  issueTokens,
  redeemCode,
  redeemRefreshToken,
  renewCode,
} from './oauth-grants.ts';
import type { Sandbox } from './sandbox.ts';
import type { Grant } from './oauth-state.ts';
import type { Location } from './sandbox-state.ts';
import { serveOperation } from './serve-operation.ts';

const tokenBody = z.object({
  client_id: z.string(),
  client_secret: z.string(),
  grant_type: z.enum(['authorization_code', 'refresh_token', 'client_credentials']),
  code: z.string().optional(),
  refresh_token: z.string().optional(),
  user_type: z.enum(['Company', 'Location']).optional(),
  redirect_uri: z.string().optional(),
});
type TokenBody = z.infer<typeof tokenBody>;

const locationTokenBody = z.object({ companyId: z.string(), locationId: z.string() });

const reconnectBody = z.object({
  clientKey: z.string(),
  clientSecret: z.string(),
  locationId: z.string().optional(),
  companyId: z.string().optional(),
});

/**
 * The Reconnect API of HighLevel's help pages (article 155000003717), for applications that lost their tokens. The
 * official files do not have it, nor its refusals.
 */
function serveReconnect(app: Express, sandbox: Sandbox): void {
  app.post('/oauth/reconnect', (request, response) => {
    if (!sandbox.reconnects) {
      response.status(404).json({ statusCode: 404, message: 'Cannot POST /oauth/reconnect' });
      return;
    }
    const body = reconnectBody.safeParse(request.body).data;
    const { state } = sandbox;
    if (!body || body.clientKey !== state.clientId || body.clientSecret !== state.clientSecret) {
      response.status(401).json(unauthorized('Invalid client credentials!').body);
      return;
    }
    const { locationId, companyId = '' } = body;
    const grant = renewCode(sandbox, locationId === undefined ? { companyId } : { locationId });
    if (!grant) {
      response.status(400).json(badRequest('The app is not installed there.').body);
      return;
    }
    response.json({
      authorizationCode: grant.code.value,
      expiresAt: new Date(grant.code.expiresAt).toISOString(),
      traceId: sandbox.random.nextId(32).toLowerCase(),
    });
  });
}

/** Tokens: for a code, for a refresh token, for one location of a company; and where the app is installed. */
export function serveOauth(app: Express, sandbox: Sandbox): void {
  serveReconnect(app, sandbox);

  serveOperation(app, sandbox, 'POST /oauth/token', (call) => {
    const body = tokenBody.parse(call.body);
    const { state } = sandbox;
    if (body.client_id !== state.clientId || body.client_secret !== state.clientSecret) {
      throw unauthorized('Invalid client credentials!');
    }
    return { status: 200, body: issueTokens(sandbox, redeem(sandbox, body)) };
  });

  serveOperation(app, sandbox, 'POST /oauth/locationToken', (call) => {
    const { companyId, locationId } = locationTokenBody.parse(call.body);
    const token = call.token();
    if (companyId !== token.companyId) throw badRequest('The token is not of this company.');
    const location = reachLocation(sandbox, token, locationId);
    return { status: 200, body: issueLocationToken(sandbox, token, location.id) };
  });

  serveOperation(app, sandbox, 'GET /oauth/installedLocations', (call) => {
    const { companyId, appId, skip = '0', limit = '20', query = '', isInstalled, locationId } = call.query;
    if (companyId !== call.token().companyId) throw badRequest('The token is not of this company.');
    if (appId !== sandbox.state.clientId.split('-')[0]) throw badRequest(`No app with id ${appId ?? ''}`);
    const found = [...sandbox.state.locations.values()]
      .filter((each) => each.name.toLowerCase().includes(query.toLowerCase()))
      .filter((each) => locationId === undefined || each.id === locationId)
      .map((location) => installedLocation(location, grantOf(sandbox, location)))
      .filter((each) => isInstalled === undefined || String(each.isInstalled) === isInstalled);
    const locations = found.slice(Number(skip), Number(skip) + Number(limit));
    return { status: 200, body: { locations, count: found.length, installToFutureLocations: false } };
  });
}

function redeem(sandbox: Sandbox, body: TokenBody): Grant {
  checkUserType(sandbox, body);
  switch (body.grant_type) {
    case 'authorization_code': {
      if (!body.code) throw unprocessable(['code should not be empty']);
      return redeemCode(sandbox, body.code, body.redirect_uri);
    }
    case 'refresh_token': {
      if (!body.refresh_token) throw unprocessable(['refresh_token should not be empty']);
      return redeemRefreshToken(sandbox, body.refresh_token);
    }
    case 'client_credentials': {
      throw badRequest('The sandbox knows authorization_code and refresh_token only.', {
        error: 'unsupported_grant_type',
      });
    }
  }
}

/** Asked for before anything is used up: a wrong type must not cost the code. */
function checkUserType({ state }: Sandbox, { user_type, code, refresh_token }: TokenBody): void {
  const grant = state.grants.find(
    (each) => each.code.value === code || (refresh_token && each.refreshToken === refresh_token),
  );
  if (grant && user_type && grant.userType !== user_type) {
    throw badRequest(`The app was let in as ${grant.userType}, not as ${user_type}.`);
  }
}

function grantOf({ state }: Sandbox, location: Location): Grant | undefined {
  return state.grants.find(
    (grant) => !grant.revoked && (grant.locationId === location.id || grant.locationId === null),
  );
}

function installedLocation({ id, name, address }: Location, grant: Grant | undefined) {
  const isInstalled = grant !== undefined;
  return { _id: id, name, address, isInstalled, ...(grant ? { installedAt: grant.installedAt } : {}) };
}
