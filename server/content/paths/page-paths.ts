import type { RawPage } from '../values/raw-page.ts';
import type { SiteLinks } from './site-links.ts';

/**
 * Returns pages by decoded path: the slugs of the page's parents and its own slug, or `/` for the front page. If two
 * pages have the same path, the front page wins, then a published page. A page without a slug, such as a new draft,
 * has no path.
 */
export function pagesByPath(
  pages: Iterable<RawPage>,
  links: SiteLinks,
  frontPage: number,
): ReadonlyMap<string, RawPage> {
  const known = new Map<number, RawPage>();
  for (const page of pages) known.set(page.id, page);
  const byPath = new Map<string, RawPage>();
  for (const page of known.values()) {
    const path = page.id === frontPage ? '/' : pathOfPage(page, known, links);
    if (path === null) continue;
    const other = byPath.get(path);
    if (!other || rank(page, frontPage) > rank(other, frontPage)) byPath.set(path, page);
  }
  return byPath;
}

/** Returns the path of a page from its parents, or from its link if they are not known; null if it has none. */
export function pathOfPage(
  page: RawPage,
  known: ReadonlyMap<number, RawPage>,
  links: SiteLinks,
): string | null {
  if (page.status !== 'trash' && page.link !== '' && links.resolve(page.link) === '/') return '/';
  const segments: string[] = [];
  let at: RawPage | undefined = page;
  while (at) {
    const slug = cleanSlug(at);
    if (slug === '' || segments.length > known.size) return null;
    segments.unshift(slug);
    if (at.parent === 0) break;
    at = known.get(at.parent);
  }
  if (!at) return linkedPath(page, links);
  const path = `/${segments.join('/')}`;
  return path === '/home' ? '/' : path;
}

/** Returns the readable slug: WordPress renames trashed pages and percent-encodes non-Latin scripts. */
export function cleanSlug({ status, slug }: Pick<RawPage, 'status' | 'slug'>): string {
  return decodedPath(status === 'trash' ? slug.replace(/__trashed(?:-\d+)?$/, '') : slug);
}

/** Decodes a path or slug and normalizes its Unicode form. Returns it unchanged if it cannot be decoded. */
export function decodedPath(path: string): string {
  try {
    return decodeURIComponent(path).normalize('NFC');
  } catch {
    return path;
  }
}

/** Percent-encodes a path for use in links. */
export function encodedPath(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}

function linkedPath(page: RawPage, links: SiteLinks): string | null {
  const linked = page.link === '' || page.status === 'trash' ? null : links.resolve(page.link);
  return linked?.startsWith('/') && !linked.includes('?') ? decodedPath(linked) : null;
}

function rank(page: RawPage, frontPage: number): number {
  return (page.id === frontPage ? 2 : 0) + (page.status === 'publish' ? 1 : 0);
}
