import { CONTENT_BASE, menuPath, pagePath, postsPath } from './content-paths.ts';
import type { MenuLocation, PostQuery } from './types.ts';

/**
 * The keys under which the hooks keep entities; server rendering puts its own there. The second element tells
 * an entity from the bare answer of the same path.
 */
type EntityKey = readonly [path: string, kind: 'entity'];

/** Holds a `Page`, or null where the slug has none. */
export const pageKey = (slug: string): EntityKey => [pagePath(slug), 'entity'];

/** Holds the list of `Post`. */
export const postsKey = (query: PostQuery): EntityKey => [postsPath(query), 'entity'];

/** Holds a `Menu` with its entries flat, or null where none stands at the location. */
export const menuKey = (location: MenuLocation): EntityKey => [menuPath(location), 'entity'];

/** Holds the `SiteData`. */
export const siteDataKey: EntityKey = [CONTENT_BASE, 'entity'];
