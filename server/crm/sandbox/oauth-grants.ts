import { badRequest, unauthorized, type ApiFault } from './api-fault.ts';
import type { Sandbox } from './sandbox.ts';
import type { Grant, Token } from './oauth-state.ts';

/** Milliseconds a code is good: the most that RFC 6749 advises. */
const CODE_LIFE = 600_000;

/** Someone lets the app into a location, or with null into the whole company. The answer carries the code. */
export function approveInstallation(
  sandbox: Sandbox,
  given: { locationId: string | null; scopes: readonly string[]; redirectUri: string },
): Grant {
  const { state, random } = sandbox;
  const grant: Grant = {
    id: random.nextId(),
    clientId: state.clientId,
    userId: random.nextId(),
    userType: given.locationId === null ? 'Company' : 'Location',
    companyId: state.companyId,
    locationId: given.locationId,
    scopes: given.scopes,
    refreshToken: null,
    code: {
      value: random.nextId(40).toLowerCase(),
      redirectUri: given.redirectUri,
      expiresAt: sandbox.now() + CODE_LIFE,
      used: false,
    },
    refreshes: 0,
    revoked: false,
    installedAt: new Date(sandbox.now()).toISOString(),
  };
  state.grants.push(grant);
  return grant;
}

/** OAuth's own words beside HighLevel's. */
function invalidGrant(message: string): ApiFault {
  return badRequest(message, { error: 'invalid_grant', error_description: message });
}

/** The grant of a code, which is used up by this. Throws an `ApiFault` when it is unknown, used or too old. */
export function redeemCode(sandbox: Sandbox, code: string, redirectUri: string | undefined): Grant {
  const grant = sandbox.state.grants.find((each) => each.code.value === code);
  if (!grant || grant.revoked || grant.code.used || grant.code.expiresAt <= sandbox.now()) {
    throw invalidGrant('Invalid grant: authorization code is invalid');
  }
  if (redirectUri !== undefined && redirectUri !== grant.code.redirectUri) {
    throw invalidGrant('Invalid grant: redirect_uri is not the one the code was given for');
  }
  grant.code.used = true;
  return grant;
}

/** The grant of a refresh token. Throws an `ApiFault` unless it is the newest one. */
export function redeemRefreshToken(sandbox: Sandbox, refreshToken: string): Grant {
  const grant = sandbox.state.grants.find((each) => !each.revoked && each.refreshToken === refreshToken);
  if (!grant) throw invalidGrant('Invalid grant: refresh token is invalid');
  grant.refreshes += 1;
  return grant;
}

/** A new access token, and a new refresh token in place of the old one. */
export function issueTokens(sandbox: Sandbox, grant: Grant): Record<string, unknown> {
  const token = issueAccess(sandbox, grant, grant.locationId, grant.scopes);
  grant.refreshToken = sandbox.random.nextId(64);
  const company = grant.locationId === null;
  return {
    access_token: token.value,
    token_type: 'Bearer',
    expires_in: sandbox.accessTokenSeconds,
    refresh_token: grant.refreshToken,
    scope: grant.scopes.join(' '),
    userType: grant.userType,
    companyId: grant.companyId,
    userId: grant.userId,
    isBulkInstallation: company,
    ...(company
      ? { approvedLocations: [...sandbox.state.locations.keys()], approveAllLocations: true }
      : { locationId: grant.locationId }),
  };
}

/** A token of one location out of a company's. It cannot be refreshed. */
export function issueLocationToken(
  sandbox: Sandbox,
  company: Token,
  locationId: string,
): Record<string, unknown> {
  const grant = sandbox.state.grants.find((each) => each.id === company.grantId);
  if (!grant) throw unauthorized();
  const scopes = grant.scopes.filter((scope) => !scope.startsWith('oauth.'));
  const token = issueAccess(sandbox, grant, locationId, scopes);
  return {
    access_token: token.value,
    token_type: 'Bearer',
    expires_in: sandbox.accessTokenSeconds,
    scope: scopes.join(' '),
    locationId,
    userId: grant.userId,
  };
}

/** A new code for an app that is still let in, in place of tokens it lost. Null: nobody let it in there. */
export function renewCode(
  sandbox: Sandbox,
  where: { locationId: string } | { companyId: string },
): Grant | null {
  const grant = sandbox.state.grants.findLast(
    (each) =>
      !each.revoked &&
      ('locationId' in where
        ? each.locationId === where.locationId
        : each.locationId === null && each.companyId === where.companyId),
  );
  if (!grant) return null;
  grant.code = {
    ...grant.code,
    value: sandbox.random.nextId(40).toLowerCase(),
    expiresAt: sandbox.now() + CODE_LIFE,
    used: false,
  };
  return grant;
}

/** Takes a grant back, with every token of it. False: there is no such grant. */
export function revokeGrant(sandbox: Sandbox, id: string): boolean {
  const grant = sandbox.state.grants.find((each) => each.id === id);
  if (!grant) return false;
  grant.revoked = true;
  grant.refreshToken = null;
  for (const token of sandbox.state.tokens.values()) if (token.grantId === id) token.revoked = true;
  return true;
}

function issueAccess(
  sandbox: Sandbox,
  grant: Grant,
  locationId: string | null,
  scopes: readonly string[],
): Token {
  const token: Token = {
    value: sandbox.random.nextId(64),
    kind: 'access',
    userType: locationId === null ? 'Company' : 'Location',
    companyId: grant.companyId,
    locationId,
    scopes,
    clientId: grant.clientId,
    grantId: grant.id,
    expiresAt: sandbox.now() + sandbox.accessTokenSeconds * 1000,
    revoked: false,
  };
  sandbox.state.tokens.set(token.value, token);
  return token;
}
