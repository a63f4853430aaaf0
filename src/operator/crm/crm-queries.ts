import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { CrmStatus, OauthStatus } from '../api-shapes.ts';
import { request } from '../request.ts';

/** Which locations authorized us: asked anew whenever a screen needs it. */
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

/** All that shows how the CRM is connected is asked for anew. */
export function readCrmAnew(answers: QueryClient): void {
  for (const key of ['oauth-status', 'ghl-status', 'ghl-locations', 'overview']) {
    void answers.invalidateQueries({ queryKey: [key] });
  }
}

/** GET /api/ghl/locations */
export interface CrmLocations {
  locations: readonly { id: string; name: string | null; by: 'token' | 'oauth' }[];
}
