import { setTimeout as sleep } from 'node:timers/promises';
import { CrmFault } from './crm-fault.ts';

/** The CRM's documented limit for one application and location. */
const CALLS = 100;
const INTERVAL = 10_000;
/** Longer pauses are the caller's: it has a lease to keep. */
const LONGEST_WAIT = 20_000;
/** How long a used-up day, whose end the CRM does not tell, is left alone before one more call. */
const DAY_PAUSE = 15 * 60_000;
/** After a refusal that the figures beside it do not explain. */
const SHORT_PAUSE = 1000;

/** Spreads calls so that the CRM's limits are kept. One per location and process; others share the limit unseen. */
export interface RatePacer {
  /** Returns when a call may go out. Throws a `rate-limited` fault where that is too far off. */
  turn(signal: AbortSignal): Promise<void>;
  /** Learns from an answer what is left. */
  read(headers: Headers, status: number): void;
}

/** Counts by the headers the CRM sends, and by the documented limit until it has sent some. */
export function createRatePacer(): RatePacer {
  let left = CALLS;
  let most = CALLS;
  let interval = INTERVAL;
  /** When `left` is whole again, and before when nothing goes out; on the clock that never jumps. */
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
        if (wait > LONGEST_WAIT) {
          throw new CrmFault('rate-limited', 'The limit of calls to the CRM is used up.', {
            retryAfter: wait,
          });
        }
        await sleep(Math.ceil(wait), undefined, { signal });
      }
    },
    read(headers, status) {
      const now = performance.now();
      interval = numberIn(headers, 'X-RateLimit-Interval-Milliseconds') || interval;
      const remaining = numberIn(headers, 'X-RateLimit-Remaining');
      const max = numberIn(headers, 'X-RateLimit-Max') || most;
      if (max !== most) {
        most = max;
        left = remaining ?? max;
      }
      // Answers come out of order: only a lower figure is news. At zero the CRM's own interval may be a whole one.
      if (remaining !== null && remaining < left) left = remaining;
      if (remaining === 0) renewedAt = now + interval;
      if (status === 429) {
        const pause = retryAfter(headers) ?? (remaining === null || remaining === 0 ? interval : SHORT_PAUSE);
        closedUntil = Math.max(closedUntil, now + pause);
      }
      if (numberIn(headers, 'X-RateLimit-Daily-Remaining') === 0) closedUntil = now + DAY_PAUSE;
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
