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

/** The share of the budget that is left after a removal, so that not every new page has to search for the oldest. */
const KEPT = 0.9;

/**
 * Creates an empty cache. `budget` is in bytes. It may be exceeded by the newest page, and until the next page is put
 * by gzip copies that were made since.
 */
export function createPageMemory<Entry extends CacheEntry>(budget: number): PageMemory<Entry> {
  const entries = new Map<string, Entry>();
  /** The last count, and the bytes put since then. Sizes change while pages are kept, so it is only an estimate. */
  let estimate = 0;

  function bytes(): number {
    let sum = 0;
    for (const { page } of entries.values()) sum += page.size;
    return sum;
  }

  function removeOldest(newest: string): void {
    estimate = bytes();
    if (estimate <= budget) return;
    for (const [key, { page }] of [...entries].sort(([, a], [, b]) => a.usedAt - b.usedAt)) {
      if (estimate <= KEPT * budget) return;
      if (key === newest) continue;
      estimate -= page.size;
      entries.delete(key);
    }
  }

  return {
    get: (key: string) => entries.get(key) ?? null,
    entries: () => [...entries],
    bytes,
    remove: (key: string) => void entries.delete(key),
    put(key: string, entry: Entry): void {
      entry.usedAt = performance.now();
      entries.set(key, entry);
      estimate += entry.page.size;
      if (estimate > budget) removeOldest(key);
    },
  };
}
