import { Router, type Request, type Response } from 'express';
import type { Logger } from 'pino';
import type { MenuItem } from '../../src/content/types.ts';
import { isContentView } from '../../src/site/content-view.ts';
import type { Config } from '../config.ts';
import type { ContentGateway, Frame, HomeLayout, RouteAnswer } from '../content/gateway.ts';
import { contentSecurityPolicy } from './content-security-policy.ts';
import { errorPage } from './error-page.ts';
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

type PageAnswer = Extract<RouteAnswer, { status: 200 | 404 }>;

interface Kept {
  frame: Frame;
  imageOrigins: readonly string[];
  version: number;
  page: Promise<KeptPage>;
}

/** Answers every path with its page: kept as long as its content is the same, rendered once where it is not. */
export function pageRoutes({ config, gateway, build, log, origin }: Options): Router {
  // A route's answer keeps its identity until its content changes, so it is the key of what was made of it.
  const kept = new WeakMap<PageAnswer, Kept>();
  // The pages for what is not found, by the address they are rendered at: there are few of those.
  const notFound = new Map<string, Kept>();

  const make = async (
    path: string,
    layout: HomeLayout | undefined,
    answer: PageAnswer,
    frame: Frame,
    imageOrigins: readonly string[],
  ): Promise<KeptPage> => {
    const query = answer.status === 200 ? answer.query : undefined;
    const { html, css } = await renderDocument(
      {
        gateway,
        build,
        log,
        origin: origin(),
        showFaults: config.dev,
        settings: { measurementId: config.measurementId, leadEndpoint: config.leads.endpoint },
      },
      {
        path,
        address: addressOf(path, layout, query),
        ...(layout ? { layout } : {}),
      },
      answer,
      frame,
    );
    const policy = contentSecurityPolicy({
      styles: [css],
      imageOrigins: [...imageOrigins, ...config.imageOrigins],
      analytics: config.measurementId !== null,
      dev: config.dev,
      secure: origin().startsWith('https:'),
    });
    // What was asked with a query is seldom asked again: not worth the best compression.
    return keepPage({ status: answer.status, html, policy, often: query === undefined });
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
    const query = queryOf(request);
    const [answer, frame, imageOrigins] = await Promise.all([
      gateway.route(request.path, { ...(layout ? { layout } : {}), ...(query === '' ? {} : { query }) }),
      gateway.frame(),
      gateway.imageOrigins(),
    ]);
    if (answer.status === 301) return response.redirect(301, answer.to);
    if (answer.status === 503) return sendUnavailable(response);
    const shorter = answer.status === 200 ? cutAddress(query, answer.query) : null;
    if (shorter !== null) return response.redirect(302, `${request.path}?${shorter}`);
    const version = build.version();
    // One page is kept for all spellings of a path: it is rendered at none of them but at the page's own.
    const path = answer.status === 404 ? notFoundPath(request.path, frame.primary) : answer.document.path;
    const old = answer.status === 404 ? notFound.get(path) : kept.get(answer);
    if (old?.frame === frame && old.imageOrigins === imageOrigins && old.version === version) {
      sendKept(request, response, await old.page);
      return;
    }
    const page = make(path, layout, answer, frame, imageOrigins);
    const fresh: Kept = { frame, imageOrigins, version, page };
    if (answer.status === 404) notFound.set(path, fresh);
    else kept.set(answer, fresh);
    fresh.page.catch(() => {
      // A rendering that failed is not kept: the next visitor gets a new try.
      if (notFound.get(path) === fresh) notFound.delete(path);
      if (kept.get(answer) === fresh) kept.delete(answer);
    });
    sendKept(request, response, await fresh.page);
  });
  return router;
}

/** A path that stands for all those not found which look the same: in their words, and in what the menu marks. */
function notFoundPath(path: string, menu: readonly MenuItem[]): string {
  if (isContentView(path)) return '/wp/not-found';
  const above = menu
    .flatMap((item) => [item, ...item.children])
    .map((item) => item.path)
    .filter((each) => each !== '/' && path.startsWith(`${each}/`));
  return `${above.reduce((longest, each) => (each.length > longest.length ? each : longest), '')}/not-found`;
}

/** The path with what of its query the page was made with: the browser reads the same. */
function addressOf(path: string, layout: HomeLayout | undefined, query: string | undefined): string {
  const parameters = [...(layout ? [`layout=${layout}`] : []), ...(query === undefined ? [] : [query])];
  return parameters.length === 0 ? path : `${path}?${parameters.join('&')}`;
}

function queryOf(request: Request): string {
  const at = request.originalUrl.indexOf('?');
  return at < 0 ? '' : request.originalUrl.slice(at + 1);
}

/** Where a value was too long to be read whole: the query as it was read, so that the browser reads the same. */
function cutAddress(given: string, read: string | undefined): string | null {
  const values = new URLSearchParams(given);
  const cut = [...new URLSearchParams(read)].filter(([name, value]) => values.get(name) !== value);
  for (const [name, value] of cut) values.set(name, value);
  return cut.length > 0 ? values.toString() : null;
}

function sendUnavailable(response: Response): void {
  response.status(503).set({
    'Content-Security-Policy': errorPage.policy,
    'Cache-Control': 'no-store',
    'Retry-After': '30',
  });
  response.type('html').send(errorPage.html);
}

/** The layout someone wants to look at: only the home page has a choice. */
function layoutOf(request: Request): HomeLayout | undefined {
  const { layout } = request.query;
  return request.path === '/' && (layout === 'content' || layout === 'lead-capture') ? layout : undefined;
}
