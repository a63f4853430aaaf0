/** Upper limit of the delay after the first failure, in milliseconds. */
const FIRST_DELAY_MS = 2000;
/** Upper limit of the delays that `retryDelayMs` returns, in milliseconds. */
export const MAX_RETRY_DELAY_MS = 15 * 60_000;

/**
 * Returns the milliseconds until the next attempt: a random time up to a limit that doubles with each failure, to at
 * most 15 minutes ("full jitter"). This spreads out the retries of deliveries that failed together. After failures of
 * several leads, the whole destination also pauses: see `circuit.ts`.
 */
export function retryDelayMs(failedAttempts: number, random: () => number): number {
  const bound = Math.min(MAX_RETRY_DELAY_MS, FIRST_DELAY_MS * 2 ** Math.min(failedAttempts - 1, 30));
  return Math.round(random() * bound);
}

/** An operator must decide after at least this many milliseconds and this many attempts. */
const MIN_RETRY_TIME_MS = 24 * 60 * 60_000;
const MIN_ATTEMPTS = 20;

/**
 * Returns whether to stop retrying, so that an operator must decide. Both limits must be reached, so that a short
 * outage never involves an operator.
 */
export function areRetriesExhausted(attempts: number, createdAt: number, now: number): boolean {
  return attempts >= MIN_ATTEMPTS && now - createdAt >= MIN_RETRY_TIME_MS;
}
