import { parseUrl } from './parse-url.ts';

/**
 * The map URLs that our pages may embed. As in a Content-Security-Policy, a path that ends with a slash matches
 * everything below it, and any other path matches only itself. Query strings are ignored.
 */
export const mapSources = [
  'https://www.openstreetmap.org/export/embed.html',
  'https://www.google.com/maps/embed',
  'https://www.google.com/maps/embed/',
  'https://www.google.com/maps/d/embed',
] as const;

const SOURCE = /<iframe\b[^>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)')/i;

/** Returns the URL of the map in an embed code, which is an iframe or just a URL; null if the map is not allowed. */
export function parseMapEmbed(code: string): string | null {
  const found = SOURCE.exec(code);
  const address = (found ? (found[1] ?? found[2] ?? '') : code).trim().replaceAll('&amp;', '&');
  const url = parseUrl(address);
  if (!url) return null;
  const { origin, pathname, href, username } = url;
  const place = origin + pathname;
  const allowed = mapSources.some((each) => (each.endsWith('/') ? place.startsWith(each) : place === each));
  return allowed && username === '' ? href : null;
}
