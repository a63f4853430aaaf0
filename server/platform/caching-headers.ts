import type { Response } from 'express';
import type { ServerResponse } from 'node:http';

/** The purge key of every response that may change. Purging it empties the CDN, except for files that never change. */
export const ALL_PURGE_KEY = 'all';
/**
 * The purge key of responses that may depend on any content: not found, redirects, feeds, sitemap. Each change of the
 * content purges it.
 */
export const CONTENT_PURGE_KEY = 'content';
/** The purge key of files that never change at their URL. Only an administrator purges it. */
const FILES_KEY = 'files';

/**
 * The Cache-Control of responses that browsers revalidate on each view, where a CDN may keep them. Without a CDN, it is
 * `no-cache`.
 */
export const REVALIDATE_CACHE_CONTROL = 'public, max-age=0';

/** How long a CDN keeps a response whose purge keys name all content in it, so that each change purges it. */
export const LONG_CDN_TTL_SECONDS = 86_400;
/** How long a CDN keeps other responses, and all responses if it gets no purge requests. */
export const SHORT_CDN_TTL_SECONDS = 60;
/** How long a CDN may send an outdated response if this server does not respond, or responds with an error. */
const STALE_IF_ERROR_SECONDS = 604_800;
/** How long a CDN may send an outdated response while it requests a new one. */
const STALE_WHILE_REVALIDATE_SECONDS = 60;
/** How long browsers keep redirects. Without a Cache-Control, they may keep a 301 forever. */
const REDIRECT_SECONDS = 300;

/** How a response is cached by browsers and by a CDN. */
export interface CachePolicy {
  /** The part of Cache-Control for browsers. */
  browser: string;
  /** How long the CDN keeps the response. With 0, it requests the response each time. */
  seconds: number;
  /** Whether the response changes by itself at a known time, after which the CDN must not send the old one. */
  isTimed?: boolean;
  keys: readonly string[];
}

/**
 * Returns the headers of a response that a CDN may keep. `stale-while-revalidate` is only in headers that browsers
 * ignore, because Chromium would show an outdated page after an edit. These headers repeat `stale-if-error`, because
 * Cloudflare ignores it in a Cache-Control with `s-maxage`.
 */
export function cdnCacheHeaders({
  browser,
  seconds,
  isTimed = false,
  keys,
}: CachePolicy): Record<string, string> {
  const stale = `stale-if-error=${STALE_IF_ERROR_SECONDS}`;
  const meanwhile =
    isTimed || seconds === 0 ? '' : `stale-while-revalidate=${STALE_WHILE_REVALIDATE_SECONDS}, `;
  const targeted = `max-age=${seconds}, ${meanwhile}${stale}`;
  return {
    'Cache-Control': `${browser}, s-maxage=${seconds}, ${stale}`,
    // RFC 9213: Cloudflare and others. Fastly reads its own header, and removes it.
    'CDN-Cache-Control': targeted,
    'Surrogate-Control': targeted,
    ...keyHeaders(keys),
  };
}

/** Returns the purge keys in the headers of Fastly and of Cloudflare. */
function keyHeaders(keys: readonly string[]): Record<string, string> {
  return { 'Surrogate-Key': keys.join(' '), 'Cache-Tag': keys.join(',') };
}

interface Caching {
  /** Cache-Control without a CDN, or for browsers if there is one. */
  browser: string;
  /**
   * `forever`: the response never changes at its URL. `build`: it changes with a new version of the site. `content`: it
   * may depend on any content.
   */
  until: 'forever' | 'build' | 'content';
}

/** Sets the caching headers of a public response without cookies. Returns whether a CDN may keep it. */
export type SetCachingHeaders = (response: ServerResponse, caching: Caching) => boolean;

interface Options {
  /** Null without a CDN. */
  cdn: { purgeUrl: string | null } | null;
  isStopping?: () => boolean;
}

/** Creates the function that sets caching headers. Without a CDN, it sets Cache-Control only. */
export function createCachingHeaderSetter({ cdn, isStopping = () => false }: Options): SetCachingHeaders {
  return (response, { browser, until }) => {
    if (!cdn) {
      response.setHeader('Cache-Control', browser);
      return false;
    }
    // The id belongs to one request, but the CDN sends the response to many.
    response.removeHeader('X-Request-Id');
    const headers =
      until === 'forever'
        ? { 'Cache-Control': browser, ...keyHeaders([FILES_KEY]) }
        : cdnCacheHeaders({
            browser: browser === 'no-cache' ? REVALIDATE_CACHE_CONTROL : browser,
            // The next server may have purged the CDN already while this one stops, so the CDN keeps this only briefly.
            seconds:
              until === 'build' && cdn.purgeUrl !== null && !isStopping()
                ? LONG_CDN_TTL_SECONDS
                : SHORT_CDN_TTL_SECONDS,
            keys: until === 'build' ? [ALL_PURGE_KEY] : [ALL_PURGE_KEY, CONTENT_PURGE_KEY],
          });
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    return true;
  };
}

/**
 * Adds `private` to Cache-Control before the headers are sent, unless it has `public`. Otherwise Fastly would keep
 * responses with `no-store`, and responses without Cache-Control, for some minutes.
 */
export function markResponsePrivate(response: ServerResponse): void {
  response.writeHead = new Proxy(response.writeHead.bind(response), {
    apply(writeHead, self, given) {
      const caching = response.getHeader('Cache-Control') ?? 'no-cache';
      if (!/\b(?:public|private)\b/.test(String(caching)))
        response.setHeader('Cache-Control', `private, ${String(caching)}`);
      return Reflect.apply(writeHead, self, given);
    },
  });
}

/** Sends a redirect that browsers keep for a short time, because it may change, or a page may take its address. */
export function sendRedirect(
  response: Response,
  status: 301 | 302,
  to: string,
  setCaching: SetCachingHeaders,
): void {
  const isShared = setCaching(response, {
    browser: `public, max-age=${REDIRECT_SECONDS}`,
    until: 'content',
  });
  // Express’s own redirect has a text that depends on Accept, which CDNs ignore.
  if (isShared) response.status(status).location(to).end();
  else response.redirect(status, to);
}
