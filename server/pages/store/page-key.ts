import type { MenuItem } from '../../../src/contracts/content.ts';
import { isContentViewerPath } from '../../../src/contracts/content-view.ts';
import type { HomeLayoutName } from '../../content/resolve/choose-layout.ts';

/**
 * Returns the key under which a page is stored: its path, the requested layout, the query parameters it reads, and the
 * variant of its layout.
 */
export function storedPageKey(
  path: string,
  layout: HomeLayoutName | undefined,
  query: string,
  variant: string | null = null,
): string {
  if (layout === undefined && query === '' && variant === null) return path;
  return `${path}?${layout ?? ''}&${query}${variant === null ? '' : `#${variant}`}`;
}

/** Returns the layout that a query requests; undefined if it requests none. Only the home page offers a choice. */
export function requestedHomeLayout(path: string, query: string): HomeLayoutName | undefined {
  if (path !== '/' || !query.includes('layout=')) return undefined;
  const layout = new URLSearchParams(query).get('layout');
  return layout === 'content' || layout === 'lead-capture' ? layout : undefined;
}

/** Returns the parameters of a query that the page reads, in the same format as `resolvePage` returns them. */
export function pickUsedParameters(names: readonly string[], query: string): string {
  if (names.length === 0) return '';
  const given = new URLSearchParams(query);
  const known = new URLSearchParams();
  for (const name of names) {
    const value = given.get(name);
    if (value !== null) known.set(name, value);
  }
  return known.toString();
}

/**
 * Shortens the values of a query to those that the page was rendered with, so that the browser reads the same values.
 * Returns null if no value was too long.
 */
export function truncateQuery(given: string, read: string): string | null {
  const values = new URLSearchParams(given);
  const cut = [...new URLSearchParams(read)].filter(([name, value]) => values.get(name) !== value);
  for (const [name, value] of cut) values.set(name, value);
  return cut.length > 0 ? values.toString() : null;
}

/**
 * Maps all paths with the same not-found page to one path. Not-found pages differ only in the current menu item and in
 * whether they are content views.
 */
export function sharedNotFoundPath(path: string, menu: readonly MenuItem[]): string {
  if (isContentViewerPath(path)) return '/wp/not-found';
  const above = menu
    .flatMap((item) => [item, ...item.children])
    .map((item) => item.path)
    .filter((each) => each !== '/' && path.startsWith(`${each}/`));
  return `${above.reduce((longest, each) => (each.length > longest.length ? each : longest), '')}/not-found`;
}
