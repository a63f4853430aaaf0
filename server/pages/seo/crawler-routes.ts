import { Router } from 'express';
import type { Config } from '../../platform/config/config.ts';
import type { Content } from '../../content/content.ts';
import { sendOutage } from '../render/outage-page.ts';
import type { PageEntry, PostEntry } from '../../../src/contracts/content.ts';
import { termsOf } from '../../../src/contracts/post-listing.ts';
import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import { xml, XML_DECLARATION } from './feed-documents.ts';
import { sendCrawlerFile } from './send-crawler-file.ts';

interface Options {
  config: Config;
  content: Content;
  origin: () => string;
}

/** Serves the files for crawlers (sitemap, robots.txt and llms.txt), generated from the current content. */
export function createCrawlerRoutes({ config, content, origin }: Options): Router {
  const crawlerContent = (): CrawlerContent | null => {
    const library = content.library();
    const settings = content.settings();
    if (!library || !settings) return null;
    const closed = settings.sample && !config.allowSampleIndex;
    const posts = library.posts().filter(({ locked }) => !locked);
    return { settings, origin: origin(), pages: library.pages(), posts, closed };
  };
  const files: readonly (readonly [path: string, type: string, make: (from: CrawlerContent) => string])[] = [
    ['/sitemap.xml', 'application/xml', sitemapXml],
    ['/llms.txt', 'text/plain', llmsTxt],
  ];
  const router = Router();
  router.get('/robots.txt', (request, response) => {
    const settings = content.settings();
    if (!settings) return sendOutage(response, 503, content);
    const closed = settings.sample && !config.allowSampleIndex;
    sendCrawlerFile(request, response, 'text/plain', robotsTxt({ origin: origin(), closed }));
  });
  for (const [path, type, make] of files) {
    router.get(path, (request, response) => {
      const from = crawlerContent();
      if (from) sendCrawlerFile(request, response, type, make(from));
      else sendOutage(response, 503, content);
    });
  }
  return router;
}

/** The content that the crawler files are generated from. */
interface CrawlerContent {
  settings: SiteSettings;
  /** The site's public origin. */
  origin: string;
  pages: readonly PageEntry[];
  /** Those without a password, newest first. */
  posts: readonly PostEntry[];
  /** True while the site must not be indexed at all. */
  closed: boolean;
}

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
  return `${XML_DECLARATION}<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join('\n')}\n</urlset>\n`;
}

/** `/robots.txt`: closes the whole site to crawlers while it shows sample content. */
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
