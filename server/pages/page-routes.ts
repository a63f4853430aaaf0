import { Router, type Response } from 'express';
import type { MenuItem } from '../../src/content/types.ts';
import { isContentView } from '../../src/site/content-view.ts';
import type { Frame } from '../content/gateway.ts';
import { errorPage } from './error-page.ts';
import { keepPage, type KeptPage } from './kept-page.ts';
import { askedPage, pageMaker, type AskedPage, type PageAnswer, type PageOptions } from './page-maker.ts';
import { redirectOf } from './redirects.ts';
import { withQuery, type RedirectTable } from './redirect-table.ts';
import { sendKept } from './send-kept.ts';

interface Kept {
  frame: Frame;
  imageOrigins: readonly string[];
  version: number;
  page: Promise<KeptPage>;
}

interface Options extends PageOptions {
  /** The operators' own. */
  redirects: Pick<RedirectTable, 'targetOf'>;
}

/** Seconds for which a browser keeps an operator's redirect: it may be removed again. */
const REDIRECT_AGE = 300;

/** Answers every path with its page: kept as long as its content is the same, rendered once where it is not. */
export function pageRoutes(options: Options): Router {
  const { gateway, build, redirects } = options;
  // A route's answer keeps its identity until its content changes, so it is the key of what was made of it.
  const kept = new WeakMap<PageAnswer, Kept>();
  // The pages for what is not found, by the address they are rendered at: there are few of those.
  const notFound = new Map<string, Kept>();

  const makePage = pageMaker(options);
  const make = async (path: string, asked: AskedPage, answer: PageAnswer): Promise<KeptPage> => {
    const page = await makePage(path, asked, answer);
    // What was asked with a query is seldom asked again: not worth the best compression.
    const often = answer.status === 404 || answer.query === undefined;
    return keepPage({ status: answer.status, ...page, often });
  };

  const router = Router();
  router.get(/.*/, async (request, response) => {
    const target = await redirects.targetOf(request.path);
    if (target !== null) {
      const query = request.originalUrl.indexOf('?');
      response.set('Cache-Control', `public, max-age=${REDIRECT_AGE}`);
      return response.redirect(301, withQuery(target, query < 0 ? '' : request.originalUrl.slice(query)));
    }
    const moved = redirectOf(request.path);
    if (moved) {
      const query = request.originalUrl.indexOf('?');
      response.redirect(301, query < 0 ? moved : moved + request.originalUrl.slice(query));
      return;
    }
    const asked = await askedPage(gateway, request);
    const { answer, frame, imageOrigins, query } = asked;
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
    const page = make(path, asked, answer);
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

/** Where a value was too long to be read whole: the query as it was read, so that the browser reads the same. */
function cutAddress(given: string, read: string | undefined): string | null {
  const values = new URLSearchParams(given);
  const cut = [...new URLSearchParams(read)].filter(([name, value]) => values.get(name) !== value);
  for (const [name, value] of cut) values.set(name, value);
  return cut.length > 0 ? values.toString() : null;
}

/** Says that the page cannot be made now. */
export function sendUnavailable(response: Response): void {
  response.status(503).set({
    'Content-Security-Policy': errorPage.policy,
    'Cache-Control': 'no-store',
    'Retry-After': '30',
  });
  response.type('html').send(errorPage.html);
}
