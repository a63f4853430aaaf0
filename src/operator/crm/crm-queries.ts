import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { CrmFields } from '../../contracts/crm-fields.ts';
import type { CrmStatus, OauthStatus } from '../../contracts/operator-api.ts';
import { request } from '../request.ts';

/** The locations that authorized this site; refetched every time a screen shows them. */
export const oauthStatusQuery = queryOptions({
  queryKey: ['oauth-status'],
  queryFn: () => request<OauthStatus>('/api/oauth/status'),
  staleTime: 0,
});

/** How the integration is configured; stale after 10 seconds, as specified. */
export const crmStatusQuery = queryOptions({
  queryKey: ['ghl-status'],
  queryFn: () => request<CrmStatus>('/api/ghl/status'),
  staleTime: 10_000,
});

/** The CRM's locations; stale after 30 seconds, as specified. */
export const crmLocationsQuery = queryOptions({
  queryKey: ['ghl-locations'],
  queryFn: () => request<CrmLocations>('/api/ghl/locations'),
  staleTime: 30_000,
});

/** The values of leads without a custom field in the CRM. */
export const crmFieldsQuery = queryOptions({
  queryKey: ['ghl-custom-fields'],
  queryFn: () => request<CrmFields>('/api/ghl/custom-fields'),
  staleTime: 30_000,
});

/** Refetches everything that shows how the CRM is connected. */
export function invalidateCrmQueries(answers: QueryClient): void {
  for (const key of ['oauth-status', 'ghl-status', 'ghl-locations', 'ghl-custom-fields', 'overview']) {
    void answers.invalidateQueries({ queryKey: [key] });
  }
}

/** GET /api/ghl/locations */
export interface CrmLocations {
  locations: readonly { id: string; name: string | null; by: 'token' | 'oauth' }[];
}
