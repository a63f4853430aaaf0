import { useQuery } from '@tanstack/react-query';
import type { SessionInfo } from '../contracts/operator-api.ts';
import { rememberCsrfToken, request } from './request.ts';

/** The session's query key. Invalidate it when the session or the account changes. */
export const SESSION_KEY = ['session'] as const;

/**
 * Returns the session, or null until it is known, and stores its CSRF token. Do not use it on screens that need no
 * session: without one, the browser would go to the sign-in page.
 */
export function useSession(): { session: SessionInfo | null; error: Error | null; retry: () => void } {
  const { data, error, refetch } = useQuery({
    queryKey: SESSION_KEY,
    queryFn: async () => {
      const session = await request<SessionInfo>('/api/operators/session');
      rememberCsrfToken(session.csrf);
      return session;
    },
  });
  return { session: data ?? null, error, retry: () => void refetch() };
}
