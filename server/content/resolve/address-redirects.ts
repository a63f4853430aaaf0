import { z } from 'zod';
import { commentPagePath } from '../../../src/contracts/comments.ts';
import { shownPath } from '../built-in/snapshot-page.ts';
import type { BuiltInContent } from '../built-in/built-in-content.ts';
import type { BlogRoute } from '../paths/blog-paths.ts';
import { decodedPath, encodedPath } from '../paths/page-paths.ts';
import { readQueryAddress, type QueryAddress } from '../paths/query-address.ts';
import { BLOG_PATH } from '../paths/route-path.ts';
import { commentThreadPage } from './comment-threads.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

/**
 * A redirect from a former path, a WordPress URL or another spelling of a path: to the current path on this site, or to a
 * file or screen in WordPress.
 */
export interface AddressRedirect {
  status: 301 | 302;
  /** A path, perhaps with a query, or the URL of a file or screen in WordPress. */
  to: string;
  /** The query parameters to add to the target; if absent, the whole query of the request is added. */
  rest?: string;
}

interface Options {
  snapshot: Snapshot;
  builtIn: BuiltInContent;
  /** Returns how many posts the list at a path has, in total and per page; null if there is no list. */
  listAt: (path: string) => { total: number; perPage: number } | null;
}

/**
 * The path of one part of a text that is divided by page breaks, such as `/roofs/2`. This site shows the whole text
 * on one page.
 */
const PART = /^(.+)\/([2-9]|[1-9]\d{1,2})$/;
/** The paths of WordPress's sign-in and admin screens. Editors may open them on this site out of habit. */
const WORDPRESS_SCREEN = /^\/(?:wp-login\.php|wp-admin)(?:\/|$)/;
const PAGE_BREAK = '<!--nextpage-->';
const COMMENT_PAGE_PATH = /^(.*)\/comment-page-([1-9]\d{0,5})$/;
const PAGED = /^(.*)\/page\/([1-9]\d{0,5})$/;

/** The props of a placement that lists posts. */
const listProps = z.object({ per_page: z.number(), list: z.object({ total: z.number() }) });

/**
 * Returns the number of posts of the first placement that lists posts, in total and per page of its list; null if no
 * placement lists posts.
 */
export function postListCounts(
  placements: readonly { props: unknown }[],
): { total: number; perPage: number } | null {
  for (const { props } of placements) {
    const { data } = listProps.safeParse(props);
    if (data) return { total: data.list.total, perPage: data.per_page };
  }
  return null;
}

/** Returns the percent-encoded path of the public page or post with a WordPress id; null if there is none. */
export function entryPath(id: number, snapshot: Snapshot, builtIn: BuiltInContent): string | null {
  const post = snapshot.posts().find((each) => each.id === id);
  if (post) return post.path;
  const page = snapshot.pages().find((each) => each.page.id === id);
  return page ? encodedPath(shownPath(page, snapshot, builtIn)) : null;
}

/**
 * Creates the functions that find redirects from addresses without a page here: WordPress URLs, and other spellings
 * of our paths.
 */
export function createAddressRedirects({ snapshot, builtIn, listAt }: Options) {
  const home = () => encodedPath(snapshot.postsPage()?.path ?? BLOG_PATH);

  /** Returns the path of a public page or post, or the URL of a file; null if there is none. */
  function entryAt(id: number): string | null {
    const path = entryPath(id, snapshot, builtIn);
    if (path !== null) return path;
    const media = snapshot.media(id);
    return media ? snapshot.links.file(media.url) : null;
  }

  /**
   * Returns the address of a page of a list. Its number changes if this site has another page size. Returns null if
   * WordPress has no such page.
   */
  function pageOfList(path: string, page: number): string | null {
    if (page === 1) return path;
    const list = listAt(path);
    const before = (page - 1) * snapshot.blog.postsPerPage;
    if (!list || before >= list.total) return null;
    const own = Math.floor(before / list.perPage) + 1;
    return own === 1 ? path : `${path}?page=${own}`;
  }

  function targetOf(named: QueryAddress): string | null {
    switch (named.kind) {
      case 'entry':
        return entryAt(named.id);
      case 'slug':
        return spelledAt(`/${named.slug}`)?.path ?? pageAt(named.slug);
      case 'posts':
        return pageOfList(home(), named.page);
      case 'search':
        return `/search?${new URLSearchParams({ q: named.words }).toString()}`;
      case 'date': {
        const parts = [named.digits.slice(0, 4), named.digits.slice(4, 6), named.digits.slice(6, 8)];
        const route = snapshot.blogRouteAt(`${BLOG_PATH}/${parts.filter((part) => part !== '').join('/')}`);
        return route && pageOfList(route.path, named.page);
      }
      case 'category':
      case 'tag':
      case 'author': {
        const path = snapshot.listPath(named.kind, named.of);
        return path === null ? null : pageOfList(path, named.page);
      }
    }
  }

  function pageAt(path: string): string | null {
    const page = snapshot.pageAt(`/${path}`);
    return page?.isPublic ? encodedPath(shownPath(page, snapshot, builtIn)) : null;
  }

  function spelledAt(path: string): BlogRoute | null {
    const route = snapshot.blogRouteAt(path) ?? snapshot.blogSpelledAt(path);
    return route && builtIn.pages.has(BLOG_PATH) ? route : null;
  }

  /** Returns the path of the post or page that a path such as `/roofs/2` is a part of; null if there is none. */
  function wholeText(path: string): string | null {
    const [, base = '', number] = PART.exec(path) ?? [];
    const slug = spelledAt(base)?.parts.post;
    const page = snapshot.pageAt(base);
    const entry = slug === undefined ? (page?.isPublic ? page.page : null) : snapshot.post(slug);
    if (!entry || entry.content.split(PAGE_BREAK).length < Number(number)) return null;
    return slug === undefined ? pageAt(base.slice(1)) : snapshot.postPath(entry);
  }

  /**
   * Returns the address of a page of comments; null if the path is not one. For a page, returns its path, because
   * pages show no comments.
   */
  function commentPage(path: string): string | null {
    const [match, base = '', number] = COMMENT_PAGE_PATH.exec(path) ?? [];
    if (match === undefined) return null;
    const slug = spelledAt(base)?.parts.post;
    const post = slug === undefined ? null : snapshot.post(slug);
    if (!post) return pageAt(base.slice(1));
    const shown = commentThreadPage(
      snapshot.comments(post.id).map(({ id, data }) => ({ id: Number(id), parent: Number(data.parent) })),
      snapshot.discussion,
      number,
    );
    // Removes the fragment, so that the browser keeps that of the request, such as `#comment-7`.
    return commentPagePath(snapshot.postPath(post), shown.page, shown).replace(/#.*$/, '');
  }

  /**
   * Returns the URL of a file or screen of WordPress; null if the site has no WordPress. Content that is edited on this
   * site has a placeholder host, which ends in `.invalid`.
   */
  function inWordPress(path: string): string | null {
    const url = URL.parse(snapshot.links.file(encodedPath(path)) ?? '');
    return url === null || url.hostname.endsWith('.invalid') ? null : url.href;
  }

  return {
    /**
     * Returns the redirect for a query of `/`, `none` if the query means an entry or list that does not exist, or null
     * if it means nothing in WordPress.
     */
    byQuery(query: string): AddressRedirect | 'none' | null {
      const read = readQueryAddress(query);
      if (!read) return null;
      const to = targetOf(read.named);
      return to === null ? 'none' : { status: 301, to, rest: read.rest };
    },
    /** Returns the redirect for a decoded path without a page; null if there is none. */
    byPath(path: string): AddressRedirect | null {
      if (path === '/index.php') return { status: 301, to: '/' };
      const page = /^\/index\.php\/(.+)$/.exec(path)?.[1];
      const own = page === undefined ? null : pageAt(page);
      if (own !== null) return { status: 301, to: own };
      const isScreen = WORDPRESS_SCREEN.test(path);
      if (isScreen || path.startsWith('/wp-content/uploads/')) {
        const to = inWordPress(path);
        return to === null ? null : { status: isScreen ? 302 : 301, to };
      }
      const paged = PAGED.exec(path);
      if (paged) {
        const [, base = '', number] = paged;
        const isHome = base === '' || base === BLOG_PATH || base === decodedPath(home());
        const list = isHome ? home() : spelledAt(base)?.path;
        const to = list === undefined ? null : pageOfList(list, Number(number));
        return to === null ? null : { status: 301, to };
      }
      const comments = commentPage(path);
      if (comments !== null) return { status: 301, to: comments };
      const whole = wholeText(path);
      if (whole !== null) return { status: 301, to: whole };
      const media = snapshot.mediaAt(path);
      const file = media && snapshot.links.file(media.url);
      if (file != null) return { status: 301, to: file };
      const route = spelledAt(path);
      return route && decodedPath(route.path) !== path ? { status: 301, to: route.path } : null;
    },
  };
}
