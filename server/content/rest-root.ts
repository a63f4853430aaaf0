/** Where a WordPress site and its REST API stand. No slash at the end of either. */
export interface RestRoot {
  /** The site: links below it are our routes. */
  home: string;
  /** The REST root with permalinks: `…/wp-json`. */
  root: string;
}

/**
 * Reads `WORDPRESS_API_URL`, which may be the site, its REST root or `…/wp-json/wp/v2`. Credentials in it, a
 * query and a fragment are dropped. Throws when it is no address.
 */
export function restRoot(address: string): RestRoot {
  const url = URL.parse(address);
  if (!url) throw new Error('WORDPRESS_API_URL is no address. Write it like https://cms.example.com.');
  const path = url.pathname.replace(/\/+$/, '').replace(/\/wp\/v2$/, '');
  const folder = path.replace(/\/index\.php$/, '').replace(/(?:\/index\.php)?\/wp-json$/, '');
  const home = url.origin + folder;
  // A REST prefix of the site's own (`…/api/wp/v2`) stands in for `wp-json`.
  const custom = /\/wp\/v2\/?$/.test(url.pathname) && path === folder && path !== '';
  return custom
    ? { home: url.origin + path.replace(/\/[^/]+$/, ''), root: url.origin + path }
    : { home, root: path.endsWith('/wp-json') ? url.origin + path : `${home}/wp-json` };
}
