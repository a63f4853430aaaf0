import type { PageEntry } from '../../src/content/page-entry.ts';
import { termsOf } from '../../src/content/post-listing.ts';
import type { PostEntry } from '../../src/content/post-entry.ts';
import type { SiteSettings } from '../../src/content/site-settings.ts';

/** What the files for machines are made of. */
export interface CrawlerContent {
  settings: SiteSettings;
  /** The address visitors use, without a path. */
  origin: string;
  pages: readonly PageEntry[];
  /** Newest first. */
  posts: readonly PostEntry[];
  /** True while the site asks not to be indexed at all. */
  closed: boolean;
}

/** As many posts as feed readers expect. */
const POSTS_IN_FEED = 20;
/** What no crawler has business with. */
const NO_PAGES = ['/admin/', '/api/', '/oauth/', '/webhooks/', '/.netlify/', '/search'];

/** `/sitemap.xml`: every address that search engines may keep, with the day of its last change. */
export function sitemapXml({ origin, pages, posts }: CrawlerContent): string {
  const newest = posts
    .map(({ modified }) => modified)
    .sort()
    .at(-1);
  const entries = [
    ...pages
      .filter(({ listed }) => listed)
      .map(({ path, modified }) => ({
        path,
        // The list of posts changes with them.
        modified: path === '/blog' && newest !== undefined && newest > modified ? newest : modified,
      })),
    ...posts,
    ...termsOf(posts, 'categories').map(({ slug }) => ({
      path: `/blog/category/${slug}`,
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

/** `/robots.txt`. */
export function robotsTxt({ origin, closed }: Pick<CrawlerContent, 'origin' | 'closed'>): string {
  if (closed) return '# Sample content: nothing here is to be indexed.\nUser-agent: *\nDisallow: /\n';
  const rules = NO_PAGES.map((path) => `Disallow: ${path}`);
  return ['User-agent: *', ...rules, '', `Sitemap: ${origin}/sitemap.xml`, ''].join('\n');
}

/** `/feed.xml`: the newest posts as RSS 2.0. */
export function feedXml({ settings, origin, posts }: CrawlerContent): string {
  const items = posts.slice(0, POSTS_IN_FEED).map((post) => {
    const address = addressOf(origin, post.path);
    return [
      '<item>',
      `<title>${xml(post.title)}</title>`,
      `<link>${xml(address)}</link>`,
      `<guid isPermaLink="true">${xml(address)}</guid>`,
      `<pubDate>${new Date(post.date).toUTCString()}</pubDate>`,
      `<dc:creator>${xml(post.author ?? settings.agent.name)}</dc:creator>`,
      ...post.categories.map(({ name }) => `<category>${xml(name)}</category>`),
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

/** `/llms.txt`: what the site is and where everything stands, in Markdown, as llmstxt.org describes it. */
export function llmsTxt({ settings, origin, pages, posts }: CrawlerContent): string {
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

/** Text inside XML. What XML cannot hold at all is left out. */
function xml(text: string): string {
  return text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

/** Text inside a line of Markdown. */
function plain(text: string): string {
  return text.replace(/\s+/g, ' ').replace(/([[\]`*_<>])/g, '\\$1');
}
