import { Router, type Request } from 'express';
import type { Content } from '../content/content.ts';
import { sendServerErrorPage, type ServerErrorContent } from './render/server-error-page.ts';
import type { SeenVariant, LayoutVariantService } from '../content/resolve/page-variants.ts';
import { requestedHomeLayout } from './store/page-key.ts';
import type { PageOutcome, PageStore } from './store/page-store.ts';
import { builtInRedirectTarget } from '../content/paths/built-in-redirects.ts';
import { withoutExtraSlashes } from '../content/paths/extra-slashes.ts';
import { operatorRedirectTarget, withQuery, type RedirectCache } from './operator-redirect-cache.ts';
import { sendRedirect, type SetCachingHeaders } from '../platform/caching-headers.ts';
import type { UnlockedPageResolver } from './protected/unlocked-pages.ts';
import type { PageRenderer } from './render/page-renderer.ts';
import { sendStoredPage } from './store/stored-page.ts';

interface Options {
  content: ServerErrorContent & Pick<Content, 'resolve'>;
  pages: PageStore;
  /** Resolves password-protected pages. They are rendered for each request, because no other visitor may get them. */
  opened: Pick<UnlockedPageResolver, 'open'>;
  render: PageRenderer;
  /** Redirects that operators have added. */
  redirects: Pick<RedirectCache, 'targetOf' | 'hasBeenRead'>;
  /**
   * Called for each page with status 200 that this router sends. The page store reports the pages that it sends from
   * memory itself.
   */
  onPage: (path: string, request: Request, seen: SeenVariant | null) => void;
  variants: Pick<LayoutVariantService, 'choose'> | null;
  setCaching: SetCachingHeaders;
}

/** Handles GET requests that the page store could not answer from memory: redirects the path, or renders its page. */
export function createPageMissRoutes(options: Options): Router {
  const { content, pages, opened, render, redirects, onPage, variants, setCaching } = options;
  const router = Router();
  router.get(/.*/, async (request, response) => {
    const query = queryStringOf(request.originalUrl);
    const target = await operatorRedirectTarget(request.path, redirects, content);
    if (target !== null) {
      const to = withQuery(target, query === '' ? '' : `?${query}`);
      return sendRedirect(response, 301, to, setCaching);
    }
    const moved = builtInRedirectTarget(request.path);
    if (moved) {
      // WordPress's URLs end with a slash. If the path without it is redirected, too, both redirects become one.
      const isSlash = moved === withoutExtraSlashes(request.path);
      const next = isSlash ? await pages.page({ path: moved, ...(query === '' ? {} : { query }) }) : null;
      return sendRedirect(
        response,
        301,
        next?.kind === 'redirect' ? targetOf(next, query) : withQuery(moved, `?${query}`),
        setCaching,
      );
    }
    const layout = requestedHomeLayout(request.path, query);
    const asked = {
      path: request.path,
      ...(query === '' ? {} : { query }),
      ...(layout ? { layout } : {}),
    };
    const own = await pages.page(asked);
    const mine =
      own.kind === 'page' && own.lock !== null ? await opened.open(request, asked, own.lock) : null;
    if (mine) {
      const { html, policy } = await render({ path: mine.found.document.path, ...mine, layout });
      response.set({ 'Content-Security-Policy': policy, 'Cache-Control': 'private, no-store' });
      onPage(request.path, request, null);
      return response.type('html').send(html);
    }
    const chosen = own.kind === 'page' && own.test ? variants?.choose(own.test, request) : null;
    const variant = chosen?.layout ?? null;
    const outcome = variant === null ? own : await pages.page({ ...asked, variant });
    if (outcome.kind === 'unavailable') return sendServerErrorPage(response, 503, content);
    if (outcome.kind === 'redirect')
      return sendRedirect(response, outcome.status, targetOf(outcome, query), setCaching);
    // Until the redirects have been read, an operator may have redirected this path.
    if (outcome.page.status === 404 && !(await redirects.hasBeenRead()))
      return sendServerErrorPage(response, 503, content);
    const { page, caching } = outcome;
    sendStoredPage(page, request, response, { cookie: chosen?.cookie ?? null, caching });
    if (outcome.page.status === 200) onPage(request.path, request, chosen?.seen ?? null);
  });
  return router;
}

/** Returns the target of a redirect with the visitor's query. */
function targetOf({ to, rest }: Extract<PageOutcome, { kind: 'redirect' }>, query: string): string {
  return withQuery(to, `?${rest ?? query}`);
}

/** Returns the query of a URL, without the question mark. */
export function queryStringOf(url: string): string {
  const at = url.indexOf('?');
  return at < 0 ? '' : url.slice(at + 1);
}
