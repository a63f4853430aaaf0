import { PATH_ALIASES } from '../../../src/contracts/path-aliases.ts';
import type { RawPage } from '../values/raw-page.ts';
import { builtInAt, type BuiltInContent, type BuiltInPage } from './built-in-content.ts';
import { cleanSlug, decodedPath, encodedPath, HOME_PATH } from '../paths/page-paths.ts';
import { BLOG_PATH, type RoutePath } from '../paths/route-path.ts';

/** The page at a path. It may exist in WordPress without being public (draft, private, trash, password). */
export interface SnapshotPage {
  path: string;
  /** The path that its slug and its parents' slugs make. It differs from `path` for the front page only. */
  slugPath: string;
  page: RawPage;
  isPublic: boolean;
  /** Whether WordPress lists its posts on this page. */
  listsPosts: boolean;
}

/** What WordPress has at a path, or had there before it moved. */
interface OwnPages {
  pageAt(path: string): SnapshotPage | null;
  pageOfSlug(slug: string, where: 'top'): SnapshotPage | null;
  /** The public page that lists the posts in place of `/blog`. */
  postsPage(): SnapshotPage | null;
  movedTo(path: string): string | null;
}

/** The pages in the route table, by path. */
interface KnownPages {
  pages: ReadonlyMap<string, unknown>;
}

/** Returns WordPress's page for a route; null if it has none, or if the page is public at another path. */
export function ownPageAt(
  { canonical, slug, contentOnly }: RoutePath,
  own: OwnPages,
  builtIn: KnownPages,
): SnapshotPage | null {
  const exact = own.pageAt(canonical) ?? aliasedPage(canonical, own);
  if (exact || !builtIn.pages.has(canonical)) return exact;
  // In WordPress, a page in the route table may be at the top level, without its parent.
  const top = own.pageOfSlug(slug, 'top');
  if (top) return top.path === '/' && top.isPublic && !contentOnly ? null : top;
  const below = belowMoved(canonical, own);
  return below?.isPublic ? null : below;
}

/** Returns the public page that WordPress has at another name of a path: `/contact-us` for `/contact`. */
function aliasedPage(canonical: string, own: Pick<OwnPages, 'pageAt'>): SnapshotPage | null {
  for (const [alias, path] of PATH_ALIASES) {
    const page = path === canonical ? own.pageAt(alias) : null;
    if (page?.isPublic) return page;
  }
  return null;
}

/** Returns the current path for a former path of a page or post, or for the slug of the front page. */
export function currentPath(path: string, own: OwnPages, builtIn: KnownPages): string | null {
  const top = path.slice(path.lastIndexOf('/'));
  const moved = own.movedTo(path) ?? (builtIn.pages.has(path) ? own.movedTo(top) : null);
  if (moved !== null && moved !== path) return moved;
  const below = belowMoved(path, own);
  if (below?.isPublic) return encodedPath(below.path);
  const plain = decodedPath(path);
  if (plain.toLowerCase() === HOME_PATH && own.pageAt(HOME_PATH) === null) return '/';
  if (plain === BLOG_PATH) return own.postsPage()?.path ?? null;
  const frontPage = own.pageAt('/');
  return frontPage?.isPublic && plain === frontPage.slugPath ? '/' : null;
}

/**
 * Returns the path at which a page is shown. In WordPress, a page in the route table may be at the top level, without
 * its parent, or have another name.
 */
export function shownPath(
  { path, page }: Pick<SnapshotPage, 'path' | 'page'>,
  own: Pick<OwnPages, 'pageAt'>,
  builtIn: Pick<BuiltInContent, 'paths'>,
): string {
  const named = page.parent === 0 && path !== '/' ? builtIn.paths.get(cleanSlug(page)) : undefined;
  const usual = named ?? PATH_ALIASES.get(path);
  return usual !== undefined && own.pageAt(usual) === null ? usual : path;
}

/**
 * Returns the built-in page whose layout and texts are used where a page has none. `own` is WordPress's page at the
 * path, if it has one. The front page has those of the path that its slug makes; if there are none, those of the
 * built-in home page. The page `home` has those of the home page, even if another page is the front page. The page that
 * lists the posts has those of the blog.
 */
export function builtInOf(
  canonical: string,
  own: SnapshotPage | null,
  pages: Pick<OwnPages, 'pageAt'>,
  builtIn: BuiltInContent,
): BuiltInPage | null {
  if (own?.path === HOME_PATH) return builtInAt('/', builtIn);
  if (own?.listsPosts) {
    const blog = builtInAt(BLOG_PATH, builtIn);
    return blog && { ...blog, showsPosts: true };
  }
  if (own?.path !== '/') return builtInAt(canonical, builtIn);
  const home = builtInAt('/', builtIn);
  if (own.slugPath === HOME_PATH) return home;
  const named = builtInAt(shownPath({ page: own.page, path: own.slugPath }, pages, builtIn), builtIn);
  return named ?? (home && { ...home, standsIn: true });
}

/** Returns the page that belongs to a path below the former path of a moved page. */
function belowMoved(path: string, own: OwnPages): SnapshotPage | null {
  const at = path.lastIndexOf('/');
  const above = path.slice(0, at);
  if (above === '') return null;
  const parent = own.movedTo(above) ?? belowMoved(above, own)?.path;
  return parent === undefined ? null : own.pageAt(parent + path.slice(at));
}
