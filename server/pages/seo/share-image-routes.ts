import { Router, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import type { Content } from '../../content/content.ts';
import type { SetCachingHeaders } from '../../platform/caching-headers.ts';
import { requestIdOf } from '../../platform/logging/request-id.ts';
import { pagePathOfShareImage } from '../../media/share-card.ts';
import { createShareImages, type ShareImage } from '../../media/share-images.ts';

interface Options {
  content: Content;
  log: Logger;
  setCaching: SetCachingHeaders;
}

/**
 * `/share/<path>.png`: serves share images of public pages. Browsers cache them if `?v=` has the current version. If an
 * image cannot be generated, redirects to the share image in the site settings.
 */
export function createShareImageRoutes({ content, log, setCaching }: Options): Router {
  const images = createShareImages({ scenes: content.scenes, pictures: content.pictures, log });
  const router = Router();
  router.get(/^\/share\/.+\.png$/, async (request, response) => {
    const path = pagePathOfShareImage(request.path.slice('/share'.length, -'.png'.length));
    const resolved = await content.resolve({ path });
    if (!resolved) return sendBusy(response);
    const { answer, frame } = resolved;
    if (answer.status !== 200) return sendNothing(response);
    const { share } = answer;
    try {
      const image = await images.image(share);
      if (image) send(image, share.version, { request, response, setCaching });
      else sendBusy(response);
    } catch (error) {
      const requestId = requestIdOf(request, response);
      log.error({ event: 'share-image-failed', requestId, path, err: error });
      response.set('Cache-Control', 'no-store').redirect(302, frame.settings.seo.shareImage);
    }
  });
  return router;
}

interface Exchange extends Pick<Options, 'setCaching'> {
  request: Request;
  response: Response;
}

function send(
  { png, whole }: ShareImage,
  version: string,
  { request, response, setCaching }: Exchange,
): void {
  if (whole && request.query.v === version)
    setCaching(response, { browser: 'public, max-age=31536000, immutable', until: 'forever' });
  else setCaching(response, { browser: 'no-cache', until: 'content' });
  response.set({
    ETag: `"${version}${whole ? '' : '-plain'}"`,
    // Share images are meant for display on other sites.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  if (request.fresh) response.status(304).end();
  else response.type('png').send(png);
}

function sendNothing(response: Response): void {
  response.status(404).set('Cache-Control', 'no-cache');
  response.type('text').send('There is no page with this share image.');
}

function sendBusy(response: Response): void {
  response.status(503).set({ 'Cache-Control': 'no-store', 'Retry-After': '10' }).end();
}
