import { Router, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import type { ContentGateway } from '../content/gateway.ts';
import { requestIdOf } from '../machine/request-id.ts';
import { shareImages, type ShareImage } from './share-images.ts';

/** `/share/<path>.png`: the share images of public pages, and of nothing else. `?v=` names a version. */
export function shareRoutes(gateway: ContentGateway, log: Logger): Router {
  const images = shareImages({ scenes: gateway.scenes, log });
  const router = Router();
  router.get(/^\/share\/.+\.png$/, async (request, response) => {
    const path = request.path.slice('/share'.length, -'.png'.length);
    const answer = await gateway.route(path);
    if (answer.status === 503) return sendBusy(response);
    if (answer.status !== 200) return sendNothing(response);
    const { share } = answer;
    try {
      const image = await images.image(share);
      if (image) send(request, response, image, share.version);
      else sendBusy(response);
    } catch (error) {
      const requestId = requestIdOf(request, response);
      log.error({ event: 'share-image-failed', requestId, path, err: error });
      const { settings } = await gateway.frame();
      response.set('Cache-Control', 'no-store').redirect(302, settings.seo.shareImage);
    }
  });
  return router;
}

function send(request: Request, response: Response, { png, whole }: ShareImage, version: string): void {
  const lasting = whole && request.query.v === version;
  response.set({
    'Cache-Control': lasting ? 'public, max-age=31536000, immutable' : 'no-cache',
    ETag: `"${version}${whole ? '' : '-plain'}"`,
    // Made to be shown on other sites.
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
