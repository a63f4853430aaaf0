import type { QueryClient } from '@tanstack/react-query';
import { crmCalls } from '../../contracts/operators/crm-calls.ts';
import { siteCalls } from '../../contracts/operators/site-calls.ts';
import { apiQueryKey, apiQuery } from '../call-api.ts';

/** Queries the locations that authorized this site. They are refetched whenever a screen opens that shows them. */
export const oauthStatusQuery = { ...apiQuery(crmCalls.oauthStatus, {}), staleTime: 0 };

/** Queries how the integration is configured. Stale after 10 seconds, as specified. */
export const crmStatusQuery = { ...apiQuery(crmCalls.status, {}), staleTime: 10_000 };

/** Queries the locations of the CRM. Stale after 30 seconds, as specified. */
export const crmLocationsQuery = { ...apiQuery(crmCalls.locations, {}), staleTime: 30_000 };

/** Queries the lead values that have no custom field in the CRM. Stale after 30 seconds. */
export const missingCrmFieldsQuery = { ...apiQuery(crmCalls.fields, {}), staleTime: 30_000 };

/**
 * Invalidates all queries about the connection to the CRM, and the site overview, whose health checks include it. Open
 * screens then refetch them.
 */
export function invalidateCrmQueries(queryClient: QueryClient): void {
  const { oauthStatus, status, locations, fields } = crmCalls;
  for (const call of [oauthStatus, status, locations, fields, siteCalls.overview]) {
    void queryClient.invalidateQueries({ queryKey: apiQueryKey(call) });
  }
}
