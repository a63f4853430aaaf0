import { badRequest, unauthorized, type ApiFault } from './official-api.ts';
import type { Sandbox, Grant, Token } from './sandbox.ts';

/** Lifetime of an authorization code in milliseconds: the maximum that RFC 6749 recommends. */
const CODE_LIFE = 600_000;

/**
 * Installs the app in one location, or in the whole company if `locationId` is null. The returned grant contains the
 * authorization code.
 */
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

/** Returns a 400 with OAuth's error code and HighLevel's message. */
function invalidGrant(message: string): ApiFault {
  return badRequest(message, { error: 'invalid_grant', error_description: message });
}

/** Redeems a code and returns its grant. Throws an `ApiFault` if the code or the redirect URI is not valid. */
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

/** Returns the grant of a refresh token. Throws an `ApiFault` unless the token is the grant's newest. */
export function redeemRefreshToken(sandbox: Sandbox, refreshToken: string): Grant {
  const grant = sandbox.state.grants.find((each) => !each.revoked && each.refreshToken === refreshToken);
  if (!grant) throw invalidGrant('Invalid grant: refresh token is invalid');
  grant.refreshes += 1;
  return grant;
}

/** Issues a new access token and a new refresh token, which replaces the old one. */
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

/** Issues an access token for one location of a company. It has no refresh token. */
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

/** Issues a new code for an installed app that lost its tokens. Returns null if the app is not installed. */
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

/** Revokes a grant and its tokens. Returns false if there is no grant with this id. */
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
