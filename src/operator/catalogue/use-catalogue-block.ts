import { useQuery } from '@tanstack/react-query';
import { pageCalls } from '../../contracts/operators/page-calls.ts';
import { apiQuery } from '../call-api.ts';

/** Queries a block of the catalogue with its example contents and the sections that use it. */
export function useCatalogueBlock(id: string) {
  return useQuery({
    ...apiQuery(pageCalls.block, { id }),
    staleTime: 0,
  });
}

/** Returns the URL path of a block's screen in the catalogue. */
export function blockScreenPath(id: string): string {
  return `/admin/blocks/${encodeURIComponent(id)}`;
}
