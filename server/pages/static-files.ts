import express, { type RequestHandler, Router } from 'express';
import path from 'node:path';
import { filesBelow } from './compress-build.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const AN_HOUR = 'public, max-age=3600';

/**
 * Serves the files of the build. Files under `assets/` have a content hash in their name and never change. Browsers
 * that accept Brotli receive the compressed copies.
 */
export async function staticFiles(folder: string): Promise<Router> {
  const cacheControl = (file: string) => (file.startsWith('/assets/') ? FOREVER : AN_HOUR);
  // A build does not change while it is served, so paths that are not in this set are never looked up on disk.
  const files = new Set((await filesBelow(folder)).map((file) => `/${file.replaceAll(path.sep, '/')}`));
  const sendCopy: RequestHandler = (request, response, next) => {
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (!reads || !files.has(request.path)) return next('router');
    if (!files.has(`${request.path}.br`)) return next();
    response.vary('Accept-Encoding');
    if (!request.acceptsEncodings('br')) return next();
    response.type(path.extname(request.path));
    const options = {
      root: folder,
      cacheControl: false,
      acceptRanges: false,
      headers: { 'Content-Encoding': 'br', 'Cache-Control': cacheControl(request.path) },
    };
    response.sendFile(`${request.path.slice(1)}.br`, options, (error) => {
      // If the compressed copy is missing, send the original file. Once headers are sent, the visitor has disconnected.
      if (error && !response.headersSent) next();
    });
  };
  const router = Router();
  router.use(sendCopy);
  router.use(
    express.static(folder, {
      index: false,
      redirect: false,
      dotfiles: 'ignore',
      setHeaders: (response, file) => {
        response.set(
          'Cache-Control',
          cacheControl(`/${path.relative(folder, file).replaceAll(path.sep, '/')}`),
        );
      },
    }),
  );
  return router;
}
