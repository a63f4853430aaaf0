import { Router, type Request } from 'express';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import type { ContentGateway, Frame, HomeLayout, RouteAnswer } from '../content/gateway.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { keepPage, type KeptPage } from './kept-page.ts';
import { redirectOf } from './redirects.ts';
import { renderDocument } from './render-document.ts';
import { sendKept } from './send-kept.ts';
import type { SiteBuild } from './site-build.ts';

interface Options {
  config: Config;
  gateway: ContentGateway;
  build: SiteBuild;
  log: Logger;
  /** The address visitors use, without a path. */
  origin: () => string;
}

interface Kept {
  frame: Frame;
  version: number;
  page: Promise<KeptPage>;
}

/** Answers every path with its page: kept as long as its content is the same, rendered once where it is not. */
export function pageRoutes({ config, gateway, build, log, origin }: Options): Router {
  // A route's answer keeps its identity until its content changes, so it is the key of what was made of it.
  const kept = new WeakMap<RouteAnswer, Kept>();
  let notFound: Kept | undefined;
  const imageOrigins = config.wordpress ? [new URL(config.wordpress.url).origin] : [];

  const make = async (
    request: Request,
    layout: HomeLayout | undefined,
    answer: RouteAnswer,
    frame: Frame,
  ): Promise<KeptPage> => {
    const { html, css } = await renderDocument(
      { gateway, build, log, origin: origin(), showFaults: config.dev },
      {
        path: request.path,
        address: layout ? `${request.path}?layout=${layout}` : request.path,
        ...(layout ? { layout } : {}),
      },
      answer,
      frame,
    );
    const policy = contentSecurityPolicy({
      styles: [css],
      imageOrigins,
      dev: config.dev,
      secure: origin().startsWith('https:'),
    });
    return keepPage({ status: answer.status, html, policy });
  };

  const router = Router();
  router.get(/.*/, async (request, response) => {
    const moved = redirectOf(request.path);
    if (moved) {
      const query = request.originalUrl.indexOf('?');
      response.redirect(301, query < 0 ? moved : moved + request.originalUrl.slice(query));
      return;
    }
    const layout = layoutOf(request);
    const [answer, frame] = await Promise.all([
      gateway.route(request.path, layout ? { layout } : {}),
      gateway.frame(),
    ]);
    const version = build.version();
    const old = answer.status === 404 ? notFound : kept.get(answer);
    if (old && old.frame === frame && old.version === version) {
      sendKept(request, response, await old.page);
      return;
    }
    const fresh: Kept = { frame, version, page: make(request, layout, answer, frame) };
    if (answer.status === 404) notFound = fresh;
    else kept.set(answer, fresh);
    fresh.page.catch(() => {
      // A rendering that failed is not kept: the next visitor gets a new try.
      if (notFound === fresh) notFound = undefined;
      if (kept.get(answer) === fresh) kept.delete(answer);
    });
    sendKept(request, response, await fresh.page);
  });
  return router;
}

/** The layout someone wants to look at: only the home page has a choice. */
function layoutOf(request: Request): HomeLayout | undefined {
  const { layout } = request.query;
  return request.path === '/' && (layout === 'content' || layout === 'lead-capture') ? layout : undefined;
}
