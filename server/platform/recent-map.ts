/** A map that drops its least recently used entries. */
export interface RecentMap<Value> {
  get(key: string): Value | undefined;
  set(key: string, value: Value): void;
  delete(key: string): void;
  size(): number;
}

/**
 * Creates a map with at most `most` keys. When it is full, the least recently used key is dropped, starting with
 * `expendable` ones: requests for unknown paths must not evict pages that exist.
 */
export function createRecentMap<Value>(
  most: number,
  expendable: (value: Value) => boolean = () => false,
): RecentMap<Value> {
  const entries = new Map<string, Value>();
  const forgetOne = () => {
    for (const [key, value] of entries) {
      if (expendable(value)) {
        entries.delete(key);
        return;
      }
    }
    const [oldest] = entries.keys();
    if (oldest !== undefined) entries.delete(oldest);
  };
  return {
    get(key) {
      const value = entries.get(key);
      if (value !== undefined) {
        entries.delete(key);
        entries.set(key, value);
      }
      return value;
    },
    set(key, value) {
      entries.delete(key);
      while (entries.size >= most) forgetOne();
      entries.set(key, value);
    },
    delete: (key) => void entries.delete(key),
    size: () => entries.size,
  };
}
