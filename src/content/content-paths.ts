import type { DocumentAddress, MenuLocation, PostQuery } from '../contracts/content.ts';
import { PATH_ALIASES } from '../contracts/path-aliases.ts';

/** Base path of the content API on our own origin. */
export const CONTENT_API_BASE_PATH = '/wp-json/wp/v2';

export function pageRequestPath(slug: string): string {
  return `${CONTENT_API_BASE_PATH}/pages?slug=${encodeURIComponent(slug)}&_embed=true`;
}

/** Returns the request path for posts. Defaults to the first page of 10. */
export function postsRequestPath({ perPage = 10, page = 1, category, slug }: PostQuery): string {
  const inCategory = category === undefined ? '' : `&categories=${category}`;
  const ofSlug = slug === undefined ? '' : `&slug=${encodeURIComponent(slug)}`;
  return `${CONTENT_API_BASE_PATH}/posts?per_page=${perPage}&page=${page}&_embed=true${inCategory}${ofSlug}`;
}

export function menuRequestPath(location: MenuLocation): string {
  return `${CONTENT_API_BASE_PATH}/menus/v1/locations/${location}`;
}

/** Returns the request path for a page with everything that the browser needs to display it. */
export function documentRequestPath({ path, layout, query }: DocumentAddress): string {
  const route = path.replace(/\/+$/, '') || '/';
  const inPath = encodeURIComponent(route).replaceAll('%2F', '/');
  const inLayout = layout ? `&layout=${encodeURIComponent(layout)}` : '';
  const inQuery = query ? `&query=${encodeURIComponent(query)}` : '';
  return `${pageRequestPath(slugOf(route))}&path=${inPath}${inLayout}${inQuery}`;
}

/**
 * Returns the slug of a route for requests to the content API: the last segment of the canonical path, decoded; `home`
 * for `/`.
 */
export function slugOf(route: string): string {
  const path = PATH_ALIASES.get(route) ?? route;
  const last = path.slice(path.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(last) || 'home';
  } catch {
    return last;
  }
}

/**
 * A query key of an entity that a hook returns. The second element distinguishes an entity from the raw response of the
 * same path.
 */
type EntityKey = readonly [path: string, kind: 'entity'];

/** Query key of the `Page` with a slug. Its value is null if there is no such page. */
export const pageEntityQueryKey = (slug: string): EntityKey => [pageRequestPath(slug), 'entity'];

/** Query key of a list of `Post` objects. */
export const postsQueryKey = (query: PostQuery): EntityKey => [postsRequestPath(query), 'entity'];

/** Query key of a `Menu` with flat items. Its value is null if the location has no menu. */
export const menuQueryKey = (location: MenuLocation): EntityKey => [menuRequestPath(location), 'entity'];

export const siteDataQueryKey: EntityKey = [CONTENT_API_BASE_PATH, 'entity'];

/** Query key of a `PageDocument`. Its value is null if there is no page at the address. */
export const documentQueryKey = (address: DocumentAddress): readonly [path: string] => [
  documentRequestPath(address),
];
