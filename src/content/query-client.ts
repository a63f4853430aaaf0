import { QueryClient, type QueryFunction } from '@tanstack/react-query';

/**
 * Creates a query client with the site's defaults: never stale, no retries, no refetching on focus or at intervals.
 * Queries run even if the browser reports that it is offline, so that users see an error instead of waiting forever.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        queryFn: createQueryFunction(),
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

/**
 * Creates the default query function: a GET request to the path that is the first element of the key. It throws an
 * `Error` if the key does not start with a path, and on any unsuccessful status. With `on401: 'null'`, it returns null
 * for a 401.
 */
export function createQueryFunction({ on401 = 'throw' }: { on401?: 'throw' | 'null' } = {}): QueryFunction {
  return async ({ queryKey, signal }) => {
    const [path] = queryKey;
    if (typeof path !== 'string') {
      throw new Error(`Query ${JSON.stringify(queryKey)} needs a path first, or a queryFn.`);
    }
    const response = await apiRequest(path, signal);
    if (on401 === 'null' && response.status === 401) return null;
    return readJsonResponse(response);
  };
}

/** Sends a GET request with credentials. Resolves with any status; rejects if there is no response. */
export function apiRequest(path: string, signal?: AbortSignal): Promise<Response> {
  return fetch(path, { credentials: 'include', signal: signal ?? null });
}

/**
 * Reads a response as JSON. Throws an `Error` on an unsuccessful status, with the message `status: body` or, if the
 * body is empty, `status: status text`. Does not validate the data, because our own server already has.
 */
export async function readJsonResponse<T>(response: Response): Promise<T> {
  if (!response.ok) {
    throw new Error(`${response.status}: ${(await response.text()) || response.statusText}`);
  }
  return response.json();
}
