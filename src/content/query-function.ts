import type { QueryFunction } from '@tanstack/react-query';
import { apiRequest, readAnswer } from './api-request.ts';

/**
 * The default query: a GET to the path that is the key's first element. A 401 throws like every other
 * failure, or answers null with `on401: 'null'`.
 */
export function queryFunction({ on401 = 'throw' }: { on401?: 'throw' | 'null' } = {}): QueryFunction {
  return async ({ queryKey, signal }) => {
    const [path] = queryKey;
    if (typeof path !== 'string') {
      throw new Error(`Query ${JSON.stringify(queryKey)}: put the path first in the key, or give a queryFn.`);
    }
    const response = await apiRequest(path, signal);
    if (on401 === 'null' && response.status === 401) return null;
    return readAnswer(response);
  };
}
