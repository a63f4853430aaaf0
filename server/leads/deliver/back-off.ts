const BASE = 2000;
const LONGEST = 15 * 60_000;

/**
 * Milliseconds until the next try after so many failed ones: anywhere from 0 to a bound that doubles up to 15 minutes
 * ("full jitter"), so that what failed together is not tried together.
 */
export function backOff(failedAttempts: number, random: () => number): number {
  const bound = Math.min(LONGEST, BASE * 2 ** Math.min(failedAttempts - 1, 30));
  return Math.round(random() * bound);
}

/** A delivery is tried for this long and this often before an operator is asked. */
const TRIED_FOR = 24 * 60 * 60_000;
const LEAST_ATTEMPTS = 20;

/** Whether a delivery that keeps failing has been tried enough. Both count: a short outage asks for nobody. */
export function isExhausted(attempts: number, createdAt: number, now: number): boolean {
  return attempts >= LEAST_ATTEMPTS && now - createdAt >= TRIED_FOR;
}
