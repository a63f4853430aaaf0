import { useQuery } from '@tanstack/react-query';
import type { SessionInfo } from './api-shapes.ts';
import { rememberCsrfToken, request } from './request.ts';

/** Where the session stands among the answers kept: drop it after signing in or out. */
export const SESSION_KEY = ['session'] as const;

/** Who is signed in; null until it is known. Keeps the token that changing requests carry. Not for open screens. */
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
