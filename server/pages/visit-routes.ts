import express, { Router } from 'express';
import { limitedBodyParser } from '../platform/security/limited-body.ts';
import { isFromThisSite } from '../platform/security/is-from-this-site.ts';
import type { LayoutVariantService } from '../content/resolve/page-variants.ts';
import type { CdnCaching } from './cdn/cdn-caching.ts';
import type { PageStore } from './store/page-store.ts';
import type { VisitCounter } from './visit-counter.ts';

interface Options {
  visits: VisitCounter;
  pages: () => Pick<PageStore, 'isStored' | 'page' | 'testOf'>;
  cdn: Pick<CdnCaching, 'pages'>;
  publicUrl: string | null;
  variants: Pick<LayoutVariantService, 'seen'> | null;
}

/**
 * Handles `POST /api/visit`, whose body is the path of the opened page. Counts pages that the browser has prerendered
 * before the visitor opened them and, if a CDN is in front, all pages.
 */
export function createVisitRoutes({ visits, pages, cdn, publicUrl, variants }: Options): Router {
  /** Whether a path has a page. Behind a CDN, the page may not be in memory, so it is resolved. */
  const exists = async (path: string) => {
    if (pages().isStored(path)) return true;
    if (!cdn.pages) return false;
    const found = await pages().page({ path });
    return found.kind === 'page' && found.page.status === 200;
  };
  const router = Router();
  router.post('/api/visit', limitedBodyParser(express.text, { limit: 3_000 }), async (request, response) => {
    if (!isFromThisSite(request, publicUrl)) {
      response.status(403).json({ error: 'Only the pages of this site report visits.' });
      return;
    }
    const path: unknown = request.body;
    // A page that was prerendered is in memory, because it was just sent. Other paths are ignored, so that nobody can
    // fill the database with invented ones.
    if (typeof path === 'string' && path.startsWith('/') && (await exists(path))) {
      const test = pages().testOf(path);
      visits.count(path, request, test && variants?.seen(test, request));
    }
    response.status(204).end();
  });
  return router;
}
