/** Length of HighLevel's burst window in milliseconds. */
export const RATE_INTERVAL = 10_000;
const DAY = 86_400_000;

/** Whether a request is allowed, and the headers that report the remaining quota. */
interface Allowance {
  allowed: boolean;
  /** Rate-limit headers, named as in HighLevel. */
  headers: Record<string, string>;
}

/** Counts requests per key. A key identifies an app in a location. */
export interface RateLimiter {
  take(key: string, limits: { burst: number; daily: number }): Allowance;
}

interface Count {
  start: number;
  used: number;
}

/** Creates a limiter with fixed windows of ten seconds and one day. A window starts with its first request. */
export function createRateLimiter(now: () => number): RateLimiter {
  const bursts = new Map<string, Count>();
  const days = new Map<string, Count>();
  const current = (counts: Map<string, Count>, key: string, length: number): Count => {
    const known = counts.get(key);
    if (known && now() - known.start < length && now() >= known.start) return known;
    const fresh = { start: now(), used: 0 };
    counts.set(key, fresh);
    return fresh;
  };
  return {
    take(key, limits) {
      const burst = current(bursts, key, RATE_INTERVAL);
      const day = current(days, key, DAY);
      const allowed = burst.used < limits.burst && day.used < limits.daily;
      if (allowed) {
        burst.used += 1;
        day.used += 1;
      }
      return {
        allowed,
        headers: {
          'X-RateLimit-Limit-Daily': String(limits.daily),
          'X-RateLimit-Daily-Remaining': String(Math.max(0, limits.daily - day.used)),
          'X-RateLimit-Interval-Milliseconds': String(RATE_INTERVAL),
          'X-RateLimit-Max': String(limits.burst),
          'X-RateLimit-Remaining': String(Math.max(0, limits.burst - burst.used)),
        },
      };
    },
  };
}
