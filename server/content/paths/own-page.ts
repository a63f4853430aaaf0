import type { RawPage } from '../values/raw-page.ts';
import { encodedPath } from './page-paths.ts';
import type { RoutePath } from './route-path.ts';

/** The page at a path. It may exist in WordPress without being public (draft, private, trash, password). */
export interface SnapshotPage {
  path: string;
  page: RawPage;
  isPublic: boolean;
}

/** What WordPress has at a path, or had there before it moved. */
interface OwnPages {
  pageAt(path: string): SnapshotPage | null;
  pageOfSlug(slug: string, where: 'top'): SnapshotPage | null;
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
  const exact = own.pageAt(canonical);
  if (exact || !builtIn.pages.has(canonical)) return exact;
  // In WordPress, a page in the route table may be at the top level, without its parent.
  const top = own.pageOfSlug(slug, 'top');
  if (top) return top.path === '/' && top.isPublic && !contentOnly ? null : top;
  const below = belowMoved(canonical, own);
  return below?.isPublic ? null : below;
}

/** Returns the current path for a former path of a page or post, or for the slug of the front page. */
export function currentPath(path: string, own: OwnPages, builtIn: KnownPages): string | null {
  const top = path.slice(path.lastIndexOf('/'));
  const moved = own.movedTo(path) ?? (builtIn.pages.has(path) ? own.movedTo(top) : null);
  if (moved !== null && moved !== path) return moved;
  const below = belowMoved(path, own);
  if (below?.isPublic) return encodedPath(below.path);
  const frontPage = own.pageAt('/');
  return frontPage?.isPublic && path === `/${frontPage.page.slug}` ? '/' : null;
}

/** Returns the page that belongs to a path below the former path of a moved page. */
function belowMoved(path: string, own: OwnPages): SnapshotPage | null {
  const at = path.lastIndexOf('/');
  const above = path.slice(0, at);
  if (above === '') return null;
  const parent = own.movedTo(above) ?? belowMoved(above, own)?.path;
  return parent === undefined ? null : own.pageAt(parent + path.slice(at));
}
