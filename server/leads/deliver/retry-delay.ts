const BASE = 2000;
const LONGEST = 15 * 60_000;

/**
 * Returns the milliseconds until the next attempt: a random number between 0 and a bound that doubles up to 15 minutes
 * ("full jitter"), so that deliveries that failed together are not retried together.
 */
export function backOff(failedAttempts: number, random: () => number): number {
  const bound = Math.min(LONGEST, BASE * 2 ** Math.min(failedAttempts - 1, 30));
  return Math.round(random() * bound);
}

/** Minimum time in milliseconds and minimum number of attempts before an operator must decide. */
const TRIED_FOR = 24 * 60 * 60_000;
const LEAST_ATTEMPTS = 20;

/** Returns whether a failing delivery has reached both limits, so that a short outage needs no operator. */
export function isExhausted(attempts: number, createdAt: number, now: number): boolean {
  return attempts >= LEAST_ATTEMPTS && now - createdAt >= TRIED_FOR;
}
