import { PATH_ALIASES } from '../../../src/contracts/path-aliases.ts';
import type { RawPage } from '../values/raw-page.ts';
import { builtInPageAt, type BuiltInContent, type BuiltInPage } from './built-in-content.ts';
import { decodedSlug, decodedPath, encodedPath, HOME_SLUG_PATH } from '../paths/page-paths.ts';
import { BLOG_PATH, type RoutePath } from '../paths/route-path.ts';

/** A WordPress page and its path. The page may be a draft, private, in the trash or behind a password. */
export interface SnapshotPage {
  path: string;
  /** The path made of the slugs of the page and its parents. It differs from `path` for the front page only. */
  slugPath: string;
  page: RawPage;
  isPublic: boolean;
  /** Whether this is WordPress's posts page. */
  listsPosts: boolean;
}

/** The WordPress pages, by current and by former path. */
interface OwnPages {
  pageAt(path: string): SnapshotPage | null;
  pageOfSlug(slug: string, where: 'top'): SnapshotPage | null;
  /** Returns WordPress's public posts page, which replaces `/blog`; null if there is none. */
  postsPage(): SnapshotPage | null;
  movedTo(path: string): string | null;
}

/** The built-in pages, by path. Only their paths are read. */
interface KnownPages {
  pages: ReadonlyMap<string, unknown>;
}

/** Returns the WordPress page for a route; null if there is none, or if the route redirects to the page's own path. */
export function snapshotPageFor(
  { canonical, slug, contentOnly }: RoutePath,
  own: OwnPages,
  builtIn: KnownPages,
): SnapshotPage | null {
  const exact = own.pageAt(canonical) ?? aliasedPage(canonical, own);
  if (exact || !builtIn.pages.has(canonical)) return exact;
  // In WordPress, the page for the path of a built-in page may be at the top level, without its parent.
  const top = own.pageOfSlug(slug, 'top');
  if (top) return top.path === '/' && top.isPublic && !contentOnly ? null : top;
  const below = belowMoved(canonical, own);
  return below?.isPublic ? null : below;
}

/**
 * Returns the public WordPress page at an alias of a path, such as `/contact-us` for `/contact`; null if there is
 * none.
 */
function aliasedPage(canonical: string, own: Pick<OwnPages, 'pageAt'>): SnapshotPage | null {
  for (const [alias, path] of PATH_ALIASES) {
    const page = path === canonical ? own.pageAt(alias) : null;
    if (page?.isPublic) return page;
  }
  return null;
}

/**
 * Returns the current path for a former path of a page or post, or for a path below one. Also returns `/` for the slug
 * path of the front page and for `/home` without a page, and the path of WordPress's posts page for `/blog`. Returns
 * null for other paths.
 */
export function resolveMovedPath(path: string, own: OwnPages, builtIn: KnownPages): string | null {
  const top = path.slice(path.lastIndexOf('/'));
  const moved = own.movedTo(path) ?? (builtIn.pages.has(path) ? own.movedTo(top) : null);
  if (moved !== null && moved !== path) return moved;
  const below = belowMoved(path, own);
  if (below?.isPublic) return encodedPath(below.path);
  const plain = decodedPath(path);
  if (plain.toLowerCase() === HOME_SLUG_PATH && own.pageAt(HOME_SLUG_PATH) === null) return '/';
  if (plain === BLOG_PATH) {
    const postsPage = own.postsPage();
    return postsPage && encodedPath(postsPage.path);
  }
  const frontPage = own.pageAt('/');
  return frontPage?.isPublic && plain === frontPage.slugPath ? '/' : null;
}

/**
 * Returns the path at which this site shows a WordPress page. If no other WordPress page is there, a page at the top
 * level is shown at the path of the built-in page with its slug, and a page at an alias at the aliased path.
 */
export function shownPath(
  { path, page }: Pick<SnapshotPage, 'path' | 'page'>,
  own: Pick<OwnPages, 'pageAt'>,
  builtIn: Pick<BuiltInContent, 'paths'>,
): string {
  const named = page.parent === 0 && path !== '/' ? builtIn.paths.get(decodedSlug(page)) : undefined;
  const usual = named ?? PATH_ALIASES.get(path);
  return usual !== undefined && own.pageAt(usual) === null ? usual : path;
}

/**
 * Returns the built-in page whose layout and texts fill in what the WordPress page `own` lacks; null if there is
 * none. The front page gets the built-in page at its slug path, or else the built-in home page. The page at `/home`
 * gets the built-in home page, and the posts page gets the built-in blog.
 */
export function builtInFallback(
  canonical: string,
  own: SnapshotPage | null,
  pages: Pick<OwnPages, 'pageAt'>,
  builtIn: BuiltInContent,
): BuiltInPage | null {
  if (own?.path === HOME_SLUG_PATH) return builtInPageAt('/', builtIn);
  if (own?.listsPosts) {
    const blog = builtInPageAt(BLOG_PATH, builtIn);
    return blog && { ...blog, showsPosts: true };
  }
  if (own?.path !== '/') return builtInPageAt(canonical, builtIn);
  const home = builtInPageAt('/', builtIn);
  if (own.slugPath === HOME_SLUG_PATH) return home;
  const named = builtInPageAt(shownPath({ page: own.page, path: own.slugPath }, pages, builtIn), builtIn);
  return named ?? (home && { ...home, standsIn: true });
}

/**
 * Returns the page for a path below a moved page: for `/old/child`, the page at `/new/child` if `/old` moved to
 * `/new`.
 */
function belowMoved(path: string, own: OwnPages): SnapshotPage | null {
  const at = path.lastIndexOf('/');
  const above = path.slice(0, at);
  if (above === '') return null;
  const parent = own.movedTo(above) ?? belowMoved(above, own)?.path;
  return parent === undefined ? null : own.pageAt(parent + path.slice(at));
}
