import { Router, type Response } from 'express';
import { pictureFormat, readPictureAddress } from './picture-address.ts';
import type { Pictures } from './pictures.ts';

/** `/media/<key>/<width>`: serves pictures from WordPress in the best format for the browser. */
export function createPictureRoutes(pictures: Pick<Pictures, 'get'>): Router {
  const router = Router();
  router.get('/media/:key/:width', async (request, response) => {
    const asked = readPictureAddress(request.path);
    if (!asked) return sendNothing(response);
    const format = pictureFormat(request.get('accept'), asked.width);
    const picture = await pictures.get(asked.key, asked.width, format);
    response.vary('Accept');
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
    response.set({
      'Cache-Control': picture.exact ? 'public, max-age=31536000, immutable' : 'no-cache',
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
