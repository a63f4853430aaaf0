import { LRUCache } from 'lru-cache';

/** Paths that were not found, with the key of their not-found page. */
export interface AbsentPaths {
  /** Returns the key of the not-found page; null if the path is not known to be absent now. */
  keyOf(path: string, version: number | undefined): string | null;
  /** `version` is that of the content in which the path was looked for. */
  add(path: string, version: number | undefined, key: string): void;
}

/** Maximum number of paths, and of characters of a path: together less than 2 MB, whatever is requested. */
const MOST_PATHS = 4_000;
const LONGEST_PATH = 200;
/** Milliseconds for which a path stays absent while the content is the same: a block may find something later. */
const ABSENT_FOR = 10_000;

/**
 * Creates a memory of absent paths. Machines request the same ones again and again, and without it each request would
 * be matched with every route and resolved.
 */
export function createAbsentPaths(now: () => number): AbsentPaths {
  const absent = new LRUCache<string, { key: string; version: number | undefined; until: number }>({
    max: MOST_PATHS,
  });
  return {
    keyOf(path, version) {
      const known = absent.get(path);
      return known && known.version === version && known.until > now() ? known.key : null;
    },
    add(path, version, key) {
      if (path.length <= LONGEST_PATH) absent.set(path, { key, version, until: now() + ABSENT_FOR });
    },
  };
}
