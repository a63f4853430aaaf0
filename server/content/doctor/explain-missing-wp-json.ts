const INSTEAD = 'The REST API is read at ?rest_route=.';

/**
 * Returns why the REST API responds at `?rest_route=` and not at `/wp-json` below `home`, with the fix. `link` is
 * WordPress's `Link` header, which contains the address of the REST API and thus shows whether permalinks are on.
 */
export function explainMissingWpJson(
  home: string,
  link: string | undefined,
): { detail: string; fix: string } {
  const named = namedRoot(link);
  if (!named || named.searchParams.has('rest_route')) {
    return {
      detail: `WordPress has plain permalinks. ${INSTEAD}`,
      fix: 'Choose “Post name” under Settings › Permalinks in WordPress.',
    };
  }
  const { origin, pathname: folder } = new URL(`${home}/`);
  const path = named.pathname.replace(/\/$/, '');
  if (path !== `${folder}wp-json`) {
    return {
      detail: `WordPress has its REST API at ${path}. ${INSTEAD}`,
      fix: `Set the address of WordPress to ${origin}${path}/wp/v2.`,
    };
  }
  return {
    detail: `Permalinks are on, but the web server does not pass ${path} on to WordPress. ${INSTEAD}`,
    fix:
      'Apache: switch on mod_rewrite and .htaccess (AllowOverride All), then press “Save Changes” under Settings › Permalinks. ' +
      `nginx: set “try_files $uri $uri/ ${folder}index.php?$args;” in “location ${folder}”.`,
  };
}

/**
 * Returns the address of the REST API from the `Link` header that WordPress sends with each response; null without
 * one.
 */
function namedRoot(link = ''): URL | null {
  return URL.parse(/<([^>]*)>;\s*rel="https:\/\/api\.w\.org\/"/.exec(link)?.[1] ?? '');
}
