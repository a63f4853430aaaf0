import { createHash } from 'node:crypto';
import { Router, type Request, type Response } from 'express';
import type { Config } from '../../platform/config/config.ts';
import type { Content } from '../../content/content.ts';
import { sendOutage } from '../render/outage-page.ts';
import type { PageEntry, PostEntry } from '../../../src/contracts/content.ts';
import { namedTerms, termsOf } from '../../../src/contracts/post-listing.ts';
import type { SiteSettings } from '../../../src/contracts/site-settings.ts';

interface Options {
  config: Config;
  content: Content;
  origin: () => string;
}

/** Serves the files for crawlers (sitemap, feed, robots.txt and llms.txt), generated from the current content. */
export function createCrawlerRoutes({ config, content, origin }: Options): Router {
  const crawlerContent = (): CrawlerContent | null => {
    const library = content.library();
    const settings = content.settings();
    if (!library || !settings) return null;
    const closed = settings.sample && !config.allowSampleIndex;
    return { settings, origin: origin(), pages: library.pages(), posts: library.posts(), closed };
  };
  const files: readonly (readonly [path: string, type: string, make: (from: CrawlerContent) => string])[] = [
    ['/sitemap.xml', 'application/xml', sitemapXml],
    ['/feed.xml', 'application/rss+xml', feedXml],
    ['/llms.txt', 'text/plain', llmsTxt],
  ];
  const router = Router();
  router.get('/robots.txt', (request, response) => {
    const settings = content.settings();
    if (!settings) return sendOutage(response, 503, content);
    const closed = settings.sample && !config.allowSampleIndex;
    send(request, response, 'text/plain', robotsTxt({ origin: origin(), closed }));
  });
  for (const [path, type, make] of files) {
    router.get(path, (request, response) => {
      const from = crawlerContent();
      if (from) send(request, response, type, make(from));
      else sendOutage(response, 503, content);
    });
  }
  return router;
}

function send(request: Request, response: Response, type: string, body: string): void {
  response.set({
    'Content-Type': `${type}; charset=utf-8`,
    // An unpublished page must disappear from these files at once.
    'Cache-Control': 'no-cache',
    ETag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
    // Only crawlers read these files, so browsers need not load or run anything.
    'Content-Security-Policy': "default-src 'none'",
  });
  if (request.fresh) response.status(304).end();
  else response.send(body);
}

/** The content that the crawler files are generated from. */
interface CrawlerContent {
  settings: SiteSettings;
  /** The site's public origin. */
  origin: string;
  pages: readonly PageEntry[];
  /** Newest first. */
  posts: readonly PostEntry[];
  /** True while the site must not be indexed at all. */
  closed: boolean;
}

const FEED_POSTS = 20;
/** Paths that crawlers should not visit. */
const NO_PAGES = ['/admin/', '/api/', '/oauth/', '/webhooks/', '/.netlify/', '/search'];

/** `/sitemap.xml`: every URL that search engines may index, with the date of its last change. */
function sitemapXml({ origin, pages, posts }: CrawlerContent): string {
  const newest = posts
    .map(({ modified }) => modified)
    .sort()
    .at(-1);
  const entries = [
    ...pages
      .filter(({ listed }) => listed)
      .map(({ path, modified }) => ({
        path,
        // The blog page changes whenever a post does.
        modified: path === '/blog' && newest !== undefined && newest > modified ? newest : modified,
      })),
    ...posts,
    ...termsOf(posts, 'categories').map(({ slug, path }) => ({
      path,
      modified: posts.find((post) => post.categories.some((term) => term.slug === slug))?.modified ?? '',
    })),
  ];
  const urls = entries.map(({ path, modified }) => {
    const day = modified.startsWith('1970') ? '' : modified.slice(0, 10);
    const lastmod = day === '' ? '' : `<lastmod>${xml(day)}</lastmod>`;
    return `<url><loc>${xml(addressOf(origin, path))}</loc>${lastmod}</url>`;
  });
  return `${DECLARATION}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}

/** `/robots.txt`: closes the whole site to crawlers while it shows sample content. */
function robotsTxt({ origin, closed }: Pick<CrawlerContent, 'origin' | 'closed'>): string {
  if (closed) return '# Sample content: nothing here is to be indexed.\nUser-agent: *\nDisallow: /\n';
  const rules = NO_PAGES.map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...rules, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
}

/** `/feed.xml`: the newest posts as RSS 2.0. */
function feedXml({ settings, origin, posts }: CrawlerContent): string {
  const items = posts.slice(0, FEED_POSTS).map((post) => {
    const address = addressOf(origin, post.path);
    return [
      '<item>',
      `<title>${xml(post.title)}</title>`,
      `<link>${xml(address)}</link>`,
      `<guid isPermaLink="true">${xml(address)}</guid>`,
      `<pubDate>${new Date(post.date).toUTCString()}</pubDate>`,
      `<dc:creator>${xml(post.author ?? settings.agent.name)}</dc:creator>`,
      ...namedTerms(post.categories).map(({ name }) => `<category>${xml(name)}</category>`),
      `<description>${xml(post.excerpt)}</description>`,
      '</item>',
    ].join('');
  });
  const changed = posts
    .map(({ modified }) => modified)
    .sort()
    .at(-1);
  return [
    `${DECLARATION}<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/">`,
    `<channel><title>${xml(settings.site.name)}</title><link>${xml(addressOf(origin, '/blog'))}</link>`,
    `<description>${xml(settings.site.description)}</description><language>en-us</language>`,
    `<atom:link href="${xml(addressOf(origin, '/feed.xml'))}" rel="self" type="application/rss+xml"/>`,
    ...(changed === undefined ? [] : [`<lastBuildDate>${new Date(changed).toUTCString()}</lastBuildDate>`]),
    ...items,
    '</channel></rss>\n',
  ].join('\n');
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

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

function addressOf(origin: string, path: string): string {
  return new URL(path, `${origin}/`).href;
}

/** Escapes text for XML and removes characters that XML does not allow. */
function xml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Escapes text for a single line of Markdown. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/([[\]`*_<>])/g, '\\$1');
}
