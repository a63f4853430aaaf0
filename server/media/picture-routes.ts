import { Router, type Response } from 'express';
import type { Config } from '../platform/config/config.ts';
import { createCachingHeaderSetter, type SetCachingHeaders } from '../platform/caching-headers.ts';
import { negotiatePictureFormat, readPictureAddress } from './picture-address.ts';
import type { PictureService } from './pictures.ts';

interface Options {
  config: Pick<Config, 'cdn'>;
  setCaching: SetCachingHeaders;
}

/**
 * Serves the content's pictures at `/media/<key>/<width>`, in the best format for the browser. With a CDN, only the
 * URL decides, because CDNs ignore `Accept`: `<width>.webp` is WebP, and without an ending it is JPEG or PNG.
 */
export function createPictureRoutes(
  pictures: Pick<PictureService, 'get'>,
  { config, setCaching }: Options = {
    config: { cdn: null },
    setCaching: createCachingHeaderSetter({ cdn: null }),
  },
): Router {
  const router = Router();
  router.get('/media/:key/:width', async (request, response) => {
    const asked = readPictureAddress(request.path);
    if (!asked) return sendNothing(response);
    const negotiated = config.cdn ? 'plain' : negotiatePictureFormat(request.get('accept'), asked.width);
    const format = asked.format ?? negotiated;
    const picture = await pictures.get(asked.key, asked.width, format);
    if (!config.cdn && asked.format === null) response.vary('Accept');
    if (picture === 'unknown') return sendNothing(response);
    if (picture === 'busy') {
      response.status(503).set({ 'Cache-Control': 'no-store', 'Retry-After': '5' }).end();
      return;
    }
    if (picture === 'failed') {
      response.status(502).set('Cache-Control', 'no-store').type('text');
      response.send('The original of this picture cannot be had.');
      return;
    }
    if (picture.exact)
      setCaching(response, { browser: 'public, max-age=31536000, immutable', until: 'forever' });
    else response.set('Cache-Control', 'no-cache');
    response.set({
      ETag: `"${picture.hash}"`,
      // Other sites show these pictures in link previews.
      'Cross-Origin-Resource-Policy': 'cross-origin',
    });
    if (request.fresh) response.status(304).end();
    else response.type(picture.type).send(picture.bytes);
  });
  return router;
}

function sendNothing(response: Response): void {
  response.status(404).set('Cache-Control', 'no-cache');
  response.type('text').send('There is no such picture.');
}
