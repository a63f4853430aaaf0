import { LRUCache } from 'lru-cache';
import type { HomeLayoutName } from '../../content/resolve/choose-layout.ts';
import type { VariantTest } from '../../content/resolve/page-variants.ts';
import type { PageRequest } from '../../content/resolve/resolve-page.ts';
import type { SnapshotReadKey } from '../../content/snapshot/fingerprints.ts';
import { pickUsedParameters, storedPageKey } from './page-key.ts';
import type { StoredPage } from './stored-page.ts';

/** A rendered page, and what it depends on. */
export interface CachedPage {
  page: StoredPage;
  /** WordPress's id of the page or post if this is only the form for its password; otherwise null. */
  lock: number | null;
  request: PageRequest;
  /** Hash of everything that was rendered: as long as it is the same, so is the page. */
  source: string;
  reads: ReadonlyMap<SnapshotReadKey, string>;
  /** Epoch milliseconds at which the page becomes outdated by itself. */
  changesAt: number;
  buildVersion: number;
}

/** Rendered pages by key. The least recently used ones are removed first. */
export type CachedPages = LRUCache<string, CachedPage>;

/** What the cache remembers about a path, to find its pages for a request. */
interface KnownPath {
  /** The query parameters that its page reads. */
  queryNames: readonly string[];
  /** The running test of its layout; null if there is none. */
  test: VariantTest | null;
}

/** Keeps rendered pages in memory within a budget, whether they are outdated or not. */
export interface PageCache {
  /** Pages without a query. */
  plain: CachedPages;
  /** Pages with a query. They have a budget of their own, so that searches do not evict other pages. */
  asked: CachedPages;
  /** Makes the pages of a path findable. */
  remember(path: string, known: KnownPath): void;
  /** Returns the page for a request; null if it is not in memory. Ignores parameters that the page does not read. */
  find(
    path: string,
    query: string,
    layout: HomeLayoutName | undefined,
    variant: string | null,
  ): CachedPage | null;
  testOf(path: string): VariantTest | null;
  /** Counts the pages with and without a query. `bytes` is their total size, compressed with Brotli. */
  size(): { pages: number; bytes: number };
}

/** Maximum bytes of the compressed pages. */
const BUDGET_BYTES = { plain: 16_000_000, asked: 2_000_000 };

/** Maximum number of paths whose pages can be in memory. The budget above holds about 2,000 pages. */
const MAX_KNOWN_PATHS = 20_000;

/** Creates an empty cache. Only tests set `budget`, in bytes. */
export function createPageCache(budget = BUDGET_BYTES): PageCache {
  const [plain, asked] = [cachedPages(budget.plain), cachedPages(budget.asked)];
  const paths = new LRUCache<string, KnownPath>({ max: MAX_KNOWN_PATHS });
  return {
    plain,
    asked,
    remember: (path, known) => void paths.set(path, known),
    find(path, query, layout, variant) {
      const known = paths.get(path);
      if (known === undefined) return null;
      const key = storedPageKey(path, layout, pickUsedParameters(known.queryNames, query), variant);
      return plain.get(key) ?? asked.get(key) ?? null;
    },
    testOf: (path) => paths.peek(path)?.test ?? null,
    size: () => ({
      pages: plain.size + asked.size,
      bytes: plain.calculatedSize + asked.calculatedSize,
    }),
  };
}

function cachedPages(maxBytes: number): CachedPages {
  return new LRUCache({ maxSize: maxBytes, sizeCalculation: ({ page }) => page.brotli.byteLength });
}
