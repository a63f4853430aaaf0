import type { Request } from 'express';
import { ApiFault, badRequest, unauthorized } from './api-fault.ts';
import type { Operation } from './official-schemas.ts';
import type { Sandbox } from './sandbox.ts';
import type { Token } from './oauth-state.ts';
import type { Location } from './sandbox-state.ts';

/** The API version this contract belongs to; `v3` is another. */
export const API_VERSION = '2021-07-28';

/** The token a request carries. Throws an `ApiFault`: 401 when it is missing, unknown, expired or lacks the scope. */
export function authorize(sandbox: Sandbox, operation: Operation, request: Request): Token {
  const given = /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1];
  const token = given === undefined ? undefined : sandbox.state.tokens.get(given);
  if (!token || token.revoked) throw unauthorized();
  if (token.expiresAt !== null && token.expiresAt <= sandbox.now()) {
    throw unauthorized('Invalid token: access token is expired');
  }
  const allowed = operation.security.some(
    ({ scheme, scopes }) => fits(scheme, token) && scopes.every((scope) => token.scopes.includes(scope)),
  );
  if (!allowed) throw unauthorized('The token is not authorized for this scope.');
  return token;
}

function fits(scheme: string, token: Token): boolean {
  if (scheme === 'Agency-Access-Only') return token.userType === 'Company' && token.kind === 'access';
  if (scheme === 'Agency-Access') return token.userType === 'Company';
  return token.userType === 'Location';
}

/** Throws an `ApiFault` unless the request asks for the version the official files describe. */
export function checkVersion(request: Request): void {
  const version = request.get('version');
  if (version === undefined) throw unauthorized('version header was not found.');
  if (version !== API_VERSION) throw badRequest(`version header is invalid. Send Version: ${API_VERSION}`);
}

/** The location with this id. Throws an `ApiFault` with 403 unless the token is for it. */
export function reachLocation(sandbox: Sandbox, token: Token, locationId: string): Location {
  const location = sandbox.state.locations.get(locationId);
  const mayReach =
    location !== undefined && token.companyId === location.companyId
      ? token.locationId === null || token.locationId === locationId
      : false;
  if (!location || !mayReach) {
    throw new ApiFault(403, {
      statusCode: 403,
      message: 'The token does not have access to this location.',
      error: 'Forbidden',
    });
  }
  return location;
}
