import express, { Router, type RequestHandler, type Response } from 'express';
import type { Logger } from 'pino';
import type { PreviewPageResponse } from '../../src/contracts/preview.ts';
import type { Content } from '../content/content.ts';
import { unsavedValuesSchema } from '../content/preview/preview-entry.ts';
import { PREVIEW_HEADER } from '../content/preview/preview-token.ts';
import type { PreviewFault } from '../content/preview/previews.ts';
import { limitedBodyParser } from '../platform/security/limited-body.ts';
import type { Config } from '../platform/config/config.ts';
import { messagePage } from './render/message-page.ts';
import { createPreviewRenderer, withNoindex } from './render/preview-renderer.ts';
import type { SiteBuild } from './render/site-build.ts';

interface Options {
  config: Config;
  content: Content;
  build: SiteBuild;
  origin: () => string;
  log: Logger;
}

const NEW_ONE = 'To get a new preview, open the page in WordPress and press <strong>Preview</strong>.';

const FAULTS: Readonly<Record<PreviewFault, { status: number; title: string; words: string }>> = {
  forged: {
    status: 403,
    title: 'This is not a preview link of this site',
    words: `It was changed on its way, or it belongs to another site. ${NEW_ONE} If that leads here again, the shared secret differs, or the clocks of both servers: compare it on Settings › Site settings in WordPress with WORDPRESS_WEBHOOK_SECRET.`,
  },
  expired: {
    status: 403,
    title: 'This preview has expired',
    words: `A preview lasts 15 minutes, and a shared link seven days. ${NEW_ONE}`,
  },
  revoked: {
    status: 403,
    title: 'This preview link was revoked',
    words: `Ask the person who sent it for a new one. ${NEW_ONE}`,
  },
  gone: {
    status: 403,
    title: 'This page cannot be previewed any more',
    words: `It was deleted, or the person who made the link may no longer edit it. ${NEW_ONE}`,
  },
  empty: {
    status: 404,
    title: 'There is nothing to preview yet',
    words:
      'No section of this page can be shown. Fill in a section in WordPress, then press <strong>Preview</strong> again.',
  },
  unavailable: {
    status: 503,
    title: 'The preview cannot be made just now',
    words:
      'WordPress did not answer. Check that the companion plugin is active and up to date, and try again in a moment.',
  },
};

/** Whether a URL is that of a preview: `/preview` with a token. Without one, it is that of a page with this slug. */
export function isPreviewUrl(url: string | undefined): boolean {
  return url?.startsWith('/preview?') === true && new URLSearchParams(url.slice(9)).has('token');
}

/**
 * Creates the routes of previews: the document, its updates while the editor types, and the shared link. Responses
 * are neither cached nor stored.
 */
export function createPreviewRoutes({ config, content, build, origin, log }: Options): Router {
  const router = Router();
  const render = createPreviewRenderer({ config, content, build, origin });
  const { previews } = content;

  router.get('/preview', async (request, response, next) => {
    const { token, live } = request.query;
    if (typeof token !== 'string') return next();
    keepPrivate(response);
    const preview = previews ? await previews.open(token) : 'forged';
    if (typeof preview === 'string') return sendFault(response, preview);
    log.info({ event: 'preview', post: preview.payload.post, kind: preview.payload.kind });
    const { html, policy } = await render({ preview, token, live: live === '1' });
    response.set({ 'Content-Security-Policy': policy, [PREVIEW_HEADER]: String(preview.payload.post) });
    response.type('html').send(html);
  });

  // Requests without a valid token are rejected before their body is read.
  const withToken: RequestHandler = (request, response, next) => {
    keepPrivate(response);
    const fault = previews ? previews.fault(tokenOf(request.query.token)) : 'forged';
    if (fault === null) next();
    else sendJsonFault(response, fault);
  };

  router.post(
    '/preview/page',
    withToken,
    limitedBodyParser(express.json, { limit: 8 * 1024 * 1024 }),
    async (request, response) => {
      const values = unsavedValuesSchema.safeParse(request.body);
      if (!previews || !values.success) {
        response.status(400).json({ error: 'These are not the values of a page.' });
        return;
      }
      const preview = await previews.update(tokenOf(request.query.token), values.data);
      if (typeof preview === 'string') return sendJsonFault(response, preview);
      const update: PreviewPageResponse = { document: withNoindex(preview.found.document) };
      response.json(update);
    },
  );

  router.post('/preview/share', withToken, async (request, response) => {
    const link = previews ? await previews.share(tokenOf(request.query.token)) : 'forged';
    if (typeof link === 'string') sendJsonFault(response, link);
    else response.json(link);
  });
  return router;
}

function tokenOf(given: unknown): string {
  return typeof given === 'string' ? given : '';
}

/** Allows framing, and sets headers that prevent caching, indexing, and passing the URL on as a referrer. */
function keepPrivate(response: Response): void {
  // The Content-Security-Policy lists the origins that may frame the preview. X-Frame-Options cannot list origins.
  response.removeHeader('X-Frame-Options');
  response.set({
    'Cache-Control': 'no-store',
    'X-Robots-Tag': 'noindex, nofollow',
    'Referrer-Policy': 'no-referrer',
  });
}

function sendFault(response: Response, fault: PreviewFault): void {
  const { status, title, words } = FAULTS[fault];
  const page = messagePage(title, words);
  response.status(status).set('Content-Security-Policy', page.policy).type('html').send(page.html);
}

function sendJsonFault(response: Response, fault: PreviewFault): void {
  const { status, title } = FAULTS[fault];
  response.status(status).json({ fault, error: `${title}.` });
}
