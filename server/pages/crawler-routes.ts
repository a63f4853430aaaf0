import { createHash } from 'node:crypto';
import { Router, type Request, type Response } from 'express';
import type { Config } from '../config.ts';
import type { ContentGateway } from '../content/gateway.ts';
import { feedXml, llmsTxt, robotsTxt, sitemapXml, type CrawlerContent } from './crawler-files.ts';

interface Options {
  config: Config;
  gateway: ContentGateway;
  origin: () => string;
}

/** The files that machines read: sitemap, feed, robots and llms.txt, made of the content as it is now. */
export function crawlerRoutes({ config, gateway, origin }: Options): Router {
  const content = async (): Promise<CrawlerContent> => {
    const { library } = gateway;
    const [{ settings }, pages, posts] = await Promise.all([
      gateway.frame(),
      library.pages(),
      // A sitemap without the posts is better than none.
      library.posts().catch(() => []),
    ]);
    const closed = settings.sample && !config.allowSampleIndex;
    return { settings, origin: origin(), pages, posts, closed };
  };
  const files: readonly (readonly [path: string, type: string, make: (from: CrawlerContent) => string])[] = [
    ['/sitemap.xml', 'application/xml', sitemapXml],
    ['/feed.xml', 'application/rss+xml', feedXml],
    ['/llms.txt', 'text/plain', llmsTxt],
  ];
  const router = Router();
  router.get('/robots.txt', async (request, response) => {
    const { settings } = await gateway.frame();
    const closed = settings.sample && !config.allowSampleIndex;
    send(request, response, 'text/plain', robotsTxt({ origin: origin(), closed }));
  });
  for (const [path, type, make] of files) {
    router.get(path, async (request, response) => send(request, response, type, make(await content())));
  }
  return router;
}

function send(request: Request, response: Response, type: string, body: string): void {
  response.set({
    'Content-Type': `${type}; charset=utf-8`,
    // An unpublished page is gone from here at once.
    'Cache-Control': 'no-cache',
    ETag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    // Read by machines; browsers find nothing in it to run.
    'Content-Security-Policy': "default-src 'none'",
  });
  if (request.fresh) response.status(304).end();
  else response.send(body);
}
