/** So many keys are remembered at most: past that the oldest go. */
const MOST_KEYS = 50_000;

/** Counts in memory, per server, from how many different sessions a key was seen within a window of time. */
export class RecentSessions {
  readonly #window: number;
  readonly #most: number;
  readonly #seen = new Map<string, { since: number; sessions: Set<string> }>();

  /** `window` in milliseconds. */
  constructor({ window, most }: { window: number; most: number }) {
    this.#window = window;
    this.#most = most;
  }

  /** Notes that a session used the key now, and tells whether that makes too many. */
  isTooMany(key: string, session: string, now: number): boolean {
    let entry = this.#seen.get(key);
    if (!entry || now - entry.since > this.#window || now < entry.since) {
      this.#seen.delete(key);
      entry = { since: now, sessions: new Set() };
      this.#seen.set(key, entry);
      this.#forget(now);
    }
    // One more than the limit is all that must be known.
    if (entry.sessions.size <= this.#most) entry.sessions.add(session);
    return entry.sessions.size > this.#most && !isAmongFirst(entry.sessions, session, this.#most);
  }

  #forget(now: number): void {
    for (const [key, { since }] of this.#seen) {
      if (now - since <= this.#window && this.#seen.size <= MOST_KEYS) return;
      this.#seen.delete(key);
    }
  }
}

/** Who was there before it became too many goes on undisturbed. */
function isAmongFirst(sessions: ReadonlySet<string>, session: string, most: number): boolean {
  let at = 0;
  for (const each of sessions) {
    if (each === session) return at < most;
    at += 1;
  }
  return false;
}
