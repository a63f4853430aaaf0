import type { BuiltInContent } from '../built-in/built-in-content.ts';
import { builtInRedirectTarget } from '../paths/built-in-redirects.ts';
import { decodedPath, decodedSlug, encodedPath } from '../paths/page-paths.ts';
import { isShadowedByServer } from '../paths/reserved-paths.ts';
import { unroutableReason } from '../paths/route-path.ts';
import { isPublic, type RawPage } from '../values/raw-page.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/** A public page that cannot be opened at its WordPress path, because something else is there. */
export interface PagePathClash {
  page: RawPage;
  /** The percent-encoded path in WordPress. */
  wanted: string;
  /** The path at which the text of the page is shown; null if it is not shown. */
  path: string | null;
  /** What is at the WordPress path instead, such as `another page`. */
  other: string;
}

/** Returns the public pages whose WordPress path is taken by something else, sorted by that path. */
export function pagePathClashes(snapshot: Snapshot, builtIn: BuiltInContent): PagePathClash[] {
  const clashes = snapshot.everyPage().flatMap(({ path, page }): PagePathClash[] => {
    if (!isPublic(page)) return [];
    const wanted =
      path === null
        ? (snapshot.links.pathOf(page.link) ?? encodedPath(`/${decodedSlug(page)}`))
        : encodedPath(path);
    const other = otherAt(path, wanted);
    return other === null ? [] : [{ page, wanted, path: viewOf(page), other }];
  });
  return clashes.toSorted((a, b) => a.wanted.localeCompare(b.wanted, 'en-US'));

  /** Returns the path that shows the text of a page by its slug; null if there is none. */
  function viewOf(page: RawPage): string | null {
    const slug = decodedSlug(page);
    const found = snapshot.pageOfSlug(slug, 'anywhere');
    return found?.page.id === page.id && !builtIn.paths.has(slug) ? `/wp/${encodeURIComponent(slug)}` : null;
  }
}

function otherAt(path: string | null, wanted: string): string | null {
  // Pages at a path that no page can have, such as one with a dot, are reported elsewhere, in the content health.
  if (path === null) return unroutableReason(decodedPath(wanted)) === null ? 'another page' : null;
  if (isShadowedByServer(wanted)) return 'an address of the site itself';
  return builtInRedirectTarget(wanted) === null ? null : 'a redirect of the site itself';
}
