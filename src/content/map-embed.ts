/**
 * The maps that may stand in a frame on our pages. As in a Content-Security-Policy, a path that ends in a slash
 * covers what is below it, any other only itself; queries are free.
 */
export const mapSources = [
  'https://www.openstreetmap.org/export/embed.html',
  'https://www.google.com/maps/embed',
  'https://www.google.com/maps/embed/',
  'https://www.google.com/maps/d/embed',
] as const;

const SOURCE = /<iframe\b[^>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)')/i;

/** The address of the map in an embed code (an iframe, or its address alone); null for any other. */
export function mapAddress(code: string): string | null {
  const found = SOURCE.exec(code);
  const address = (found ? (found[1] ?? found[2] ?? '') : code).trim().replaceAll('&amp;', '&');
  if (!URL.canParse(address)) return null;
  const { origin, pathname, href, username } = new URL(address);
  const place = origin + pathname;
  const allowed = mapSources.some((each) => (each.endsWith('/') ? place.startsWith(each) : place === each));
  return allowed && username === '' ? href : null;
}
