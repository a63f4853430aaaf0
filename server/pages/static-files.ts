import express, { type RequestHandler, Router } from 'express';
import { createReadStream } from 'node:fs';
import path from 'node:path';
import { compressedFiles } from './compress-build.ts';

const FOREVER = 'public, max-age=31536000, immutable';
const AN_HOUR = 'public, max-age=3600';

/**
 * The files of the build. Those under `assets/` carry a hash of their content in their name and never change.
 * The compressed copies that the build made are sent where a browser takes them.
 */
export async function staticFiles(folder: string): Promise<Router> {
  const cacheControl = (file: string) => (file.startsWith('/assets/') ? FOREVER : AN_HOUR);
  const copies = await compressedFiles(folder);
  const sendCopy: RequestHandler = (request, response, next) => {
    const size = copies.get(request.path);
    const reads = request.method === 'GET' || request.method === 'HEAD';
    if (size === undefined || !reads || !request.acceptsEncodings('br')) return next();
    response.type(path.extname(request.path));
    response.set({
      'Content-Encoding': 'br',
      'Content-Length': String(size),
      'Cache-Control': cacheControl(request.path),
      Vary: 'Accept-Encoding',
    });
    if (request.method === 'HEAD') return response.end();
    createReadStream(path.join(folder, `${request.path}.br`))
      .on('error', next)
      .pipe(response);
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
