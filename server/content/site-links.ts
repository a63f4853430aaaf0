/** Turns addresses that editors wrote into addresses for visitors. */
export interface SiteLinks {
  /** The address for visitors: a route of ours, or an address elsewhere. Null when it may not be used. */
  resolve(address: string): string | null;
}

// Stands in for "this site" while an address is read; `.invalid` can never be a real host (RFC 2606).
const HERE = 'http://here.invalid';
const SCHEMES = new Set(['http:', 'https:', 'mailto:', 'tel:', 'sms:']);
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
  return {
    resolve(address) {
      const trimmed = address.trim();
      const url = trimmed === '' ? null : URL.parse(trimmed, HERE);
      if (!url || !SCHEMES.has(url.protocol)) return null;
      if (trimmed.startsWith('#')) return url.hash === '' ? null : url.hash;
      if (url.protocol !== 'http:' && url.protocol !== 'https:') return url.href;
      if (url.origin === HERE) {
        if (!WORDPRESS_OWN.test(url.pathname)) return routeOf(url.pathname) + url.search + url.hash;
        const [home] = bases;
        return home ? home.origin + home.folder + url.pathname + url.search + url.hash : url.pathname;
      }
      const base = bases.find(
        ({ host, folder }) => host === url.host && `${url.pathname}/`.startsWith(`${folder}/`),
      );
      if (!base) return url.href;
      const path = url.pathname.slice(base.folder.length);
      // `?page_id=7` names a page that only WordPress can find.
      if (WORDPRESS_OWN.test(path) || /[?&](?:p|page_id|attachment_id)=/.test(url.search)) return url.href;
      return routeOf(path) + url.search + url.hash;
    },
  };
}

/** A WordPress path as our route: no slash at the end, `/home` is `/`. */
function routeOf(pathname: string): string {
  const path = pathname
    .replace(/\/{2,}/g, '/')
    .replace(/^\/index\.php(?=\/|$)/, '')
    .replace(/\/$/, '');
  return path === '' || path === '/home' ? '/' : path;
}
