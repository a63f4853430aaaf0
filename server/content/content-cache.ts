import { isDeepStrictEqual } from 'node:util';
import { ContentFault } from './content-fault.ts';
import type { ContentTiming } from './content-timing.ts';
import { recentMap } from './recent-map.ts';

/** Keeps what was read, asks again in time, and answers from the last good copy when asking fails. */
export interface ContentCache<Value> {
  /** The kept or newly read value; null when there is none yet and none came in time. Never rejects. */
  read(key: string, load: () => Promise<Value>): Promise<{ readonly value: Value } | null>;
}

/** How a cache behaves. */
export interface CacheOptions<Value> {
  /** Milliseconds; 0 asks at every read. */
  maxAge: number;
  timing: ContentTiming;
  now: () => number;
  /** Values of unknown paths go first when the cache is full. */
  expendable?: (value: Value) => boolean;
  onGood: (key: string) => void;
  onFault: (key: string, error: unknown) => void;
}

interface Entry<Value> {
  kept: { readonly value: Value } | null;
  /** When the kept value was asked for. */
  at: number;
  running: Promise<void> | null;
  failures: number;
  /** The next try waits until then. */
  notBefore: number;
}

/** More keys than a site has pages, few enough to hold in memory. */
const MOST_KEYS = 500;

/**
 * A cache of one kind of content. Concurrent readers share one read. A copy is fresh for half of `maxAge`; then a
 * read in the background renews it; from `maxAge` on readers wait for that, but never long.
 */
export function contentCache<Value>(options: CacheOptions<Value>): ContentCache<Value> {
  const { maxAge, timing, now, expendable = () => false } = options;
  const entries = recentMap<Entry<Value>>(
    MOST_KEYS,
    ({ kept, running }) => !running && (kept === null || expendable(kept.value)),
  );

  function entryOf(key: string): Entry<Value> {
    const known = entries.get(key);
    if (known) return known;
    const entry: Entry<Value> = { kept: null, at: 0, running: null, failures: 0, notBefore: 0 };
    entries.set(key, entry);
    return entry;
  }

  async function renew(key: string, entry: Entry<Value>, load: () => Promise<Value>): Promise<void> {
    const startedAt = now();
    try {
      const value = await load();
      // What has not changed keeps its identity: whoever made something of it need not make it again.
      if (!entry.kept || !isDeepStrictEqual(entry.kept.value, value)) entry.kept = { value };
      entry.at = startedAt;
      entry.failures = 0;
      entry.notBefore = 0;
      options.onGood(key);
    } catch (error) {
      entry.notBefore = now() + holdBack(error, entry.failures, timing);
      entry.failures += 1;
      options.onFault(key, error);
    } finally {
      entry.running = null;
    }
  }

  return {
    async read(key, load) {
      const entry = entryOf(key);
      const age = entry.kept ? now() - entry.at : Number.POSITIVE_INFINITY;
      if (age < maxAge / 2) return entry.kept;
      if (!entry.running && now() >= entry.notBefore) entry.running = renew(key, entry, load);
      const { running } = entry;
      // Held back, or not worth waiting for: the copy is young, or the last try failed.
      if (!running || age < maxAge || (entry.kept && entry.failures > 0)) return entry.kept;
      await settledWithin(running, entry.kept ? timing.visitorWait : timing.coldWait);
      return entry.kept;
    },
  };
}

/** How long the next try waits, in milliseconds: what WordPress asks for, else doubling. */
function holdBack(error: unknown, failures: number, timing: ContentTiming): number {
  const doubled = Math.min(timing.firstRetry * 2 ** Math.min(failures, 20), timing.longestRetry);
  const asked = error instanceof ContentFault ? error.retryAfter : null;
  return asked === null ? doubled : Math.max(doubled, Math.min(asked, timing.longestRetryAfter));
}

async function settledWithin(promise: Promise<void>, milliseconds: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, milliseconds);
  });
  await Promise.race([promise, timeout]);
  clearTimeout(timer);
}
