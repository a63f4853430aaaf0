/** How reading WordPress goes. */
export interface SourceHealth {
  good(key: string): void;
  fault(key: string, message: string): void;
  report(): { source: 'wordpress'; lastGoodAt: number | null; lastFault: string | null };
}

/** Unknown paths come in endless variety; their faults say nothing new. */
const MOST_FAULTS = 100;

/** Notes what was read when, and what is failing now; a fault is over when the same thing is read again. */
export function sourceHealth(now: () => number): SourceHealth {
  const failing = new Map<string, string>();
  let lastGoodAt: number | null = null;
  return {
    good(key) {
      lastGoodAt = now();
      failing.delete(key);
    },
    fault(key, message) {
      failing.delete(key);
      const [oldest] = failing.keys();
      if (failing.size >= MOST_FAULTS && oldest !== undefined) failing.delete(oldest);
      failing.set(key, message);
    },
    report: () => ({ source: 'wordpress', lastGoodAt, lastFault: [...failing.values()].at(-1) ?? null }),
  };
}
