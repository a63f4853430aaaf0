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

/** Creates an empty cache. `budget` is in bytes; the newest page is kept even if it exceeds the budget. */
export function createPageMemory<Entry extends CacheEntry>(budget: number): PageMemory<Entry> {
  const entries = new Map<string, Entry>();
  let bytes = 0;

  function remove(key: string): void {
    const entry = entries.get(key);
    if (!entry) return;
    entries.delete(key);
    bytes -= entry.page.size;
  }

  return {
    get: (key: string) => entries.get(key) ?? null,
    entries: () => [...entries],
    bytes: () => bytes,
    remove,
    put(key: string, entry: Entry): void {
      remove(key);
      entry.usedAt = performance.now();
      entries.set(key, entry);
      bytes += entry.page.size;
      while (bytes > budget && entries.size > 1) {
        let oldest = key;
        let usedAt = Number.POSITIVE_INFINITY;
        for (const [each, { usedAt: at }] of entries)
          if (each !== key && at < usedAt) [oldest, usedAt] = [each, at];
        remove(oldest);
      }
    },
  };
}
