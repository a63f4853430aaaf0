import { ContentError } from '../rest/content-error.ts';
import type { LeaseTiming } from './sync-lease.ts';
import type { RequestTimeouts } from '../rest/wordpress-client.ts';

/** Delays and limits of the sync, in milliseconds. */
export interface SyncTiming extends RequestTimeouts {
  /** Delay before the first retry after a fault; it doubles with each further fault, up to `longestRetry`. */
  firstRetry: number;
  longestRetry: number;
  /** Maximum delay accepted from a `Retry-After` header. Longer delays are shortened to this one. */
  longestRetryAfter: number;
  /** Delay before entries that seem to be removed are read a second time. */
  secondLook: number;
  /** Minimum delay from a read without a fault to the next poll, even if CONTENT_MAX_AGE is shorter. */
  shortestPause: number;
  /**
   * Minimum delay between two polls of a WordPress site without the change feed, because each poll takes about a dozen
   * requests.
   */
  plainPause: number;
  /** Interval between full passes. They find changes that WordPress did not record, such as edits in its database. */
  fullPassEvery: number;
  lease: LeaseTiming;
}

/** The default timing. No visitor waits for these requests, so the timeouts allow for a slow WordPress. */
export const SYNC_TIMING_MS: SyncTiming = {
  untilHeaders: 30_000,
  untilEnd: 60_000,
  firstRetry: 1_000,
  longestRetry: 30_000,
  longestRetryAfter: 5 * 60_000,
  secondLook: 5_000,
  shortestPause: 1_000,
  plainPause: 30_000,
  fullPassEvery: 24 * 60 * 60_000,
  lease: { renewEvery: 3_000, untilFree: 10_000 },
};

/**
 * Returns the milliseconds to wait before the next read, after this many consecutive faults: the `Retry-After` of
 * WordPress if it sent one, but at most `longestRetryAfter`; otherwise an exponential backoff with jitter.
 */
export function syncRetryDelayMs(error: unknown, faults: number, timing: SyncTiming): number {
  const asked = error instanceof ContentError ? error.retryAfter : null;
  if (asked !== null) return Math.min(asked, timing.longestRetryAfter);
  return jitteredDelayMs(Math.min(timing.firstRetry * 2 ** (faults - 1), timing.longestRetry));
}

/**
 * Returns a duration that is randomly up to a quarter shorter or longer, so that servers do not all send requests at
 * once.
 */
export function jitteredDelayMs(milliseconds: number): number {
  return milliseconds * (0.75 + Math.random() / 2);
}
