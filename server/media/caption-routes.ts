import { Router } from 'express';
import { LRUCache } from 'lru-cache';
import type { SetCachingHeaders } from '../platform/caching-headers.ts';
import { CAPTIONS_PATH_PATTERN } from './captions-path.ts';
import { fetchMedia, type MediaFetchOptions } from './fetch-media.ts';

const MAX_BYTES = 1_000_000;
const MAX_KEPT_BYTES = 8_000_000;
/** Milliseconds for which a file is cached. */
const FRESH_MS = 10 * 60_000;

/** Returns the URL of the file at a request's path; null if the media library has none there. */
type FindFile = (path: string) => string | null;

/**
 * Serves the captions of videos from this origin, because browsers load captions of another origin only with CORS
 * headers, which WordPress does not send. If WordPress does not answer, the last known captions are served.
 */
export function createCaptionRoutes(
  files: MediaFetchOptions,
  find: FindFile,
  setCaching: SetCachingHeaders,
): Router {
  const kept = new LRUCache<string, string>({
    maxSize: MAX_KEPT_BYTES,
    sizeCalculation: (text) => text.length + 1,
    ttl: FRESH_MS,
    allowStaleOnFetchRejection: true,
    fetchMethod: async (url) =>
      (await fetchMedia(url, { ...files, accept: 'text/vtt', limit: MAX_BYTES })).toString(),
  });
  const router = Router();
  router.get(CAPTIONS_PATH_PATTERN, async (request, response, next) => {
    const url = find(request.path);
    if (url === null) return next();
    const text = await kept.fetch(url).catch(() => undefined);
    if (text === undefined) {
      response.status(502).set('Cache-Control', 'no-store').type('text');
      response.send('These captions cannot be had at the moment.');
      return;
    }
    setCaching(response, { browser: `public, max-age=${FRESH_MS / 1000}`, until: 'content' });
    response.type('text/vtt').send(text);
  });
  return router;
}
