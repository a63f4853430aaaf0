import type { PageEntry, PostEntry } from '../../../src/contracts/content.ts';
import { termsOfPosts } from '../../../src/contracts/post-listing.ts';
import { escapeXml, XML_DECLARATION } from './feed-xml.ts';

/**
 * Maximum URLs in one file. Search engines accept 50,000 (sitemaps.org/protocol.html), and read smaller files sooner.
 */
const MAX_URLS = 10_000;
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

interface SitemapContent {
  /** The site's public origin. */
  origin: string;
  pages: readonly Pick<PageEntry, 'path' | 'modified' | 'listed'>[];
  /** The path of the page that lists the posts. */
  blogPath: string;
  /** The posts that search engines may list. */
  posts: readonly Pick<PostEntry, 'path' | 'modified' | 'categories'>[];
}

interface Listed {
  path: string;
  modified: string;
}

/**
 * Returns the sitemap's files by path: every URL that search engines may index, with the date of its last change. If
 * they are too many for one file, `/sitemap.xml` is an index of `/sitemap-1.xml` and so on.
 */
export function sitemapFiles(content: SitemapContent, maxUrls = MAX_URLS): ReadonlyMap<string, string> {
  const { origin } = content;
  const entries = listed(content);
  if (entries.length <= maxUrls) return new Map([['/sitemap.xml', urlset(origin, entries)]]);
  const parts = Array.from({ length: Math.ceil(entries.length / maxUrls) }, (_, at) =>
    entries.slice(at * maxUrls, (at + 1) * maxUrls),
  ).map((part, at) => ({ path: `/sitemap-${at + 1}.xml`, part }));
  const index = parts.map(({ path, part }) => element('sitemap', origin, { path, modified: newest(part) }));
  return new Map([
    ['/sitemap.xml', document('sitemapindex', index)],
    ...parts.map(({ path, part }) => [path, urlset(origin, part)] as const),
  ]);
}

function listed({ pages, posts, blogPath }: SitemapContent): readonly Listed[] {
  const newestPost = newest(posts);
  return [
    ...pages
      .filter((page) => page.listed)
      .map(({ path, modified }) => ({
        path,
        // The blog page changes whenever a post does.
        modified: path === blogPath && newestPost > modified ? newestPost : modified,
      })),
    ...posts,
    ...termsOfPosts(posts, 'categories').map(({ slug, path }) => ({
      path,
      modified: newest(posts.filter((post) => post.categories.some((term) => term.slug === slug))),
    })),
  ];
}

/** Returns the latest date of change; empty if there are no entries. */
function newest(entries: readonly { modified: string }[]): string {
  return entries.reduce((latest, { modified }) => (modified > latest ? modified : latest), '');
}

function urlset(origin: string, entries: readonly Listed[]): string {
  return document(
    'urlset',
    entries.map((entry) => element('url', origin, entry)),
  );
}

function document(name: string, elements: readonly string[]): string {
  return `${XML_DECLARATION}<${name} xmlns="${NAMESPACE}">\n${elements.join('\n')}\n</${name}>\n`;
}

function element(name: 'url' | 'sitemap', origin: string, { path, modified }: Listed): string {
  const day = modified.startsWith('1970') ? '' : modified.slice(0, 10);
  const lastmod = day === '' ? '' : `<lastmod>${escapeXml(day)}</lastmod>`;
  return `<${name}><loc>${escapeXml(new URL(path, `${origin}/`).href)}</loc>${lastmod}</${name}>`;
}
