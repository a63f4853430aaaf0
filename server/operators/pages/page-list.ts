import type { PageListRow } from '../../../src/contracts/operators/page-builder.ts';
import type { BuiltInContent, BuiltInPage } from '../../content/built-in/built-in-content.ts';
import {
  builtInFallback,
  resolveMovedPath,
  snapshotPageFor,
  shownPath,
} from '../../content/built-in/snapshot-page.ts';
import { encodedPath } from '../../content/paths/page-paths.ts';
import { isTemplatePage, requirePageRoute, requestedRoute } from '../../content/paths/route-path.ts';
import type { LayoutEntryKind } from '../../content/rest/layout-entry-routes.ts';
import type { Snapshot } from '../../content/snapshot/snapshot.ts';
import type { RawPage } from '../../content/values/raw-page.ts';
import { scheduledTimeOf, pageStateOf } from './builder/editable-page.ts';

/** A page, shared section or template that the builder can open. */
export interface BuilderEntry {
  kind: LayoutEntryKind;
  /** The path of the page, or `~` and the id if it has no path. */
  at: string;
  path: string | null;
  slug: string;
  /** The page from the mirror, in which drafts have no values; null if it is not stored. */
  own: RawPage | null;
  builtIn: BuiltInPage | null;
}

/** A page, shared section or template in the trash. */
export interface TrashedEntry {
  kind: LayoutEntryKind;
  /** The path that a page had. */
  path: string | null;
  own: RawPage;
}

type Known = Pick<Snapshot, 'everyPage' | 'pageAt' | 'pageOfSlug' | 'postsPage' | 'movedTo'>;

/**
 * Returns all pages: the stored ones, then the built-in ones that are not stored. Leaves out the trash and the privacy
 * policy draft that WordPress generates. In WordPress, a built-in page may be at the top level, without its parent.
 */
export function findPages(snapshot: Known, builtIn: BuiltInContent): BuilderEntry[] {
  const own = snapshot
    .everyPage()
    .filter(({ page }) => page.status !== 'trash' && !page.defaultPrivacy)
    .map(({ path, page }): BuilderEntry => {
      const routed = path === null ? null : shownPath({ path, page }, snapshot, builtIn);
      const placed = path === null ? null : snapshot.pageAt(path);
      const known = routed === null ? null : builtInFallback(encodedPath(routed), placed, snapshot, builtIn);
      return {
        kind: 'page',
        at: routed ?? `~${page.id}`,
        path: routed,
        slug: page.slug,
        own: page,
        builtIn: known,
      };
    });
  const present = new Set(own.map(({ path }) => path));
  const isReplaced = (path: string) => {
    const shown = path === '/' ? null : snapshotPageFor(requirePageRoute(path), snapshot, builtIn);
    // At the path of a page in the trash, visitors get a 404, so nobody should edit the built-in page there.
    return shown !== null && (shown.path === '/' || shown.page.status === 'trash');
  };
  const missing = [...builtIn.pages.values()]
    .filter(({ path, page }) => !present.has(path) && page.status === 'publish')
    // Leaves out a page that has moved, is the front page, or is in the trash.
    .filter(({ path }) => !isReplaced(path) && resolveMovedPath(path, snapshot, builtIn) === null)
    .map((page): BuilderEntry => ({
      kind: 'page',
      at: page.path,
      path: page.path,
      slug: page.page.slug,
      own: null,
      builtIn: page,
    }));
  return [...own, ...missing];
}

/** Returns the page to which the site redirects its former path; null if the path redirects to no page. */
export function findMovedPage(
  path: string,
  pages: readonly BuilderEntry[],
  snapshot: Known,
  builtIn: Pick<BuiltInContent, 'pages'>,
): BuilderEntry | null {
  const moved = path.startsWith('/') ? resolveMovedPath(encodedPath(path), snapshot, builtIn) : null;
  if (moved === null) return null;
  return pages.find((page) => page.path !== null && encodedPath(page.path) === moved) ?? null;
}

/**
 * Returns the page that the site shows at a path, such as `/contact` at `/contact-us`; null if there is none. Also
 * null for a post, because all posts share one layout.
 */
export function findPageShownAt(
  path: string,
  pages: readonly BuilderEntry[],
  builtIn: Pick<BuiltInContent, 'pages' | 'paths'>,
  snapshot: Pick<Snapshot, 'blogRouteAt'>,
): BuilderEntry | null {
  const route = requestedRoute(path, builtIn, snapshot);
  if (!route || isTemplatePage(route.canonical)) return null;
  return pages.find((page) => page.path !== null && encodedPath(page.path) === route.canonical) ?? null;
}

/** Returns the shared sections and templates, except those in the trash. They have no paths. */
export function findReusableEntries(snapshot: Pick<Snapshot, 'reusable'>): BuilderEntry[] {
  return snapshot
    .reusable()
    .filter(({ page }) => page.status !== 'trash')
    .map(({ kind, page }) => ({
      kind,
      at: `~${page.id}`,
      path: null,
      slug: page.slug,
      own: page,
      builtIn: null,
    }));
}

/** Returns the pages, shared sections and templates in the trash. */
export function findTrash(
  snapshot: Pick<Snapshot, 'everyPage' | 'pageAt' | 'reusable'>,
  builtIn: Pick<BuiltInContent, 'paths'>,
): TrashedEntry[] {
  const isTrashed = ({ page }: { page: RawPage }) => page.status === 'trash';
  const pages = snapshot
    .everyPage()
    .filter(isTrashed)
    .map(({ path, page }): TrashedEntry => ({
      kind: 'page',
      path: path === null ? null : shownPath({ path, page }, snapshot, builtIn),
      own: page,
    }));
  const others = snapshot
    .reusable()
    .filter(isTrashed)
    .map(({ kind, page }) => ({ kind, path: null, own: page }));
  return [...pages, ...others];
}

interface Facts {
  /** Number of faults by page id. */
  faults: ReadonlyMap<number, number>;
  /** Number of leads by path. */
  leads: ReadonlyMap<string, number>;
  /** The last saves in the builder, by `at`. `when` is in epoch milliseconds. */
  saves: ReadonlyMap<string, { by: string; when: number }>;
}

/** Milliseconds by which the clocks of WordPress and this server may differ. */
const CLOCKS = 60_000;

/** Returns the rows of the page list, sorted by path. Pages without a path come last. */
export function toPageListRows(
  pages: readonly BuilderEntry[],
  { faults, leads, saves }: Facts,
): PageListRow[] {
  return pages
    .map(({ at, path, own, builtIn }): PageListRow => {
      const save = saves.get(at);
      const changed = own ? Date.parse(own.modified) : 0;
      return {
        at,
        path,
        title: own?.title || builtIn?.page.title || at,
        state: own ? pageStateOf(own) : 'built-in',
        publishAt: scheduledTimeOf(own),
        modified: own ? own.modified : null,
        changedBy: save && (!own || changed <= save.when + CLOCKS) ? save.by : null,
        faults: own ? (faults.get(own.id) ?? 0) : 0,
        leads: path === null ? 0 : (leads.get(path) ?? 0),
      };
    })
    .sort((one, other) => {
      if (one.path === null || other.path === null)
        return Number(one.path === null) - Number(other.path === null);
      return one.path.localeCompare(other.path, 'en-US');
    });
}
