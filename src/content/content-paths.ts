import type { MenuLocation, PostQuery } from './types.ts';

/** Where the content routes stand on our own origin. */
export const CONTENT_BASE = '/wp-json/wp/v2';

/** The path that answers the pages of a slug. */
export function pagePath(slug: string, base = CONTENT_BASE): string {
  return `${base}/pages?slug=${encodeURIComponent(slug)}&_embed=true`;
}

/** The path that answers posts; 10 a page and the first page unless said. */
export function postsPath(
  { perPage = 10, page = 1, category, slug }: PostQuery,
  base = CONTENT_BASE,
): string {
  const inCategory = category === undefined ? '' : `&categories=${category}`;
  const ofSlug = slug === undefined ? '' : `&slug=${encodeURIComponent(slug)}`;
  return `${base}/posts?per_page=${perPage}&page=${page}&_embed=true${inCategory}${ofSlug}`;
}

/** The path that answers the menu at a location. */
export function menuPath(location: MenuLocation, base = CONTENT_BASE): string {
  return `${base}/menus/v1/locations/${location}`;
}
