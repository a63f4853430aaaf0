import type { RawPage } from '../values/raw-page.ts';
import type { LinkResolver } from './site-links.ts';

/**
 * Returns pages by decoded path. The path consists of the slugs of the parents and the page's own slug, or is `/` for
 * the front page. If two pages have the same path, the published one wins. A page without a slug, such as a new
 * draft, has no path.
 *
 * `frontPage` is the id of WordPress's front page, or 0 if it has none. If it is null, because WordPress does not
 * send it, the page whose link leads to `/` is the front page. Without a front page, the top-level page `home` is at
 * `/`.
 */
export function pagesByPath(
  pages: Iterable<RawPage>,
  links: LinkResolver,
  frontPage: number | null,
): ReadonlyMap<string, RawPage> {
  const known = new Map<number, RawPage>();
  for (const page of pages) known.set(page.id, page);
  const front = frontPage === null ? linkedFrontPage(known.values(), links) : known.get(frontPage);
  const byPath = new Map<string, RawPage>();
  for (const page of known.values()) {
    const own = slugPath(page, known, links);
    const path = page === front || (!front && own === HOME_SLUG_PATH) ? '/' : own;
    if (path === null) continue;
    const other = byPath.get(path);
    if (!other || (other.status !== 'publish' && page.status === 'publish')) byPath.set(path, page);
  }
  return byPath;
}

/** The path of the page that is shown at `/` if WordPress has no front page. */
export const HOME_SLUG_PATH = '/home';

/**
 * Returns the decoded path that consists of the slugs of a page's parents and its own slug, or the path of its link if
 * a parent is not known. Returns null if there is neither, if a slug is empty, or if the parents form a cycle. The
 * front page has such a path, too, but is shown at `/`.
 */
export function slugPath(
  page: RawPage,
  known: ReadonlyMap<number, RawPage>,
  links: LinkResolver,
): string | null {
  const segments: string[] = [];
  let at: RawPage | undefined = page;
  while (at) {
    const slug = decodedSlug(at);
    if (slug === '' || segments.length > known.size) return null;
    segments.unshift(slug);
    if (at.parent === 0) break;
    at = known.get(at.parent);
  }
  return at ? `/${segments.join('/')}` : linkedPath(page, links);
}

/** Returns the decoded slug, without the suffix that WordPress adds to trashed pages. */
export function decodedSlug({ status, slug }: Pick<RawPage, 'status' | 'slug'>): string {
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

function linkedPath(page: RawPage, links: LinkResolver): string | null {
  const linked = page.link === '' || page.status === 'trash' ? null : links.resolve(page.link);
  return linked?.startsWith('/') && linked !== '/' && !linked.includes('?') ? decodedPath(linked) : null;
}

function linkedFrontPage(pages: Iterable<RawPage>, links: LinkResolver): RawPage | undefined {
  const linked = [...pages].filter(
    ({ link, status }) => status !== 'trash' && link !== '' && links.resolve(link) === '/',
  );
  return linked.find(({ status }) => status === 'publish') ?? linked[0];
}
