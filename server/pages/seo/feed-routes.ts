import { Router } from 'express';
import { listHeading, namedTerms } from '../../../src/contracts/post-listing.ts';
import type { Content } from '../../content/content.ts';
import { plainHtml } from '../../content/html/plain-html.ts';
import { decodedPath } from '../../content/paths/page-paths.ts';
import { readQueryAddress } from '../../content/paths/query-address.ts';
import { BLOG_PATH, plainPath } from '../../content/paths/route-path.ts';
import type { Snapshot } from '../../content/resolve/snapshot.ts';
import { sendOutage } from '../render/outage-page.ts';
import { queryOf } from '../page-routes.ts';
import { withQuery } from '../redirect-table.ts';
import { sendCrawlerFile } from './send-crawler-file.ts';
import { atomXml, rssXml, withAbsoluteAddresses, type Feed } from './feed-documents.ts';

interface Options {
  content: Pick<Content, 'snapshot' | 'settings' | 'feedPosts'>;
  origin: () => string;
}

type Format = 'rss' | 'atom';

const FEED_PATH = /^(.*?)\/feed(?:\/(atom|rss2?|rdf))?\/?$/;
/** The feed of all posts. */
const MAIN_FEED = { rss: '/feed.xml', atom: '/feed/atom' } as const;

/**
 * Serves the posts of the site, and of each category, tag, author and time, as RSS 2.0 and Atom, at WordPress's addresses.
 * The feeds of comments are not there.
 */
export function createFeedRoutes({ content, origin }: Options): Router {
  const router = Router();

  async function feedOf(parts: Readonly<Record<string, string>>, self: string): Promise<Feed | null> {
    const found = await content.feedPosts(parts);
    if (!found) return null;
    const { list, settings, posts, isFull } = found;
    const { site, agent } = settings;
    const absolute = (path: string) => new URL(path, `${origin()}/`).href;
    const page = list.kind === 'all' ? list.home : self.replace(/\/feed(?:\/atom)?$/, '');
    return {
      title: list.kind === 'all' ? site.name : `${listHeading(site.name, list)} | ${site.name}`,
      description: site.description,
      page: absolute(page),
      self: absolute(self),
      items: posts.map(({ post, guid }) => ({
        guid,
        address: absolute(post.path),
        title: post.title,
        date: post.date,
        modified: post.modified,
        author: post.author ?? agent.name,
        categories: namedTerms(post.categories).map(({ name }) => name),
        excerpt: post.excerpt,
        content: isFull ? withAbsoluteAddresses(plainHtml(post.content), origin()) : null,
      })),
    };
  }

  router.get(/^(?:\/|\/feed\.xml|.*\/feed(?:\/(?:atom|rss2?|rdf))?\/?)$/, async (request, response, next) => {
    const query = queryOf(request.originalUrl);
    const asked = request.path === '/' ? feedInQuery(query) : { ...feedInPath(request.path), rest: query };
    if (!asked) return next();
    const snapshot = content.snapshot();
    if (!snapshot) return sendOutage(response, 503, content);
    const found = asked.list === null ? mainFeed(asked.format) : listFeed(snapshot, asked.list, asked.format);
    if (!found) return next();
    if (found.self !== request.path) return response.redirect(301, withQuery(found.self, `?${asked.rest}`));
    const feed = await feedOf(found.parts, found.self);
    if (!feed) return next();
    const type = asked.format === 'atom' ? 'application/atom+xml' : 'application/rss+xml';
    sendCrawlerFile(request, response, type, asked.format === 'atom' ? atomXml(feed) : rssXml(feed));
  });
  return router;
}

interface AskedFeed {
  format: Format;
  /** The decoded path or the query of the list; null for all posts. */
  list: { path: string } | { query: string } | null;
}

function formatOf(name: string | undefined): Format {
  return name === 'atom' ? 'atom' : 'rss';
}

function feedInPath(path: string): AskedFeed {
  const [, base = '', format] = FEED_PATH.exec(path) ?? [];
  const plain = plainPath(base);
  return { format: formatOf(format), list: plain === null || plain === '/' ? null : { path: plain } };
}

/** Reads `?feed=rss2&cat=3`; null without a feed. */
function feedInQuery(query: string): (AskedFeed & { rest: string }) | null {
  const params = new URLSearchParams(query);
  const name = params.get('feed');
  if (name === null || !/^(?:feed|atom|rss2?|rdf)$/.test(name)) return null;
  params.delete('feed');
  const list = params.toString();
  const named = readQueryAddress(list);
  return { format: formatOf(name), list: named ? { query: list } : null, rest: named ? named.rest : list };
}

function mainFeed(format: Format) {
  return { self: MAIN_FEED[format], parts: {} };
}

/** Returns the address of a list's feed, and the parts of its route; null if there is no such list. */
function listFeed(snapshot: Snapshot, asked: { path: string } | { query: string }, format: Format) {
  const path = 'path' in asked ? asked.path : listInQuery(snapshot, asked.query);
  if (path === null) return null;
  if (path === BLOG_PATH || path === snapshot.postsPage()?.path) return mainFeed(format);
  const route = snapshot.blogRouteAt(path) ?? snapshot.blogSpelledAt(path);
  if (!route || 'post' in route.parts) return null;
  return { self: `${route.path}/feed${format === 'atom' ? '/atom' : ''}`, parts: route.parts };
}

function listInQuery(snapshot: Snapshot, query: string): string | null {
  const named = readQueryAddress(query)?.named;
  if (named?.kind !== 'category' && named?.kind !== 'tag' && named?.kind !== 'author') return null;
  const path = snapshot.listPath(named.kind, named.of);
  return path === null ? null : decodedPath(path);
}
