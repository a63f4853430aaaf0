import type { QueryClient } from '@tanstack/react-query';
import { crmCalls } from '../../contracts/operators/crm-calls.ts';
import { siteCalls } from '../../contracts/operators/site-calls.ts';
import { apiQueryKey, apiQuery } from '../call-api.ts';

/** The locations that authorized this site; refetched every time a screen shows them. */
export const oauthStatusQuery = { ...apiQuery(crmCalls.oauthStatus, {}), staleTime: 0 };

/** How the integration is configured; stale after 10 seconds, as specified. */
export const crmStatusQuery = { ...apiQuery(crmCalls.status, {}), staleTime: 10_000 };

/** The CRM's locations; stale after 30 seconds, as specified. */
export const crmLocationsQuery = { ...apiQuery(crmCalls.locations, {}), staleTime: 30_000 };

/** The values of leads without a custom field in the CRM. */
export const crmFieldsQuery = { ...apiQuery(crmCalls.fields, {}), staleTime: 30_000 };

/** Refetches everything that shows how the CRM is connected. */
export function invalidateCrmQueries(queryClient: QueryClient): void {
  const { oauthStatus, status, locations, fields } = crmCalls;
  for (const call of [oauthStatus, status, locations, fields, siteCalls.overview]) {
    void queryClient.invalidateQueries({ queryKey: apiQueryKey(call) });
  }
}
