/** Returns the URL from which to fetch a picture; null if pictures may not be fetched from the given URL. */
export type PictureUrlResolver = (url: URL) => URL | null;

interface Options {
  /** The base URL of the content's source, usually WordPress; null if there is none. */
  wordpress: string | null;
  /** Returns the base URLs that WordPress or this site uses in the addresses of its files. */
  homes: () => readonly string[];
  /** The other origins that are allowed: those in `IMAGE_ORIGINS`, and those of video posters and avatars. */
  origins: readonly string[];
}

/**
 * Allows only pictures of the content's source and of `origins`. WordPress may report another URL as its own, such as
 * its public one. Pictures below that URL are fetched from the configured URL, so that a compromised WordPress cannot
 * choose which hosts this server requests.
 */
export function createPictureUrlResolver({ wordpress, homes, origins }: Options): PictureUrlResolver {
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

/** Returns whether a URL is at an origin. If http is allowed for a host, so is https. */
function isAt(url: URL, origin: string): boolean {
  return url.origin === origin || (url.protocol === 'https:' && origin === `http://${url.host}`);
}

/**
 * Returns the URL of a picture without its fragment, with https if only that is allowed. Returns null for an SVG, and
 * for a URL that `source` does not allow.
 */
export function fetchablePictureUrl(url: string, source: PictureUrlResolver): URL | null {
  const read = URL.parse(url);
  if (!read || /\.svgz?$/i.test(read.pathname)) return null;
  // Old posts may contain http URLs from before the site used https.
  if (!source(read) && read.protocol === 'http:') read.protocol = 'https:';
  if (!source(read)) return null;
  read.hash = '';
  return read;
}
