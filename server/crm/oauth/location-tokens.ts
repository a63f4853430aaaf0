import type { z } from 'zod';
import { CrmError } from '../crm-error.ts';
import { callCrm, type CrmCall } from '../crm-request.ts';
import { createRatePacer } from '../rate-pacer.ts';
import { OauthError } from './oauth-error.ts';
import { installedLocationsResponse, locationResponse, locationTokenResponse } from './request-tokens.ts';

/** The page size of `installedLocations`, and the maximum number of pages to read. */
const PAGE_LOCATIONS = 100;
const MAX_PAGES = 20;

/** API calls for companies and their locations. `ofLocation` and `installed` throw an `OauthError` on failure. */
export interface LocationTokenClient {
  /** Requests a token for one location with the company's token. */
  ofLocation(
    companyToken: string,
    companyId: string,
    locationId: string,
  ): Promise<z.infer<typeof locationTokenResponse>>;
  /** Returns the ids of the company's locations that have the application installed. */
  installed(companyToken: string, companyId: string): Promise<string[]>;
  /** Returns a location's name, or null if it cannot be read. */
  name(token: string, locationId: string): Promise<string | null>;
}

/** Creates the calls for one application. `apiBase` is the CRM's base URL. */
export function createLocationTokenClient(apiBase: string, clientId: string): LocationTokenClient {
  const pacer = createRatePacer();
  const ask = async <Result>(token: string, call: CrmCall<Result>): Promise<Result> => {
    try {
      return await callCrm(call, { apiBase, token, pacer, signal: new AbortController().signal });
    } catch (fault) {
      if (!(fault instanceof CrmError)) throw fault;
      throw new OauthError(kindOf(fault), fault.message, { cause: fault });
    }
  };
  return {
    ofLocation: (token, companyId, locationId) =>
      ask(token, {
        method: 'POST',
        path: '/oauth/locationToken',
        form: { companyId, locationId },
        response: locationTokenResponse,
      }),
    async installed(token, companyId) {
      // The id of an application is the first part of its client id.
      const [appId = clientId] = clientId.split('-');
      const found: string[] = [];
      for (let page = 0; page < MAX_PAGES; page += 1) {
        const query = new URLSearchParams({
          companyId,
          appId,
          isInstalled: 'true',
          skip: String(page * PAGE_LOCATIONS),
          limit: String(PAGE_LOCATIONS),
        });
        const { locations } = await ask(token, {
          method: 'GET',
          path: `/oauth/installedLocations?${query.toString()}`,
          response: installedLocationsResponse,
        });
        found.push(...locations.filter((one) => one.isInstalled !== false).map((one) => one._id));
        if (locations.length < PAGE_LOCATIONS) break;
      }
      return found;
    },
    async name(token, locationId) {
      try {
        const { location } = await ask(token, {
          method: 'GET',
          path: `/locations/${encodeURIComponent(locationId)}`,
          response: locationResponse,
        });
        return location.name ?? null;
      } catch (fault) {
        // The token may lack the scope. Operators then see the id instead of the name.
        if (fault instanceof OauthError) return null;
        throw fault;
      }
    },
  };
}

/**
 * Maps a failed call to an OAuth fault. These calls use up no code or token and can be repeated, so a missing response
 * counts as `unreached`, not as `unclear`.
 */
function kindOf(fault: CrmError): OauthError['kind'] {
  if (fault.kind === 'unavailable' || fault.kind === 'rate-limited') return 'unreached';
  return fault.kind === 'credentials' || fault.kind === 'gone' ? 'grant' : 'refused';
}
