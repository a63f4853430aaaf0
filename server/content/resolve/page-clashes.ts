import type { BuiltInContent } from '../built-in/built-in-content.ts';
import { builtInRedirect } from '../paths/built-in-redirects.ts';
import { cleanSlug, encodedPath } from '../paths/page-paths.ts';
import { isClosedPath } from '../paths/reserved-paths.ts';
import { unroutable } from '../paths/route-path.ts';
import { isPublic, type RawPage } from '../values/raw-page.ts';
import type { Snapshot } from './snapshot.ts';

/** A public page that nobody can open at its address in WordPress. */
export interface PageClash {
  page: RawPage;
  /** The address in WordPress, as used in links. */
  wanted: string;
  /** Where its text is; null if it is nowhere. */
  path: string | null;
  /** What is at its address, such as `another page`. */
  other: string;
}

/** Returns the public pages whose address is that of something else, in the order of their addresses. */
export function pageClashes(snapshot: Snapshot, builtIn: BuiltInContent): PageClash[] {
  const clashes = snapshot.everyPage().flatMap(({ path, page }): PageClash[] => {
    if (!isPublic(page)) return [];
    const wanted =
      path === null ? (snapshot.links.pathOf(page.link) ?? `/${cleanSlug(page)}`) : encodedPath(path);
    const other = otherAt(path, wanted);
    return other === null ? [] : [{ page, wanted, path: viewOf(page), other }];
  });
  return clashes.toSorted((a, b) => a.wanted.localeCompare(b.wanted, 'en-US'));

  /** Returns the path that shows the text of a page by its slug. */
  function viewOf(page: RawPage): string | null {
    const slug = cleanSlug(page);
    const found = snapshot.pageOfSlug(slug, 'anywhere');
    return found?.page.id === page.id && !builtIn.paths.has(slug) ? `/wp/${encodeURIComponent(slug)}` : null;
  }
}

function otherAt(path: string | null, wanted: string): string | null {
  // The health of the content names pages whose address cannot be opened because of its characters.
  if (path === null) return unroutable(wanted) === null ? 'another page' : null;
  if (isClosedPath(wanted)) return 'an address of the site itself';
  return builtInRedirect(wanted) === null ? null : 'a redirect of the site itself';
}
