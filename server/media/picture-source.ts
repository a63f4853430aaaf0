/** Returns the URL from which a picture is fetched; null if its URL is not one of the site's pictures. */
export type PictureSource = (url: URL) => URL | null;

interface Options {
  /** The configured URL of WordPress; null without one. */
  wordpress: string | null;
  /** The URLs under which WordPress itself, or this site, names its files. */
  homes: () => readonly string[];
  /** The origins in `IMAGE_ORIGINS`. */
  origins: readonly string[];
}

/**
 * Creates the rule for pictures: only the configured WordPress and `IMAGE_ORIGINS` are requested. WordPress may name
 * another address as its own, for example if it is configured by a private one. Pictures below that address are fetched
 * from the configured one, so a WordPress that was taken over cannot choose which hosts this server requests.
 */
export function createPictureSource({ wordpress, homes, origins }: Options): PictureSource {
  const configured = wordpress === null ? null : new URL(wordpress);
  return (url) => {
    if (configured && isAt(url, configured.origin)) return url;
    if (origins.some((origin) => isAt(url, origin))) return url;
    if (!configured || !/^https?:$/.test(url.protocol)) return null;
    for (const home of homes()) {
      const base = URL.parse(home);
      const folder = folderOf(base);
      if (base?.host !== url.host || !url.pathname.startsWith(`${folder}/`)) continue;
      return new URL(
        folderOf(configured) + url.pathname.slice(folder.length) + url.search,
        configured.origin,
      );
    }
    return null;
  };
}

function folderOf(home: URL | null): string {
  return home?.pathname.replace(/\/+$/, '') ?? '';
}

/** If http is allowed for a host, so is https. */
function isAt(url: URL, origin: string): boolean {
  return url.origin === origin || (url.protocol === 'https:' && origin === `http://${url.host}`);
}

/** Returns the URL of a picture that may be fetched; null for an SVG, and for any other URL. */
export function pictureUrl(url: string, source: PictureSource): URL | null {
  const read = URL.parse(url);
  if (!read || /\.svgz?$/i.test(read.pathname)) return null;
  // Old posts may contain http URLs from before the site used https.
  if (!source(read) && read.protocol === 'http:') read.protocol = 'https:';
  if (!source(read)) return null;
  read.hash = '';
  return read;
}
