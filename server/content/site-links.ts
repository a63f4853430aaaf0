/** Turns addresses that editors wrote into addresses for visitors. */
export interface SiteLinks {
  /** The address for visitors: a route of ours, or an address elsewhere. Null when it may not be used. */
  resolve(address: string): string | null;
  /** The address of a picture or other file: never a route. Null when it may not be used. */
  file(address: string): string | null;
  /** The origins of this site's addresses: its pictures come from there. */
  origins: readonly string[];
}

// Stands in for "this site" while an address is read; `.invalid` can never be a real host (RFC 2606).
const HERE = 'https://here.invalid';
const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:', 'sms:']);
// `?page_id=7` names a page that only WordPress can find.
const NAMED_BY_ID = /[?&](?:p|page_id|attachment_id)=/;
// What WordPress answers itself: files and its own screens are no routes of ours.
const WORDPRESS_OWN =
  /^\/(?:wp-content|wp-includes|wp-admin|wp-json|wp-login\.php|xmlrpc\.php|wp-comments-post\.php)(?:\/|$)/;

/**
 * Links of a site whose WordPress stands at `homes` (the first is where its files are), and which visitors may
 * also know under other addresses given there. Links into those become routes; `javascript:` and its kind are refused.
 */
export function siteLinks(homes: readonly string[]): SiteLinks {
  const bases = homes.flatMap((home) => {
    const url = URL.parse(home);
    return url ? [{ host: url.host, origin: url.origin, folder: url.pathname.replace(/\/+$/, '') }] : [];
  });
  /** A path of this site: what WordPress answers itself is at WordPress's address. */
  const ownPath = ({ pathname, search, hash }: URL, path: string) => {
    const [home] = bases;
    return WORDPRESS_OWN.test(pathname) && home
      ? home.origin + home.folder + pathname + search + hash
      : path + search + hash;
  };
  return {
    origins: [...new Set(bases.map(({ origin }) => origin))],
    resolve(address) {
      const url = read(address);
      if (!url) return null;
      if (address.trim().startsWith('#')) return url.hash === '' ? null : url.hash;
      if (url.protocol !== 'http:' && url.protocol !== 'https:') return url.href;
      if (url.origin === HERE) return ownPath(url, routeOf(url.pathname));
      const base = bases.find(
        ({ host, folder }) => host === url.host && `${url.pathname}/`.startsWith(`${folder}/`),
      );
      if (!base) return url.href;
      const path = routeOf(url.pathname.slice(base.folder.length));
      return isFile(path) || NAMED_BY_ID.test(url.search) ? url.href : path + url.search + url.hash;
    },
    file(address) {
      const url = read(address);
      if (!url || (url.protocol !== 'http:' && url.protocol !== 'https:')) return null;
      return url.origin === HERE ? ownPath(url, url.pathname.replace(/^\/{2,}/, '/')) : url.href;
    },
  };
}

function read(address: string): URL | null {
  const trimmed = address.trim();
  const url = trimmed === '' ? null : URL.parse(trimmed, HERE);
  return url && SCHEMES.has(url.protocol) ? url : null;
}

/** A slug has no dot: `/app/uploads/plan.pdf` is a file, wherever a site keeps its uploads. */
function isFile(path: string): boolean {
  return WORDPRESS_OWN.test(path) || /\.[a-z0-9]{2,5}$/i.test(path);
}

/** A WordPress path as our route: no slash at the end, `/home` is `/`. */
function routeOf(pathname: string): string {
  const path = pathname
    .replace(/\/{2,}/g, '/')
    .replace(/^\/index\.php(?=\/|$)/, '')
    .replace(/\/$/, '');
  return path === '' || path === '/home' ? '/' : path;
}
