import type { Logger } from 'pino';
import { asSentence } from '../../platform/as-sentence.ts';
import type { GrantStore, NewGrant } from './grant-store.ts';
import type { LocationTokenClient } from './location-tokens.ts';
import { OauthError } from './oauth-error.ts';
import type { TokenResponse } from './request-tokens.ts';

interface Options {
  store: GrantStore;
  locations: LocationTokenClient;
  log: Logger;
  now: () => number;
}

/** The outcome of a new authorization. */
export interface CrmConnectResult {
  locationIds: readonly string[];
  /** Ids of the company's locations that could not be connected. */
  missing: readonly string[];
}

/**
 * Stores the grants from a new authorization: for a single location, or for a company and its approved locations.
 * `connectedBy` is the name of the operator. Throws an `OauthError` if no location could be connected.
 */
export async function storeGrants(
  tokens: TokenResponse,
  connectedBy: string | null,
  { store, locations, log, now }: Options,
): Promise<CrmConnectResult> {
  const companyId = tokens.companyId ?? null;
  const save = async (
    token: Pick<TokenResponse, 'access_token' | 'expires_in'> & { scope?: string | undefined },
    grant: Pick<NewGrant, 'id' | 'locationId' | 'refreshToken'>,
  ) => {
    const issuedAt = now();
    const known = await store.read(grant.id);
    await store.save({
      ...grant,
      accessToken: token.access_token,
      issuedAt,
      expiresAt: issuedAt + token.expires_in * 1000,
      scope: token.scope ?? null,
      locationName: known?.location_name ?? null,
      companyId,
      connectedBy,
    });
  };
  // Errors are only logged: the grant is already stored, and operators see the id instead of the name.
  const saveName = async (locationId: string, token: string) => {
    try {
      const name = await locations.name(token, locationId);
      const row = name === null ? undefined : await store.read(locationId);
      if (row) await store.note(row, { location_name: name });
    } catch (error) {
      log.warn({ event: 'crm-location-name-not-stored', grant: locationId, err: error });
    }
  };

  const isCompany = tokens.userType === 'Company' || !tokens.locationId;
  if (!isCompany && tokens.locationId) {
    const { locationId } = tokens;
    await save(tokens, { id: locationId, locationId, refreshToken: tokens.refresh_token });
    await saveName(locationId, tokens.access_token);
    return { locationIds: [locationId], missing: [] };
  }
  if (companyId === null) {
    throw new OauthError('refused', 'HighLevel did not say which location it let us into');
  }
  const approved = tokens.approvedLocations ?? [];
  const ids = approved.length > 0 ? approved : await locations.installed(tokens.access_token, companyId);
  const locationIds: string[] = [];
  const missing: string[] = [];
  for (const locationId of ids) {
    try {
      const made = await locations.ofLocation(tokens.access_token, companyId, locationId);
      if (locationIds.length === 0) {
        // Store the company only with its first location. Operators cannot see or remove a company without locations.
        await save(tokens, { id: companyId, locationId: null, refreshToken: tokens.refresh_token });
      }
      await save(made, { id: locationId, locationId, refreshToken: null });
      await saveName(locationId, made.access_token);
      locationIds.push(locationId);
    } catch (fault) {
      // If one location fails, the locations that are already stored stay connected.
      if (!(fault instanceof OauthError) && locationIds.length === 0) throw fault;
      log.warn({ event: 'crm-location-not-connected', grant: locationId, err: fault });
      missing.push(locationId);
      if (fault instanceof OauthError && missing.length === ids.length) {
        // An outage says nothing about the scopes.
        if (fault.kind === 'unreached') throw fault;
        throw new OauthError(
          'refused',
          `${asSentence(fault.message)} For a whole company the app needs the scopes oauth.readonly and oauth.write in ` +
            'GHL_SCOPES; or choose a single location',
          { cause: fault },
        );
      }
    }
  }
  if (locationIds.length === 0) {
    throw new OauthError('refused', 'The company let the app into none of its locations');
  }
  return { locationIds, missing };
}
