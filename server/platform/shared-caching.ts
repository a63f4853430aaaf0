import type { Response } from 'express';
import type { ServerResponse } from 'node:http';

/** The key of every answer that may change. Purging it empties the CDN, except for files that never change. */
export const ALL_KEY = 'all';
/** The key of answers that may depend on any content: not found, redirects, feeds, the sitemap. Each change purges it. */
export const CONTENT_KEY = 'content';
/** The key of files that never change at their address. Only an administrator purges it. */
const FILES_KEY = 'files';

/** How long a CDN keeps an answer that names what it was made of, and whose keys are purged when that changes. */
export const LONG_SECONDS = 86_400;
/** How long a CDN keeps other answers, and any answer if it is not told about changes. */
export const SHORT_SECONDS = 60;
/** How long a CDN may send an outdated answer if this server does not answer. */
const STALE_IF_ERROR_SECONDS = 604_800;
/** How long a CDN may send an outdated answer while it asks for the next one. */
const STALE_WHILE_REVALIDATE_SECONDS = 60;
/** How long browsers keep redirects that say nothing themselves. They would keep them for good. */
const REDIRECT_SECONDS = 300;

export interface SharedAnswer {
  /** The part of Cache-Control for browsers. */
  browser: string;
  /** How long the CDN keeps it. 0: the CDN asks each time. */
  seconds: number;
  /** Whether the answer changes by itself at a known time, so that an outdated one must not be sent meanwhile. */
  isTimed?: boolean;
  keys: readonly string[];
}

/**
 * Returns the headers of an answer that a CDN may keep. `stale-while-revalidate` is only in the headers that browsers
 * ignore: Chromium would show an outdated page after an edit. They also bring `stale-if-error` to Cloudflare, which
 * ignores it beside `s-maxage`.
 */
export function sharedHeaders({
  browser,
  seconds,
  isTimed = false,
  keys,
}: SharedAnswer): Record<string, string> {
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

/** Returns the same keys for Fastly and for Cloudflare. */
function keyHeaders(keys: readonly string[]): Record<string, string> {
  return { 'Surrogate-Key': keys.join(' '), 'Cache-Tag': keys.join(',') };
}

interface Caching {
  /** Cache-Control without a CDN, or for browsers if there is one; null for none. */
  browser: string | null;
  /**
   * `forever`: the answer never changes at its address. `build`: it changes with a new version of the site. `content`:
   * it may depend on any content.
   */
  until: 'forever' | 'build' | 'content';
}

/** Sets the caching headers of a public answer without cookies. Returns whether a CDN may keep it. */
export type SetCaching = (response: ServerResponse, caching: Caching) => boolean;

interface Options {
  /** Null without a CDN. */
  cdn: { purgeUrl: string | null } | null;
  isStopping?: () => boolean;
}

/** Creates the function that sets caching headers. Without a CDN, it sets Cache-Control only. */
export function createSetCaching({ cdn, isStopping = () => false }: Options): SetCaching {
  return (response, { browser, until }) => {
    if (!cdn) {
      if (browser !== null) response.setHeader('Cache-Control', browser);
      return false;
    }
    // It belongs to one request, while the answer is sent to many.
    response.removeHeader('X-Request-Id');
    const headers =
      until === 'forever'
        ? { 'Cache-Control': browser ?? 'no-cache', ...keyHeaders([FILES_KEY]) }
        : sharedHeaders({
            browser:
              browser === 'no-cache'
                ? 'public, max-age=0'
                : (browser ?? `public, max-age=${REDIRECT_SECONDS}`),
            // The next version of the site may have started already, and have purged what this one has sent.
            seconds:
              until === 'build' && cdn.purgeUrl !== null && !isStopping() ? LONG_SECONDS : SHORT_SECONDS,
            keys: until === 'build' ? [ALL_KEY] : [ALL_KEY, CONTENT_KEY],
          });
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
    return true;
  };
}

/**
 * Marks an answer as private before its headers are sent, unless it is public. Fastly keeps answers with `no-store`, and
 * those without Cache-Control, for some minutes.
 */
export function keepPrivate(response: ServerResponse): void {
  response.writeHead = new Proxy(response.writeHead.bind(response), {
    apply(writeHead, self, given) {
      const caching = response.getHeader('Cache-Control') ?? 'no-cache';
      if (!/\b(?:public|private)\b/.test(String(caching)))
        response.setHeader('Cache-Control', `private, ${String(caching)}`);
      return Reflect.apply(writeHead, self, given);
    },
  });
}

/** Sends a redirect. `browser` is its Cache-Control for browsers, as in `Caching`. */
export function sendRedirect(
  response: Response,
  status: 301 | 302,
  to: string,
  { setCaching, browser = null }: { setCaching: SetCaching; browser?: string | null },
): void {
  const isShared = setCaching(response, { browser, until: 'content' });
  // Express’s own redirect has a text that depends on Accept, which CDNs ignore.
  if (isShared) response.status(status).location(to).end();
  else response.redirect(status, to);
}
