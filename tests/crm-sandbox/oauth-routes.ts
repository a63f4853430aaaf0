import express, { type Express, type Response } from 'express';
import { z } from 'zod';
import { html, htmlPage } from './html.ts';
import {
  issueLocationToken,
  issueTokens,
  redeemCode,
  redeemRefreshToken,
  renewCode,
  approveInstallation,
} from './oauth-grants.ts';
import { badRequest, unauthorized, unprocessable } from './official-api.ts';
import { type Sandbox, type Grant, type Location, allScopes } from './sandbox.ts';
import { reachLocation, serveOperation } from './serve-operation.ts';

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
 * Serves the Reconnect API for apps that lost their tokens, as described in HighLevel's help article 155000003717. The
 * official API files do not include it.
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

/** Serves the token routes and the list of installed locations. */
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

/** Checks the user type before the code is redeemed, because a request with the wrong type must not use up the code. */
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

const webAddress = z.url({ protocol: /^https?$/, error: 'redirect_uri must be an address with http(s)://' });

function questionShape(sandbox: Sandbox) {
  const { clientId } = sandbox.state;
  return z.object({
    response_type: z.literal('code', { error: 'response_type must be code' }),
    redirect_uri: webAddress,
    client_id: z.literal(clientId, { error: 'client_id names no app of this sandbox' }),
    scope: z.string({ error: 'scope is missing' }).refine((text) => unknownScopes(text).length === 0, {
      error: `scope must be some of: ${allScopes.join(' ')}`,
    }),
    state: z.string().optional(),
    loginWindowOpenMode: z.enum(['self', 'popup']).optional(),
  });
}

function splitScopes(text: string): string[] {
  return text.split(/\s+/).filter(Boolean);
}

function unknownScopes(text: string): string[] {
  const scopes = splitScopes(text);
  const known: readonly string[] = allScopes;
  return scopes.length === 0 ? ['none'] : scopes.filter((scope) => !known.includes(scope));
}

const decisionShape = z.object({
  decision: z.enum(['approve', 'deny']),
  /** Location id, or `company` for all locations. */
  location: z.string().optional(),
});

/** Serves the page on which a user installs the app in a location or declines. */
export function serveMarketplace(app: Express, sandbox: Sandbox): void {
  app.get('/v2/oauth/chooselocation', (request, response) => {
    const question = questionShape(sandbox).safeParse(request.query);
    if (!question.success) return refuse(response, question.error);
    const hidden = Object.entries(question.data).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
    );
    const choices = [...sandbox.state.locations.values()].map(
      ({ id, name, city }, i) =>
        html`<label
          ><input type="radio" name="location" value="${id}" ${i === 0 ? html`checked` : ''} /> ${name},
          ${city}</label
        >`,
    );
    const body = html`<h1>Choose a location</h1>
      <p>The app asks for: ${splitScopes(question.data.scope).join(', ')}</p>
      <form method="post" action="/v2/oauth/chooselocation">
        ${hidden} ${choices}
        <label><input type="radio" name="location" value="company" /> The whole company</label>
        <p>
          <button name="decision" value="approve">Approve</button>
          <button name="decision" value="deny">Deny</button>
        </p>
      </form>`;
    response.type('html').send(htmlPage('Choose a location', body));
  });

  app.post('/v2/oauth/chooselocation', express.urlencoded({ extended: false }), (request, response) => {
    const question = questionShape(sandbox).safeParse(request.body);
    if (!question.success) return refuse(response, question.error);
    const decision = decisionShape.safeParse(request.body);
    if (!decision.success) return refuse(response, decision.error);
    const target = new URL(question.data.redirect_uri);
    if (question.data.state !== undefined) target.searchParams.set('state', question.data.state);
    if (decision.data.decision === 'deny') {
      target.searchParams.set('error', 'access_denied');
      return response.redirect(302, target.href);
    }
    const chosen = decision.data.location ?? '';
    if (chosen !== 'company' && !sandbox.state.locations.has(chosen)) {
      return refuse(response, new Error('No location was chosen.'));
    }
    const grant = approveInstallation(sandbox, {
      locationId: chosen === 'company' ? null : chosen,
      scopes: splitScopes(question.data.scope),
      redirectUri: question.data.redirect_uri,
    });
    target.searchParams.set('code', grant.code.value);
    response.redirect(302, target.href);
  });
}

function refuse(response: Response, error: Error): void {
  const reasons = error instanceof z.ZodError ? error.issues.map((issue) => issue.message) : [error.message];
  const list = reasons.map((reason) => html`<li>${reason}</li>`);
  const body = html`<h1>This link does not work</h1>
    <ul>
      ${list}
    </ul>`;
  response.status(400).type('html').send(htmlPage('This link does not work', body));
}
