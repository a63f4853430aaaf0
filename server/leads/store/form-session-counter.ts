/** Maximum number of keys in memory. If there are more, the oldest are dropped. */
const MAX_KEYS = 50_000;

/**
 * Counts the form sessions that use a key, such as an IP address, within a time window. The leads of sessions above
 * the limit are stored, but held for review.
 */
export interface FormSessionCounter {
  /** Records that a session used the key now. Returns true if this session exceeds the limit. */
  isTooMany(key: string, session: string, now: number): boolean;
}

/** Creates a counter in memory, for one server. `window` is in milliseconds; `most` sessions are allowed. */
export function createFormSessionCounter({
  window,
  most,
}: {
  window: number;
  most: number;
}): FormSessionCounter {
  const seen = new Map<string, { since: number; sessions: Set<string> }>();

  function forgetOld(now: number): void {
    for (const [key, { since }] of seen) {
      if (now - since <= window && seen.size <= MAX_KEYS) return;
      seen.delete(key);
    }
  }

  return {
    isTooMany(key, session, now) {
      let entry = seen.get(key);
      if (!entry || now - entry.since > window || now < entry.since) {
        seen.delete(key);
        entry = { since: now, sessions: new Set() };
        seen.set(key, entry);
        forgetOld(now);
      }
      if (entry.sessions.size <= most) entry.sessions.add(session);
      return entry.sessions.size > most && !isAmongFirst(entry.sessions, session, most);
    },
  };
}

/** Returns whether the session is among the first `most`. Those stay allowed after the limit is exceeded. */
function isAmongFirst(sessions: ReadonlySet<string>, session: string, most: number): boolean {
  let at = 0;
  for (const each of sessions) {
    if (each === session) return at < most;
    at += 1;
  }
  return false;
}
