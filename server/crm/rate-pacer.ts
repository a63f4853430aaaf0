import { setTimeout as sleep } from 'node:timers/promises';
import { CrmError } from './crm-error.ts';

/** The rate limit in HighLevel's documentation, per application and location: calls per interval. */
const INTERVAL_CALLS = 100;
const INTERVAL_MS = 10_000;
/** Maximum milliseconds to wait. A longer wait throws, because the caller's lease would expire. */
const MAX_WAIT_MS = 20_000;
/** Milliseconds to pause after the daily limit is used up. The CRM does not report when its day ends. */
const DAY_PAUSE_MS = 15 * 60_000;
/** Maximum milliseconds of a pause or interval that a response names, because a proxy may send any value. */
const MAX_PAUSE_MS = 60 * 60_000;
/** Milliseconds to pause after a 429 without `Retry-After` whose headers say that calls are left. */
const SHORT_PAUSE_MS = 1000;

/**
 * Delays calls to stay within the CRM's rate limits. A `CrmClientFactory` has one pacer per location, and a
 * `LocationTokenClient` has one of its own. Other pacers and processes use up the same limit, so the headers of each
 * response correct the count.
 */
export interface RatePacer {
  /**
   * Resolves when a call may be made. Throws a `CrmError` of the kind `rate-limited` if the wait would exceed
   * `MAX_WAIT_MS`, and an `AbortError` if `signal` is aborted during the wait.
   */
  turn(signal: AbortSignal): Promise<void>;
  /** Updates the limits from the headers and status of a response. */
  read(headers: Headers, status: number): void;
}

/** Creates a pacer. It uses the documented limit until the CRM sends rate-limit headers. */
export function createRatePacer(): RatePacer {
  let left = INTERVAL_CALLS;
  let most = INTERVAL_CALLS;
  let interval = INTERVAL_MS;
  /** Times in milliseconds on a monotonic clock: when `left` is reset, and when the current pause ends. */
  let renewedAt = performance.now() + interval;
  let closedUntil = 0;

  return {
    async turn(signal) {
      for (;;) {
        const now = performance.now();
        if (now >= renewedAt) {
          left = most;
          renewedAt = now + interval;
        }
        const wait = Math.max(closedUntil - now, left > 0 ? 0 : renewedAt - now);
        if (wait <= 0) {
          left -= 1;
          return;
        }
        if (wait > MAX_WAIT_MS) {
          throw new CrmError('rate-limited', 'The limit of calls to the CRM is used up.', {
            retryAfterMs: wait,
          });
        }
        await sleep(Math.ceil(wait), undefined, { signal });
      }
    },
    read(headers, status) {
      const now = performance.now();
      interval = Math.min(numberIn(headers, 'X-RateLimit-Interval-Milliseconds') || interval, MAX_PAUSE_MS);
      const remaining = numberIn(headers, 'X-RateLimit-Remaining');
      const max = numberIn(headers, 'X-RateLimit-Max') || most;
      if (max !== most) {
        most = max;
        left = remaining ?? max;
      }
      // Responses may arrive out of order, so a higher count does not raise `left`. If no calls are left, wait a whole
      // interval, because we do not know when the CRM's interval began.
      if (remaining !== null && remaining < left) left = remaining;
      if (remaining === 0) renewedAt = now + interval;
      if (status === 429) {
        const pause =
          retryAfter(headers) ?? (remaining === null || remaining === 0 ? interval : SHORT_PAUSE_MS);
        closedUntil = Math.max(closedUntil, now + Math.min(pause, MAX_PAUSE_MS));
      }
      if (numberIn(headers, 'X-RateLimit-Daily-Remaining') === 0) closedUntil = now + DAY_PAUSE_MS;
    },
  };
}

function retryAfter(headers: Headers): number | null {
  const seconds = numberIn(headers, 'Retry-After');
  return seconds === null ? null : seconds * 1000;
}

function numberIn(headers: Headers, name: string): number | null {
  const text = headers.get(name);
  if (text === null || text.trim() === '') return null;
  const value = Number(text);
  return Number.isFinite(value) && value >= 0 ? value : null;
}
