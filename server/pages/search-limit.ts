import type { Request, RequestHandler, Response } from 'express';
import { once } from 'node:events';
import { rateLimit, type Store } from 'express-rate-limit';
import { isCrossSiteEmbed } from '../platform/security/is-from-this-site.ts';
import { createParallelLimit, isTooBusyError } from '../platform/async/parallel-limit.ts';
import { messagePage } from './render/message-page.ts';

/**
 * Maximum number of running searches, and of queued ones. Each search blocks the main thread for some milliseconds, and
 * the same thread accepts leads.
 */
const PARALLEL_SEARCHES = 2;
const MAX_WAITING_SEARCHES = 8;
const WINDOW_MS = 60_000;

const BUSY = {
  status: 503,
  code: 'search_busy',
  retryAfter: 5,
  title: 'The search is busy',
  words: 'Many people search at this moment. Please try again in a few seconds.',
};
const EMBEDDED = {
  status: 403,
  code: 'search_embedded',
  retryAfter: null,
  title: 'Search on our site',
  words: 'Another site asked for this search. Please search on our site instead.',
};
const TOO_MANY = {
  status: 429,
  code: 'search_too_many',
  retryAfter: WINDOW_MS / 1000,
  title: 'Too many searches',
  words: 'Many searches came from your address. Please try again in a minute.',
};

/**
 * Limits concurrent searches, and searches per minute from one IP address or IPv6 network. Refuses searches that
 * another site's page embeds. Any page may contain the search block, so every page request whose parameter `q` is not
 * empty counts as a search.
 */
export function createSearchLimit(perMinute: number, store: Store): RequestHandler[] {
  const limit = rateLimit({
    store,
    windowMs: WINDOW_MS,
    limit: perMinute,
    legacyHeaders: false,
    standardHeaders: false,
    // Not needed: config.ts validates TRUST_PROXY.
    validate: false,
    skip: (request) => !isSearch(request),
    handler: (request, response) => refuse(request, response, TOO_MANY),
  });
  const inTurn = createParallelLimit(PARALLEL_SEARCHES, MAX_WAITING_SEARCHES);
  return [
    (request, response, next) =>
      isSearch(request) && isCrossSiteEmbed(request) ? refuse(request, response, EMBEDDED) : next(),
    limit,
    async (request, response, next) => {
      if (!isSearch(request)) return next();
      try {
        await inTurn(async () => {
          // The client may have disconnected while waiting.
          if (response.closed) return;
          const answered = once(response, 'close');
          next();
          await answered;
        });
      } catch (error) {
        if (!isTooBusyError(error)) throw error;
        refuse(request, response, BUSY);
      }
    },
  ];
}

/** Whether a request has search words, either for a page or in the `query` parameter of the content route. */
function isSearch(request: Request): boolean {
  const own = request.originalUrl.replace(/^[^?]*\??/, '');
  const queries = isContent(request) ? new URLSearchParams(own).getAll('query') : [own];
  return queries.some((query) => new URLSearchParams(query).getAll('q').some((words) => words.trim() !== ''));
}

function isContent(request: Request): boolean {
  return request.path.startsWith('/wp-json/');
}

interface Refusal extends Omit<typeof BUSY, 'retryAfter'> {
  /** In seconds; null if a repeated request would be refused, too. */
  retryAfter: number | null;
}

function refuse(request: Request, response: Response, refusal: Refusal): void {
  const { status, code, retryAfter, title, words } = refusal;
  response.status(status).set('Cache-Control', 'no-store');
  if (retryAfter !== null) response.set('Retry-After', String(retryAfter));
  if (isContent(request)) {
    response.json({ code, message: words, data: { status } });
    return;
  }
  const page = messagePage(title, `${words} <a href="/">Home page</a>`);
  response.set('Content-Security-Policy', page.policy).type('html').send(page.html);
}
