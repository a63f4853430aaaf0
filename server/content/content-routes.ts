import { createHash } from 'node:crypto';
import { Router, type Request, type RequestHandler, type Response } from 'express';
import { z } from 'zod';
import type { PageDocument } from '../../src/contracts/content.ts';
import type { SiteSettings } from '../../src/contracts/site-settings.ts';
import type { Content } from './content.ts';
import type { AddressRedirect } from './resolve/address-redirects.ts';
import type { SeenVariant, LayoutVariantService } from './resolve/page-variants.ts';
import type { PageRequest } from './resolve/resolve-page.ts';
import { toRestMenu, toRestPage, toRestPost, toRestSiteData } from './rest-response.ts';

const BASE = '/wp-json/wp/v2';
const NOTHING_READ = 'The content cannot be read now. Please try again.';

const pagesQuery = z
  .object({
    slug: z.string().optional(),
    path: z.string().optional(),
    layout: z.enum(['content', 'lead-capture']).optional(),
    // The query string of the page's own URL, for blocks that read it.
    query: z.string().max(4_000).optional(),
  })
  .refine(({ slug, path }) => slug !== undefined || path !== undefined, {
    path: ['slug'],
    error: 'slug or path must be given',
  });

// These limits and messages are the same as in WordPress.
const outOfBounds = 'must be between 1 (inclusive) and 100 (inclusive)';
const count = (start: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'is not of type integer')
    .transform(Number)
    .default(start);
const postsQuery = z.object({
  per_page: count(10).refine((n) => n >= 1 && n <= 100, outOfBounds),
  page: count(1).refine((n) => n >= 1, 'must be greater than or equal to 1'),
  categories: count(0).optional(),
  slug: z.string().max(200).optional(),
});

/**
 * Creates the routes below `/wp-json` that return public pages, posts, menus and site data in the formats of
 * WordPress's REST API. The site's own browser code reads them. A page's document includes its structured data.
 * `onPage` is called for each page that is sent, with the variant to count. `variants` decides which variant a visitor
 * gets, just as when a page is sent as HTML.
 */
export function createContentRoutes(
  content: Content,
  structuredData: (document: PageDocument, settings: SiteSettings) => readonly object[],
  onPage: (path: string, request: Request, seen: SeenVariant | null) => void = () => {},
  variants: Pick<LayoutVariantService, 'choose'> | null = null,
): Router {
  const router = Router();
  router.get(
    `${BASE}/pages`,
    answering(async (request, response) => {
      const query = pagesQuery.safeParse(request.query);
      if (!query.success) return sendInvalid(response, query.error);
      const { slug = '', path, layout, query: asked } = query.data;
      const requested: PageRequest = {
        path: path ?? `/wp/${encodeURIComponent(slug)}`,
        ...(layout === undefined ? {} : { layout }),
        ...(asked === undefined ? {} : { query: asked }),
      };
      const settings = content.settings();
      if (!settings) throw new Error(NOTHING_READ);
      const resolve = async (asked: PageRequest) => {
        const resolved = await content.resolve(asked, { own: true });
        if (!resolved) throw new Error(NOTHING_READ);
        return resolved.answer;
      };
      const first = await resolve(requested);
      const target = first.status === 301 ? redirectedRequest(requested, first) : requested;
      const own = first.status === 301 ? await resolve(target) : first;
      const chosen = own.status === 200 && own.test ? variants?.choose(own.test, request) : null;
      const answer =
        own.status === 200 && chosen && chosen.layout !== null
          ? await resolve({ ...target, path: own.document.path, variant: chosen.layout })
          : own;
      // With an empty list, the browser loads the HTML document, where visitors who know a page's password can read
      // it.
      if (answer.status !== 200 || answer.lock !== null) return sendJson(request, response, []);
      const routed = path === undefined ? await resolve({ path: answer.document.head.canonical }) : answer;
      const { document } = routed.status === 200 ? routed : answer;
      onPage(document.path, request, chosen?.seen ?? null);
      if (chosen) response.set({ 'Cache-Control': 'private, no-cache', Vary: 'Cookie' });
      if (chosen && chosen.cookie !== null) response.append('Set-Cookie', chosen.cookie);
      sendJson(request, response, [
        toRestPage(answer.page(), { ...document, structuredData: structuredData(document, settings) }),
      ]);
    }),
  );
  router.get(
    `${BASE}/posts`,
    answering(async (request, response) => {
      const query = postsQuery.safeParse(request.query);
      if (!query.success) return sendInvalid(response, query.error);
      const { per_page: perPage, page, categories: category, slug } = query.data;
      const posts = await content.posts({
        perPage,
        page,
        ...(category ? { category } : {}),
        ...(slug === undefined ? {} : { slug }),
      });
      if (!posts) throw new Error('Failed to fetch posts. Please try again later.');
      sendJson(request, response, posts.map(toRestPost));
    }),
  );
  router.get(
    `${BASE}/menus/v1/locations/:location`,
    answering((request, response) => {
      const { location } = request.params;
      if (location !== 'primary' && location !== 'footer') {
        return sendFault(response, 404, 'not_found', 'There is no menu at this location.');
      }
      const menu = content.snapshot()?.menu(location);
      if (!menu) throw new Error(NOTHING_READ);
      sendJson(request, response, toRestMenu(menu));
    }),
  );
  router.get(
    BASE,
    answering((request, response) => {
      const site = content.siteData();
      if (!site) throw new Error(NOTHING_READ);
      sendJson(request, response, toRestSiteData(site));
    }),
  );
  router.use('/wp-json', (_request, response) => {
    sendFault(response, 404, 'rest_no_route', 'No route was found matching the URL and request method.');
  });
  return router;
}

/** Returns the request for the target of a redirect, with the query parameters that the redirect adds to it. */
function redirectedRequest(
  { query: given = '', ...others }: PageRequest,
  { to, rest = given }: AddressRedirect,
): PageRequest {
  const [path = to, own = ''] = to.split('?', 2);
  const query = [own, rest].filter((part) => part !== '').join('&');
  return { ...others, path, ...(query === '' ? {} : { query }) };
}

/** Wraps a handler so that a failure is sent as 503 with a JSON message, which the caller can show. */
function answering(handler: (request: Request, response: Response) => Promise<void> | void): RequestHandler {
  return async (request, response) => {
    try {
      await handler(request, response);
    } catch (error) {
      response.set('Retry-After', '5');
      sendFault(
        response,
        503,
        'content_unavailable',
        error instanceof Error ? error.message : 'Please try again.',
      );
    }
  };
}

function sendJson(request: Request, response: Response, value: unknown): void {
  const body = JSON.stringify(value);
  const tag = createHash('sha256').update(body).digest('base64url').slice(0, 27);
  if (!response.get('Cache-Control')) response.set('Cache-Control', 'no-cache');
  response.set('ETag', `"${tag}"`);
  if (request.fresh) response.status(304).end();
  else response.type('application/json').send(body);
}

function sendInvalid(response: Response, error: z.ZodError): void {
  const params = Object.fromEntries(
    error.issues.map((issue) => [issue.path.join('.'), `${issue.path.join('.')} ${issue.message}`]),
  );
  const message = `Invalid parameter(s): ${Object.keys(params).join(', ')}`;
  sendFault(response, 400, 'rest_invalid_param', message, { params });
}

function sendFault(
  response: Response,
  status: number,
  code: string,
  message: string,
  more: object = {},
): void {
  response.status(status).set('Cache-Control', 'no-store');
  response.json({ code, message, data: { status, ...more } });
}
