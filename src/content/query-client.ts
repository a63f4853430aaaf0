import { QueryClient } from '@tanstack/react-query';
import { queryFunction } from './query-function.ts';

/**
 * A query client with the site's defaults: never stale, no retries, no refetch on focus or interval.
 * A device that believes itself offline is asked all the same: the failure shows instead of an endless wait.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: queryFunction(),
        staleTime: Number.POSITIVE_INFINITY,
        retry: false,
        refetchInterval: false,
        refetchOnWindowFocus: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
