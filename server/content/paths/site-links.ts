import { PLACEHOLDER_ORIGIN, parseLinkAddress } from '../../../src/contracts/link-address.ts';
import type { PictureUrlMapper } from '../../media/pictures.ts';

/** Converts URLs entered by editors into URLs for visitors. */
export interface LinkResolver {
  /** Returns the URL for visitors: one of our routes, a fragment, or another URL. Null if it is not allowed. */
  resolve(address: string): string | null;
  /**
   * Returns the path of a URL of this site, without a trailing slash. Null for other sites, and for URLs with a
   * query, such as `?p=7`.
   */
  pathOf(address: string): string | null;
  /** Returns the URL of a picture or other file, which is never a route. Null if it is not allowed. */
  file(address: string): string | null;
  /** The URLs of the site. */
  homes: readonly string[];
  /** Maps pictures to URLs on our own origin. */
  pictures: PictureUrlMapper;
}

/** The mapper for content without WordPress, whose pictures are files of this site and keep their URLs. */
const NO_PICTURES: PictureUrlMapper = { address: () => null };

/** The file extensions that a permalink structure such as `/%postname%.html` can have. */
export const PAGE_EXTENSION_PATTERN = /\.(?:html?|php|aspx?)$/i;
// Paths that WordPress serves itself, such as files and admin screens. They are not routes of ours.
const WORDPRESS_OWN = /^\/(?:wp-content|wp-includes|wp-admin|wp-json|wp-[a-z-]+\.php|xmlrpc\.php)(?:\/|$)/;

/**
 * Creates the link resolver of a site. `homes` contains all URLs of the site; the first is where WordPress has its
 * files. Links below these URLs become routes, except links to files. Schemes such as `javascript:` are rejected.
 */
export function createLinkResolver(
  homes: readonly string[],
  pictures: PictureUrlMapper = NO_PICTURES,
): LinkResolver {
  const bases = homes.flatMap((home) => {
    const url = URL.parse(home);
    return url ? [{ host: url.host, origin: url.origin, folder: url.pathname.replace(/\/+$/, '') }] : [];
  });
  const baseOf = (url: URL) =>
    bases.find(({ host, folder }) => host === url.host && `${url.pathname}/`.startsWith(`${folder}/`));
  /** Returns a path on this site, or the WordPress URL if WordPress serves the path itself. */
  const ownPath = ({ pathname, search, hash }: URL, path: string) => {
    const [home] = bases;
    return WORDPRESS_OWN.test(pathname) && home
      ? home.origin + home.folder + pathname + search + hash
      : path + search + hash;
  };
  return {
    homes,
    pictures,
    resolve(address) {
      const url = parseLinkAddress(address);
      if (!url) return null;
      // Earlier versions gave all ids in texts this prefix, so old links may still have it.
      url.hash = url.hash.replace(/^#user-content-/, '#');
      if (address.trim().startsWith('#')) return url.hash === '' ? null : url.hash;
      if (url.protocol !== 'http:' && url.protocol !== 'https:') return url.href;
      if (url.origin === PLACEHOLDER_ORIGIN) return ownPath(url, routeOf(url.pathname));
      const base = baseOf(url);
      if (!base) return url.href;
      const path = routeOf(url.pathname.slice(base.folder.length));
      return isFile(path) ? url.href : path + url.search + url.hash;
    },
    pathOf(address) {
      const url = parseLinkAddress(address);
      if (!url || url.search !== '') return null;
      const isPath = url.origin === PLACEHOLDER_ORIGIN && !address.trim().startsWith('#');
      const base = isPath ? { folder: '' } : baseOf(url);
      return base ? routeOf(url.pathname.slice(base.folder.length)) : null;
    },
    file(address) {
      const url = parseLinkAddress(address);
      if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
      return url.origin === PLACEHOLDER_ORIGIN
        ? ownPath(url, url.pathname.replace(/^\/{2,}/, '/'))
        : url.href;
    },
  };
}

/** Whether WordPress serves a path itself: its own folders, and files in any folder. Slugs have no dots. */
function isFile(path: string): boolean {
  return WORDPRESS_OWN.test(path) || (/\.[a-z0-9]{2,5}$/i.test(path) && !PAGE_EXTENSION_PATTERN.test(path));
}

/** Converts a WordPress path to our route, which has no `index.php` and no trailing slash. */
function routeOf(pathname: string): string {
  const path = pathname
    .replace(/\/{2,}/g, '/')
    .replace(/^\/index\.php(?=\/|$)/, '')
    .replace(/\/$/, '');
  return path === '' ? '/' : path;
}

/**
 * Returns a resolver that changes `/home` to `/`, unless `isOwnPage` returns true: then `/home` is a page of its own.
 */
export function withHomeAsRoot(links: LinkResolver, isOwnPage: () => boolean): LinkResolver {
  return {
    ...links,
    resolve(address) {
      const resolved = links.resolve(address);
      const rest = resolved === null ? null : /^\/home\/?(?<rest>$|[?#].*)/s.exec(resolved)?.groups?.rest;
      return rest == null || isOwnPage() ? resolved : `/${rest}`;
    },
  };
}
