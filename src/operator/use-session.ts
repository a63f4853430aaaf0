import { useQuery } from '@tanstack/react-query';
import type { SessionInfo } from './api-shapes.ts';
import { rememberCsrfToken, request } from './request.ts';

/** Where the session stands among the answers kept: drop it after signing in or out. */
export const SESSION_KEY = ['session'] as const;

/** Who is signed in; null until it is known. Keeps the token that changing requests carry. Not asked on open screens. */
export function useSession(closed: boolean): SessionInfo | null {
  const { data } = useQuery({
    queryKey: SESSION_KEY,
    enabled: closed,
    queryFn: async () => {
      const session = await request<SessionInfo>('/api/operators/session');
      rememberCsrfToken(session.csrf);
      return session;
    },
  });
  return data ?? null;
}
