import { useQuery } from '@tanstack/react-query';
import { pageCalls } from '../../contracts/operators/page-calls.ts';
import { apiQuery } from '../call-api.ts';

/** Reads a block of the catalogue from the server. */
export function useBlock(id: string) {
  return useQuery({
    ...apiQuery(pageCalls.block, { id }),
    staleTime: 0,
  });
}

/** Returns the path of a block in the catalogue. */
export function blockPath(id: string): string {
  return `/admin/blocks/${encodeURIComponent(id)}`;
}
