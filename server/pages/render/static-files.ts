import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import type { RequestHandler } from 'express';
import sirv from 'sirv';
import type { SetCachingHeaders } from '../../platform/caching-headers.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const AN_HOUR = 'public, max-age=3600';
/** For scripts without a hash in their name: a cached script could import files that the build no longer has. */
const REVALIDATED = 'no-cache';

/**
 * Serves the files of the build, compressed if the client accepts it. Files under `assets/` have a content hash in
 * their name and never change. A build does not change while it is served, so other paths are never looked up on disk.
 */
export function createStaticFileHandler(folder: string, setCaching: SetCachingHeaders): RequestHandler {
  const serve = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    extensions: [],
    setHeaders: (response, path) => {
      const browser = cacheControl(path);
      setCaching(response, { browser, until: browser === FOREVER ? 'forever' : 'build' });
    },
  });
  return (request, response, next) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return next();
    // sirv responds wrongly to other kinds of ranges. A server may ignore this header (RFC 9110, 14.2).
    if (!hasPlainRange(request)) delete request.headers.range;
    // sirv leaves a file open if the client disconnects halfway.
    response.once('pipe', (file: Readable) => response.once('close', () => file.destroy()));
    serve(request, response, next);
  };
}

function cacheControl(path: string): string {
  if (path.startsWith('/assets/')) return FOREVER;
  return path.endsWith('.js') ? REVALIDATED : AN_HOUR;
}

/** Whether a request has one byte range with a start, such as `bytes=0-99` or `bytes=100-`, and no `If-Range`. */
function hasPlainRange({ headers }: IncomingMessage): boolean {
  const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(headers.range ?? '') ?? [];
  if (start === undefined || headers['if-range'] !== undefined) return false;
  return end === '' || Number(end) >= Number(start);
}
