import type { RawPage } from './raw-page.ts';
import type { RoutePath } from './route-path.ts';
import type { SiteLinks } from './site-links.ts';

/**
 * Picks the page of a route among all pages that WordPress has under its slug (and under the slugs above it).
 * The page whose path is the route wins; for a route of the route table also one without parent. Of two in the
 * same place the published one wins.
 */
export function choosePage(
  route: RoutePath,
  candidates: readonly RawPage[],
  links: SiteLinks,
  inRouteTable: boolean,
): RawPage | null {
  const own = candidates.filter((page) => cleanSlug(page) === route.slug).sort(publishedFirst);
  const exact = own.find((page) => pathOfPage(page, candidates, links) === readable(route.canonical));
  if (exact) return exact;
  return (inRouteTable && own.find((page) => page.parent === 0)) || null;
}

/** The page of a slug, wherever it stands: at the top, else the first one that is published. */
export function choosePageOfSlug(slug: string, candidates: readonly RawPage[]): RawPage | null {
  const own = candidates.filter((page) => cleanSlug(page) === slug).sort(publishedFirst);
  return own.find((page) => page.parent === 0) ?? own[0] ?? null;
}

/**
 * The route path of a page, decoded: from its link where that shows it, else by climbing its parents among the
 * pages at hand. Null when it cannot be known.
 */
export function pathOfPage(page: RawPage, known: readonly RawPage[], links: SiteLinks): string | null {
  // A page in the trash is linked by the slug WordPress gave it there.
  const linked = page.link === '' || page.status === 'trash' ? null : links.resolve(page.link);
  if (linked?.startsWith('/') && !linked.includes('?')) return readable(linked);
  const segments: string[] = [];
  for (let at: RawPage | undefined = page; at;) {
    segments.unshift(cleanSlug(at));
    if (at.parent === 0) break;
    const above: number = at.parent;
    at = known.find((each) => each.id === above);
    if (!at || segments.length > known.length) return null;
  }
  const path = `/${segments.join('/')}`;
  return path === '/home' ? '/' : path;
}

/** WordPress renames what it puts into the trash, and keeps other scripts percent-encoded. */
function cleanSlug(page: RawPage): string {
  return readable(page.status === 'trash' ? page.slug.replace(/__trashed(?:-\d+)?$/, '') : page.slug);
}

function publishedFirst(a: RawPage, b: RawPage): number {
  return Number(b.status === 'publish') - Number(a.status === 'publish');
}

function readable(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return path;
  }
}
