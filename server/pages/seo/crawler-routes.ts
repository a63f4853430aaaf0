import { Router } from 'express';
import type { Config } from '../../platform/config/config.ts';
import type { Content } from '../../content/content.ts';
import { encodedPath } from '../../content/paths/page-paths.ts';
import { BLOG_PATH } from '../../content/paths/route-path.ts';
import type { Snapshot } from '../../content/snapshot/snapshot.ts';
import type { SetCachingHeaders } from '../../platform/caching-headers.ts';
import { sendServerErrorPage } from '../render/server-error-page.ts';
import type { PageEntry, PostEntry } from '../../../src/contracts/content.ts';
import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import { sendCrawlerFile } from './send-crawler-file.ts';
import { sitemapFiles } from './sitemap.ts';

interface Options {
  config: Config;
  content: Content;
  origin: () => string;
  setCaching: SetCachingHeaders;
  now: () => number;
}

/** Milliseconds after which the files are generated again, even if the content is the same. */
const MAX_AGE_MS = 60_000;

/** Serves the files for crawlers (sitemap, robots.txt and llms.txt), generated from the current content. */
export function createCrawlerRoutes({ config, content, origin, setCaching, now }: Options): Router {
  const crawlerContent = (): CrawlerContent | null => {
    const library = content.library();
    const settings = content.settings();
    if (!library || !settings) return null;
    const closed = settings.sample && !config.allowSampleIndex;
    const posts = library.posts().filter(({ locked, noindex }) => !locked && !noindex);
    const blogPath = encodedPath(content.snapshot()?.postsPage()?.path ?? BLOG_PATH);
    return { settings, origin: origin(), pages: library.pages(), posts, blogPath, closed };
  };
  let made: { of: Snapshot | null; at: number; files: ReadonlyMap<string, string> } | null = null;
  /**
   * Returns the text of a file, generated from the current content: undefined if there is no such file, null without
   * content.
   */
  const textOf = (path: string): string | undefined | null => {
    const snapshot = content.snapshot();
    if (made?.of !== snapshot || now() - made.at > MAX_AGE_MS) {
      const from = crawlerContent();
      const files = from && new Map([...sitemapFiles(from), ['/llms.txt', llmsTxt(from)]]);
      made = files && { of: snapshot, at: now(), files };
    }
    return made && made.files.get(path);
  };
  const router = Router();
  router.get('/robots.txt', (request, response) => {
    const settings = content.settings();
    if (!settings) return sendServerErrorPage(response, 503, content);
    const closed = settings.sample && !config.allowSampleIndex;
    return sendCrawlerFile(
      { request, response, setCaching },
      'text/plain',
      robotsTxt({ origin: origin(), closed }),
    );
  });
  router.get(['/sitemap.xml', '/sitemap-:part.xml', '/llms.txt'], (request, response, next) => {
    const text = textOf(request.path);
    if (text === undefined) return next();
    if (text === null) return sendServerErrorPage(response, 503, content);
    const type = request.path.endsWith('.xml') ? 'application/xml' : 'text/plain';
    return sendCrawlerFile({ request, response, setCaching }, type, text);
  });
  return router;
}

interface CrawlerContent {
  settings: SiteSettings;
  /** The site's public origin. */
  origin: string;
  pages: readonly PageEntry[];
  /** The path of the page that lists the posts. */
  blogPath: string;
  /** The posts that search engines may list, newest first. */
  posts: readonly PostEntry[];
  /** True while the site must not be indexed at all. */
  closed: boolean;
}

/** Prefixes of the URLs that crawlers should not visit: those that are not pages, and the results of searches. */
const NO_PAGES = ['/admin/', '/api/', '/oauth/', '/webhooks/', '/.netlify/', '/search?'];

/** `/robots.txt`: closes the whole site to crawlers if `closed` is true. */
function robotsTxt({ origin, closed }: Pick<CrawlerContent, 'origin' | 'closed'>): string {
  if (closed) return '# Sample content: nothing here is to be indexed.\nUser-agent: *\nDisallow: /\n';
  const rules = NO_PAGES.map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...rules, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
}

/** `/llms.txt`: a description of the site and an index of its pages, in the Markdown format of llmstxt.org. */
function llmsTxt({ settings, origin, pages, posts }: CrawlerContent): string {
  const { site, agent, brokerage, address } = settings;
  const line = (path: string, title: string, note: string) =>
    `- [${plain(title)}](${addressOf(origin, path)})${note === '' ? '' : `: ${plain(note)}`}`;
  const listed = pages.filter((page) => page.listed);
  return [
    `# ${plain(site.name)}`,
    `> ${plain(site.description)}`,
    plain(
      `${agent.name}, ${brokerage.name}, ${address.locality}, ${address.region}. Licensed in ${agent.licensedIn}. ` +
        `Telephone ${agent.phone}, e-mail ${agent.email}.`,
    ),
    `## Pages\n\n${listed.map(({ path, title, description }) => line(path, title, description)).join('\n')}`,
    ...(posts.length > 0
      ? [`## Articles\n\n${posts.map(({ path, title, excerpt }) => line(path, title, excerpt)).join('\n')}`]
      : []),
  ]
    .join('\n\n')
    .concat('\n');
}

function addressOf(origin: string, path: string): string {
  return new URL(path, `${origin}/`).href;
}

/** Escapes text for a single line of Markdown. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/([[\]`*_<>])/g, '\\$1');
}
