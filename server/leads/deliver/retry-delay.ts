const BASE = 2000;
const LONGEST = 15 * 60_000;

/**
 * Returns the milliseconds until the next attempt: random, up to a limit that doubles with each failure, to at most 15
 * minutes. This full jitter spreads the retries of deliveries that failed together. After failures for several leads,
 * the whole destination also pauses: see `circuit.ts`.
 */
export function retryDelay(failedAttempts: number, random: () => number): number {
  const bound = Math.min(LONGEST, BASE * 2 ** Math.min(failedAttempts - 1, 30));
  return Math.round(random() * bound);
}

/** Minimum time in milliseconds and minimum number of attempts before an operator must decide. */
const TRIED_FOR = 24 * 60 * 60_000;
const LEAST_ATTEMPTS = 20;

/**
 * Returns whether an operator must decide. Both limits must be reached, so a short outage never involves an operator.
 */
export function isExhausted(attempts: number, createdAt: number, now: number): boolean {
  return attempts >= LEAST_ATTEMPTS && now - createdAt >= TRIED_FOR;
}
