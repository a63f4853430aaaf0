import { useQuery } from '@tanstack/react-query';
import { accountCalls, type SessionInfo } from '../contracts/operators/account-calls.ts';
import { apiQueryKey, callApi } from './call-api.ts';
import { setRequestSession } from './request.ts';

/** The session's query key. Invalidate it when the session or the account changes. */
export const SESSION_QUERY_KEY = apiQueryKey(accountCalls.session, {});

/**
 * Returns the session, or null while it is loading or if that failed, and stores its CSRF token. If somebody else has
 * signed in in this browser, returns the former session and sets `error`. Do not use this hook on screens that need no
 * session: without a session, the browser would go to the sign-in page.
 */
export function useSession(): { session: SessionInfo | null; error: Error | null; retry: () => void } {
  const { data, error, refetch } = useQuery({
    queryKey: SESSION_QUERY_KEY,
    queryFn: async () => {
      const session = await callApi(accountCalls.session, {});
      setRequestSession(session.csrf, session.operator.id);
      return session;
    },
  });
  return { session: data ?? null, error, retry: () => void refetch() };
}
