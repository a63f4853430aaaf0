import type { WordPressConfig } from '../../platform/config/config.ts';
import { createPublicFetch, type PublicFetch } from '../../platform/security/public-fetch.ts';
import { parseWordPressUrls } from './wordpress-urls.ts';
import { wordPressRequestHeaders } from './wordpress-client.ts';

/**
 * Creates the `fetch` for files in content, such as pictures. It connects only to WordPress and to public IP addresses.
 * The password of a proxy in front of WordPress is sent only to the origin of WordPress. `send` replaces the network
 * connection, for tests.
 */
export function createFileFetch(
  wordpress: Pick<WordPressConfig, 'url' | 'proxy'> | null,
  send?: PublicFetch,
): PublicFetch {
  if (!wordpress) return send ?? createPublicFetch([]);
  const { hostname, origin } = new URL(parseWordPressUrls(wordpress.url).home);
  const connect = send ?? createPublicFetch([hostname]);
  const { Authorization } = wordPressRequestHeaders(
    { credentials: null, proxy: wordpress.proxy },
    'anonymous',
  );
  if (Authorization === undefined) return connect;
  return async (url, init = {}) => {
    if (url.origin !== origin) return connect(url, init);
    const { Headers } = await import('undici');
    const headers = new Headers(init.headers);
    headers.set('Authorization', Authorization);
    return connect(url, { ...init, headers: Object.fromEntries(headers) });
  };
}
