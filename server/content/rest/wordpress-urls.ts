/** The URLs of a WordPress site and of its REST API, both without a trailing slash. */
export interface WordPressUrls {
  /** The URL of the site: links below it become our routes. */
  home: string;
  /** The REST root if permalinks are enabled: `…/wp-json`. */
  root: string;
}

/**
 * Parses `WORDPRESS_API_URL`, which may be the URL of the site, its REST root or `…/wp-json/wp/v2`. Drops
 * credentials, query and fragment. Throws an `Error` if it is not a URL.
 */
export function parseWordPressUrls(address: string): WordPressUrls {
  const url = URL.parse(address);
  if (!url) throw new Error('WORDPRESS_API_URL is not an address. Write it like https://cms.example.com.');
  const path = url.pathname.replace(/\/+$/, '').replace(/\/wp\/v2$/, '');
  const folder = path.replace(/\/index\.php$/, '').replace(/(?:\/index\.php)?\/wp-json$/, '');
  const home = url.origin + folder;
  // A custom REST prefix (`…/api/wp/v2`) is used instead of `wp-json`.
  const custom = /\/wp\/v2\/?$/.test(url.pathname) && path === folder && path !== '';
  return custom
    ? { home: url.origin + path.replace(/\/[^/]+$/, ''), root: url.origin + path }
    : { home, root: path.endsWith('/wp-json') ? url.origin + path : `${home}/wp-json` };
}
