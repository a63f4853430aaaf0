import { createHash } from 'node:crypto';
import { Router } from 'express';
import type { Request, RequestHandler, Response } from 'express';
import { z } from 'zod';
import type { ContentGateway } from './gateway.ts';
import { restMenu, restPage, restPost, restSiteData } from './rest-answer.ts';

const BASE = '/wp-json/wp/v2';

const pagesQuery = z
  .object({
    slug: z.string().optional(),
    path: z.string().optional(),
    layout: z.enum(['content', 'lead-capture']).optional(),
    // The query of the page's own address, for blocks that read it.
    query: z.string().max(4_000).optional(),
  })
  .refine(({ slug, path }) => slug !== undefined || path !== undefined, {
    path: ['slug'],
    error: 'slug or path must be given',
  });

// WordPress's own limits and words for them.
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

/** The specified content routes on our own origin. They answer what visitors may see, in WordPress's shapes. */
export function contentRoutes(gateway: ContentGateway): Router {
  const router = Router();
  router.get(
    `${BASE}/pages`,
    answering(async (request, response) => {
      const query = pagesQuery.safeParse(request.query);
      if (!query.success) return sendInvalid(response, query.error);
      const { slug = '', path, layout, query: asked } = query.data;
      const options = {
        ...(layout === undefined ? {} : { layout }),
        ...(asked === undefined ? {} : { query: asked }),
      };
      const given = await gateway.route(path ?? `/wp/${encodeURIComponent(slug)}`, options);
      const answer = given.status === 301 ? await gateway.route(given.to) : given;
      if (answer.status === 503) throw new Error('The content cannot be read now. Please try again.');
      if (answer.status !== 200) return sendJson(request, response, []);
      const { document, page } = answer;
      const own = path === undefined ? await gateway.route(document.head.canonical) : answer;
      sendJson(request, response, [restPage(page, own.status === 200 ? own.document : document)]);
    }),
  );
  router.get(
    `${BASE}/posts`,
    answering(async (request, response) => {
      const query = postsQuery.safeParse(request.query);
      if (!query.success) return sendInvalid(response, query.error);
      const { per_page: perPage, page, categories: category, slug } = query.data;
      const posts = await gateway.source.posts({
        perPage,
        page,
        ...(category ? { category } : {}),
        ...(slug === undefined ? {} : { slug }),
      });
      sendJson(request, response, posts.map(restPost));
    }),
  );
  router.get(
    `${BASE}/menus/v1/locations/:location`,
    answering(async (request, response) => {
      const { location } = request.params;
      const menu =
        location === 'primary' || location === 'footer' ? await gateway.source.menu(location) : null;
      if (menu) sendJson(request, response, restMenu(menu));
      else sendFault(response, 404, 'not_found', 'There is no menu at this location.');
    }),
  );
  router.get(
    BASE,
    answering(async (request, response) => {
      sendJson(request, response, restSiteData(await gateway.source.siteData()));
    }),
  );
  router.use('/wp-json', (_request, response) => {
    sendFault(response, 404, 'rest_no_route', 'No route was found matching the URL and request method.');
  });
  return router;
}

/** A source that fails is told in JSON, so that the caller can say so and try again. */
function answering(handler: (request: Request, response: Response) => Promise<void>): RequestHandler {
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
  response.set({ 'Cache-Control': 'no-cache', ETag: `"${tag}"` });
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
