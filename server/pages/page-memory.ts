/** The properties a cache needs from its entries. */
interface CacheEntry {
  page: { size: number };
  /** A timestamp from `performance.now()`. */
  usedAt: number;
}

/** Rendered pages by key, limited by their total size. The least recently used pages are removed first. */
export interface PageMemory<Entry> {
  get(key: string): Entry | null;
  entries(): [key: string, entry: Entry][];
  bytes(): number;
  put(key: string, entry: Entry): void;
  remove(key: string): void;
}

/**
 * Creates an empty cache. `budget` is in bytes. It may be exceeded by the newest page, and until the next page is put
 * by gzip copies that were made since.
 */
export function createPageMemory<Entry extends CacheEntry>(budget: number): PageMemory<Entry> {
  const entries = new Map<string, Entry>();

  // Not a running total, because the size of a page changes while it is kept.
  function bytes(): number {
    let sum = 0;
    for (const { page } of entries.values()) sum += page.size;
    return sum;
  }

  return {
    get: (key: string) => entries.get(key) ?? null,
    entries: () => [...entries],
    bytes,
    remove: (key: string) => void entries.delete(key),
    put(key: string, entry: Entry): void {
      entry.usedAt = performance.now();
      entries.set(key, entry);
      let excess = bytes() - budget;
      while (excess > 0 && entries.size > 1) {
        let oldest = key;
        let usedAt = Number.POSITIVE_INFINITY;
        for (const [each, { usedAt: at }] of entries)
          if (each !== key && at < usedAt) [oldest, usedAt] = [each, at];
        excess -= entries.get(oldest)?.page.size ?? 0;
        entries.delete(oldest);
      }
    },
  };
}
