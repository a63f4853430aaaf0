import { Router } from 'express';
import { COMMENTS_FEED_PATH } from '../../../src/contracts/comments.ts';
import { postListHeading, withoutUncategorized } from '../../../src/contracts/post-listing.ts';
import type { Content } from '../../content/content.ts';
import { htmlToText } from '../../content/values/html-text.ts';
import { htmlWithoutBodyBlocks } from '../../content/html/html-without-body-blocks.ts';
import { decodedPath } from '../../content/paths/page-paths.ts';
import { readQueryAddress } from '../../content/paths/query-address.ts';
import { BLOG_PATH, normalisedRequestPath } from '../../content/paths/route-path.ts';
import type { Snapshot } from '../../content/snapshot/snapshot.ts';
import { sendRedirect, type SetCachingHeaders } from '../../platform/caching-headers.ts';
import { sendServerErrorPage } from '../render/server-error-page.ts';
import { queryStringOf } from '../page-miss-routes.ts';
import { withQuery } from '../operator-redirect-cache.ts';
import { sendCrawlerFile } from './send-crawler-file.ts';
import { atomXml, rssXml, withAbsoluteUrls, type Feed } from './feed-xml.ts';

interface Options {
  content: Pick<Content, 'snapshot' | 'settings' | 'feedPosts' | 'feedComments'>;
  origin: () => string;
  setCaching: SetCachingHeaders;
}

type Format = 'rss' | 'atom';

const FEED_PATH = /^(.*?)\/feed(?:\/(atom|rss2?|rdf))?\/?$/;
/** The path of the feeds of all comments, without `/feed` and the format. */
const COMMENTS_PATH = COMMENTS_FEED_PATH.replace(/\/feed$/, '');
/** The paths of the feed of all posts, by format. */
const MAIN_FEED = { rss: '/feed.xml', atom: '/feed/atom' } as const;

/**
 * What a feed contains: the posts of a list, found by the parts of its route, or the comments on a post, found by its
 * slug. With the slug null, it contains the comments on all posts.
 */
type Subject = { parts: Readonly<Record<string, string>> } | { comments: string | null };

/**
 * Serves feeds as RSS 2.0 and Atom: the posts of the site and of each category, tag, author and date archive, and the
 * comments of the site and of each post. WordPress's other URLs of these feeds are redirected.
 */
export function createFeedRoutes({ content, origin, setCaching }: Options): Router {
  const router = Router();

  const absolute = (path: string) => new URL(path, `${origin()}/`).href;

  async function feedOf(subject: Subject, self: string): Promise<Feed | null> {
    if ('comments' in subject) return commentFeed(subject.comments, self);
    const found = await content.feedPosts(subject.parts);
    if (!found) return null;
    const { list, settings, posts, isFull } = found;
    const { site, agent } = settings;
    const page = list.kind === 'all' ? list.home : self.replace(/\/feed(?:\/atom)?$/, '');
    return {
      title: list.kind === 'all' ? site.name : `${postListHeading(site.name, list)} | ${site.name}`,
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
        categories: withoutUncategorized(post.categories).map(({ name }) => name),
        excerpt: post.excerpt,
        content: isFull ? withAbsoluteUrls(htmlWithoutBodyBlocks(post.content), origin()) : null,
      })),
    };
  }

  async function commentFeed(slug: string | null, self: string): Promise<Feed | null> {
    const found = await content.feedComments(slug);
    if (!found) return null;
    const { settings, post, comments } = found;
    return {
      title: `Comments on ${post?.title ?? settings.site.name}`,
      description: settings.site.description,
      page: absolute(post?.path ?? '/'),
      self: absolute(self),
      items: comments.map(({ comment: { id, name, date, html }, guid, post: above }) => ({
        guid,
        address: absolute(`${above.path}#comment-${id}`),
        title: post ? `By ${name}` : `${name} on ${above.title}`,
        date,
        modified: date,
        author: name,
        categories: [],
        excerpt: htmlToText(html),
        content: withAbsoluteUrls(html, origin()),
      })),
    };
  }

  router.get(/^(?:\/|\/feed\.xml|.*\/feed(?:\/(?:atom|rss2?|rdf))?\/?)$/, async (request, response, next) => {
    const query = queryStringOf(request.originalUrl);
    const asked = request.path === '/' ? feedInQuery(query) : { ...feedInPath(request.path), rest: query };
    if (!asked) return next();
    const snapshot = content.snapshot();
    if (!snapshot) return sendServerErrorPage(response, 503, content);
    const found = asked.list === null ? mainFeed(asked) : listFeed(snapshot, asked.list, asked.format);
    if (!found) return next();
    if (found.self !== request.path)
      return sendRedirect(response, 301, withQuery(found.self, `?${asked.rest}`), setCaching);
    const feed = await feedOf(found.of, found.self);
    if (!feed) return next();
    const type = asked.format === 'atom' ? 'application/atom+xml' : 'application/rss+xml';
    const body = asked.format === 'atom' ? atomXml(feed) : rssXml(feed);
    await sendCrawlerFile({ request, response, setCaching }, type, body);
  });
  return router;
}

interface AskedFeed {
  format: Format;
  /** The decoded path or the query of the list or post; null for the whole site. */
  list: { path: string } | { query: string } | null;
  /** Whether a feed of the whole site contains its comments instead of its posts. */
  hasComments: boolean;
}

interface FoundFeed {
  /** The path of the feed. */
  self: string;
  of: Subject;
}

function formatOf(name: string | undefined): Format {
  return name === 'atom' ? 'atom' : 'rss';
}

function feedInPath(path: string): AskedFeed {
  const [, base = '', format] = FEED_PATH.exec(path) ?? [];
  const plain = normalisedRequestPath(base);
  const hasComments = plain === COMMENTS_PATH;
  const isWhole = plain === null || plain === '/' || hasComments;
  return { format: formatOf(format), list: isWhole ? null : { path: plain }, hasComments };
}

/**
 * Reads `?feed=rss2&cat=3` or `?feed=comments-rss2`; null without a feed. `rest` has the parameters that do not select
 * the feed.
 */
function feedInQuery(query: string): (AskedFeed & { rest: string }) | null {
  const params = new URLSearchParams(query);
  const [, comments, name] = /^(comments-)?(feed|atom|rss2?|rdf)$/.exec(params.get('feed') ?? '') ?? [];
  if (name === undefined) return null;
  params.delete('feed');
  params.delete('withcomments');
  const list = params.toString();
  const named = readQueryAddress(list);
  return {
    format: formatOf(name),
    list: named ? { query: list } : null,
    hasComments: comments !== undefined,
    rest: named ? named.rest : list,
  };
}

function mainFeed({ format, hasComments }: Pick<AskedFeed, 'format' | 'hasComments'>): FoundFeed {
  if (!hasComments) return { self: MAIN_FEED[format], of: { parts: {} } };
  return { self: feedBelow(COMMENTS_PATH, format), of: { comments: null } };
}

function feedBelow(path: string, format: Format): string {
  return `${path}/feed${format === 'atom' ? '/atom' : ''}`;
}

/** Returns the feed of a list of posts, or of the comments below a post; null if there is neither. */
function listFeed(
  snapshot: Snapshot,
  asked: { path: string } | { query: string },
  format: Format,
): FoundFeed | null {
  const path = 'path' in asked ? asked.path : pathInQuery(snapshot, asked.query);
  if (path === null) return null;
  if (path === BLOG_PATH || path === snapshot.postsPage()?.path)
    return mainFeed({ format, hasComments: false });
  const route = snapshot.blogRouteAt(path) ?? snapshot.blogSpelledAt(path);
  if (!route) return null;
  const { post } = route.parts;
  return {
    self: feedBelow(route.path, format),
    of: post === undefined ? { parts: route.parts } : { comments: post },
  };
}

function pathInQuery(snapshot: Snapshot, query: string): string | null {
  const named = readQueryAddress(query)?.named;
  const path =
    named?.kind === 'category' || named?.kind === 'tag' || named?.kind === 'author'
      ? snapshot.listPath(named.kind, named.of)
      : named?.kind === 'entry'
        ? (snapshot.posts().find(({ id }) => id === named.id)?.path ?? null)
        : named?.kind === 'slug'
          ? `/${named.slug}`
          : null;
  return path === null ? null : decodedPath(path);
}
