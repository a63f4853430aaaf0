import { PATH_ALIASES } from '../../../src/contracts/path-aliases.ts';
import type { MirrorContents, MirrorEntry } from '../values/mirror-contents.ts';
import { isPublic, type RawPage } from '../values/raw-page.ts';
import { builtInRedirectTarget } from './built-in-redirects.ts';
import { decodedPath, encodedPath } from './page-paths.ts';
import { isReservedPath } from './reserved-paths.ts';
import { isValidPostPath, isSlug, parseRoutePath, type TemplatePageRoute } from './route-path.ts';
import type { LinkResolver } from './site-links.ts';

/** The kinds of post lists that have a slug. */
export const POST_LIST_KINDS = ['category', 'tag', 'author'] as const;
export type PostListKind = (typeof POST_LIST_KINDS)[number];

/** A category, tag or author, with the URL of its list of posts. */
export interface PostListLink {
  id: number;
  /** The decoded slug. */
  slug: string;
  /** The URL in WordPress; empty for built-in entries. */
  link: string;
}

/** A post, or a list of posts, at its own path. */
export interface BlogRoute extends TemplatePageRoute {
  /** The percent-encoded path. Other spellings redirect to it. */
  path: string;
}

/** A post that is not at its WordPress path, because something else is there. */
export interface PostPathClash {
  post: RawPage;
  /** The path of the post in WordPress. */
  wanted: string;
  path: string;
  /** What is at the WordPress path instead, such as `a built-in page`. */
  other: string;
}

/** The paths of a post: its decoded path, the decoded path `/blog/{slug}`, and its percent-encoded path. */
interface PostPaths {
  path: string;
  slugPath: string;
  link: string;
}

/** The paths of posts and of lists of posts. Paths are decoded, unless stated otherwise. */
export interface BlogPaths {
  postPath(post: RawPage): string;
  /** Returns the path of a list of posts; null if its slug cannot be in a path. */
  listPath(kind: PostListKind, term: Pick<PostListLink, 'id'>): string | null;
  routeAt(path: string): BlogRoute | null;
  /**
   * Returns the route of the post or list that a path of another permalink structure points to, such as
   * `/2026/11/my-slug`; null if there is none.
   */
  spelledAt(path: string): BlogRoute | null;
  clashes: readonly PostPathClash[];
  /** The paths of each post by its id. */
  posts: ReadonlyMap<number, PostPaths>;
  /** Returns the percent-encoded path of a post. */
  linkOf(post: RawPage): string;
  /** The paths of the lists by kind and id, such as `category 7`. The same object as before if none has changed. */
  lists: ReadonlyMap<string, string>;
  /**
   * Whether every post and list that has a link is at the path of its link. Then a page that appears or disappears at a
   * path that none of them uses moves none of them.
   */
  isClean: boolean;
  /** Whether a post or a list is at this path. */
  isUsed(path: string): boolean;
  /** Whether this is the path of a post, or `/blog/{slug}` with the slug of a post. */
  isOfPost(path: string): boolean;
}

interface Input {
  /** The posts that visitors can open, newest first. */
  posts: readonly RawPage[];
  terms: Readonly<Record<PostListKind, readonly PostListLink[]>>;
  links: LinkResolver;
  /** The pages of WordPress by path. */
  pages: ReadonlyMap<string, RawPage>;
  /** The built-in pages by path. */
  builtInPages: ReadonlyMap<string, unknown>;
  /** The percent-encoded path of the page that lists the posts. */
  listPage: string;
}

/**
 * Finds the paths of posts and of their lists. As in WordPress, the link of an entry decides. If it has no link or
 * its path is taken, a post is at `/blog/{slug}`, and a list is at `/blog/{kind}/{slug}`. The list of a year, month
 * or day is at `/blog/2026/11/07`.
 */
export function createBlogPaths(input: Input): BlogPaths {
  const known = recent.get(input.builtInPages) ?? [];
  const same = known.find((each) => hasSamePaths(each, input));
  const latest = same ?? { input, paths: findBlogPaths(input, known[0]?.paths.lists) };
  recent.set(
    input.builtInPages,
    [latest, ...known.filter((each) => each !== latest)].slice(0, MAX_KNOWN_INPUTS),
  );
  return latest.paths;
}

interface Known {
  input: Input;
  paths: BlogPaths;
}

/**
 * Cache of the last results. Most changes of the content change no path, and each change needs the paths before and
 * after it.
 */
const recent = new WeakMap<object, readonly Known[]>();
const MAX_KNOWN_INPUTS = 3;

/** Whether the cached paths are also valid for another input. */
function hasSamePaths({ input: known, paths }: Known, input: Input): boolean {
  const isClash = (post: RawPage) => paths.clashes.some((clash) => clash.post.id === post.id);
  return (
    known.listPage === input.listPage &&
    known.links.homes.join(' ') === input.links.homes.join(' ') &&
    known.posts.length === input.posts.length &&
    known.posts.every((post, index) => {
      const other = input.posts[index];
      if (post === other) return true;
      return other !== undefined && hasSameLink(post, other) && !isClash(post);
    }) &&
    changedPages(known.pages, input.pages).every((path) => paths.isClean && !paths.isUsed(path)) &&
    POST_LIST_KINDS.every((kind) => hasSameTerms(known.terms[kind], input.terms[kind]))
  );
}

function hasSameLink(a: RawPage, b: RawPage): boolean {
  return (
    a.id === b.id && a.slug === b.slug && a.link === b.link && a.oldSlugs.join(' ') === b.oldSlugs.join(' ')
  );
}

/** Returns the paths at which a page was added or removed, or at which the title or visibility of the page differs. */
function changedPages(before: Input['pages'], after: Input['pages']): string[] {
  const changed = [...after].flatMap(([path, page]) => {
    const former = before.get(path);
    return page === former || (former && isSamePage(former, page)) ? [] : [path];
  });
  return [...changed, ...[...before.keys()].filter((path) => !after.has(path))];
}

function isSamePage(a: RawPage, b: RawPage): boolean {
  return a.title === b.title && isPublic(a) === isPublic(b);
}

function hasSameTerms(known: readonly PostListLink[], terms: readonly PostListLink[]): boolean {
  return (
    known.length === terms.length &&
    known.every(({ id, slug, link }, index) => {
      const other = terms[index];
      return other?.id === id && other.slug === slug && other.link === link;
    })
  );
}

function findBlogPaths(input: Input, listsBefore: BlogPaths['lists'] = new Map()): BlogPaths {
  const { posts, terms, links, pages, builtInPages, listPage } = input;
  const routes = new Map<string, BlogRoute>();
  const postPaths = new Map<number, PostPaths>();
  const listPaths = new Map<string, string>();
  const bySlug = new Map<string, RawPage>();
  const byOldSlug = new Map<string, RawPage>();
  const byId = new Map<number, RawPage>();
  const clashes: PostPathClash[] = [];
  let listsClash = false;
  /** The first segments of post paths, such as `journal`. */
  const fronts = new Set<string>();

  /** Returns what is at a path, such as `a built-in page`; null if nothing is. */
  function otherAt(path: string): string | null {
    const page = pages.get(path);
    if (page && isPublic(page)) return `the page “${page.title}”`;
    return ownAt(path, builtInPages) ?? (routes.has(path) ? 'another post' : null);
  }

  for (const post of posts) {
    const link = readPostLink(post, links, builtInPages);
    const { slug, slugPath, front, wanted, own } = link;
    if (front !== null) fronts.add(front);
    const isFree = wanted === null || (own === null && !pages.has(wanted) && !routes.has(wanted));
    const other = isFree ? null : otherAt(wanted);
    const path = other === null ? (wanted ?? slugPath) : slugPath;
    const route = other === null ? link.route : isValidPostPath(slugPath) ? postRoute(slugPath, slug) : null;
    // The slug cannot be in a path, so nobody can open the post.
    if (!route) continue;
    if (wanted !== null && other !== null && wanted !== slugPath) clashes.push({ post, wanted, path, other });
    postPaths.set(post.id, { path, slugPath, link: route.path });
    byId.set(post.id, post);
    if (!bySlug.has(slug)) bySlug.set(slug, post);
    for (const old of post.oldSlugs) byOldSlug.set(decodedPath(old), post);
    routes.set(path, route);
  }
  /** The paths of lists by kind and slug, and the parent paths of the lists of each kind. */
  const lists = { category: newLists('category'), tag: newLists('tag'), author: newLists('author') };
  for (const kind of POST_LIST_KINDS) {
    for (const term of terms[kind]) {
      const wanted = linkedPath(term.link, links);
      const own = `/blog/${kind}/${term.slug}`;
      const isFree = wanted === null || otherAt(wanted) === null;
      const path = wanted !== null && isFree ? wanted : own;
      if (!isFree) listsClash = true;
      if (!isValidPostPath(path)) continue;
      listPaths.set(`${kind} ${term.id}`, path);
      lists[kind].bySlug.set(term.slug.toLowerCase(), path);
      lists[kind].bases.add(path.slice(0, path.lastIndexOf('/')));
      if (!routes.has(path))
        routes.set(path, { path: encodedPath(path), page: listPage, parts: { [kind]: term.slug } });
    }
  }

  const postPath = (post: RawPage) => postPaths.get(post.id)?.path ?? `/blog/${decodedPath(post.slug)}`;

  /** Whether a path segment can precede the date in the path of a post or list, as in `/archives/date/2026`. */
  const isBeforeDate = (segment: string) =>
    ['blog', 'archives', 'date'].includes(segment) || fronts.has(segment);

  function dateAt(path: string): BlogRoute | null {
    const [match, front = '', year = '', month, day] = DATE.exec(path) ?? [];
    if (match === undefined || !front.split('/').slice(1).every(isBeforeDate)) return null;
    const numbers = [year, month, day].flatMap((part) => (part === undefined ? [] : part.padStart(2, '0')));
    if (!isDate(numbers)) return null;
    const parts = Object.fromEntries(numbers.map((part, index) => [['year', 'month', 'day'][index], part]));
    return { path: `/blog/${numbers.join('/')}`, page: listPage, parts };
  }

  /**
   * Returns the post that a path points to: its last segment is the slug, a former slug or, below `/archives`, the id
   * of the post. The segments above must be `blog`, numbers as in a date, categories, authors or parts of the post's
   * own path; otherwise null.
   */
  function spelledPost(segments: readonly string[]): RawPage | null {
    const last = (segments.at(-1) ?? '').replace(/\.[a-z]{2,5}$/, '');
    const above = segments.slice(0, -1);
    const post = bySlug.get(last) ?? byOldSlug.get(last);
    if (!post)
      return /^\d+$/.test(last) && above.join('/') === 'archives' ? (byId.get(Number(last)) ?? null) : null;
    const own = new Set(postPath(post).split('/'));
    const isKnown = (segment: string) =>
      segment === 'blog' ||
      /^\d{1,4}$/.test(segment) ||
      own.has(segment) ||
      lists.category.bySlug.has(segment) ||
      lists.author.bySlug.has(segment);
    return above.every(isKnown) ? post : null;
  }

  return {
    postPath,
    listPath: (kind, { id }) => listPaths.get(`${kind} ${id}`) ?? null,
    routeAt(path) {
      const date = routes.has(path) ? null : dateAt(path);
      return routes.get(path) ?? (date?.path === path ? date : null);
    },
    spelledAt(path) {
      const plain = path.toLowerCase().replace(/^\/index\.php(?=\/)/, '');
      const exact = routes.get(plain);
      if (exact) return exact;
      const segments = plain.split('/').slice(1);
      for (const kind of POST_LIST_KINDS) {
        const known = lists[kind].bySlug.get(segments.at(-1) ?? '');
        // WordPress accepts a subcategory below any category.
        const above = `/${segments.slice(0, -1).join('/')}`;
        const isBelow = (base: string) =>
          above === base || (kind === 'category' && above.startsWith(`${base}/`));
        if (known !== undefined && [...lists[kind].bases].some(isBelow)) return routes.get(known) ?? null;
      }
      const post = spelledPost(segments);
      return post ? (routes.get(postPath(post)) ?? null) : dateAt(plain);
    },
    clashes,
    posts: postPaths,
    linkOf: (post) => postPaths.get(post.id)?.link ?? encodedPath(postPath(post)),
    lists: isSameMap(listsBefore, listPaths) ? listsBefore : listPaths,
    isClean: clashes.length === 0 && !listsClash,
    isUsed: (path) => routes.has(path),
    isOfPost: (path) =>
      routes.get(path)?.parts.post !== undefined ||
      (path.startsWith('/blog/') && bySlug.has(path.slice('/blog/'.length))),
  };
}

function isSameMap(a: ReadonlyMap<string, string>, b: ReadonlyMap<string, string>): boolean {
  return a.size === b.size && [...a].every(([key, value]) => b.get(key) === value);
}

/** Returns what the site itself has at a path, such as `a built-in page`; null if it has nothing. */
function ownAt(path: string, builtInPages: ReadonlyMap<string, unknown>): string | null {
  const encoded = encodedPath(path);
  if (builtInPages.has(encoded) || PATH_ALIASES.has(encoded)) return 'a built-in page';
  if (isReservedPath(path) || parseRoutePath(encoded)?.contentOnly) return 'an address of the site itself';
  return builtInRedirectTarget(encoded) === null ? null : 'a redirect of the site itself';
}

const DATE = /^((?:\/[^/]+)*?)\/(\d{4})(?:\/(\d{1,2})(?:\/(\d{1,2}))?)?$/;

/**
 * Whether these numbers are a valid year, month and day. Month and day are optional. False for years whose end cannot
 * be written as a date with four digits, and for years below 1000, some of which `Date.UTC` takes for 1900 to 1999.
 */
function isDate([year = '', month = '01', day = '01']: readonly string[]): boolean {
  const at = new Date(`${year}-${month}-${day}T00:00:00Z`);
  const isYear = year >= '1000' && year < '9999';
  return isYear && !Number.isNaN(at.getTime()) && at.getUTCDate() === Number(day);
}

function newLists(kind: PostListKind) {
  return { bySlug: new Map<string, string>(), bases: new Set([`/${kind}`, `/blog/${kind}`]) };
}

const termLinks = new WeakMap<ReadonlyMap<string, MirrorEntry>, PostListLink[]>();

function readTermLinks(entries: ReadonlyMap<string, MirrorEntry>): PostListLink[] {
  return [...entries].flatMap(([id, { data }]) => {
    const slug = typeof data.slug === 'string' ? decodedPath(data.slug) : '';
    const link = typeof data.link === 'string' ? data.link : '';
    return isSlug(slug) ? [{ id: Number(id), slug, link }] : [];
  });
}

/** Returns the categories, tags and authors whose slug can be in a path. */
export function allPostListLinks(contents: MirrorContents): Record<PostListKind, PostListLink[]> {
  const ofKind = (kind: PostListKind) => {
    const entries = contents.entries(kind);
    const links = termLinks.get(entries) ?? readTermLinks(entries);
    termLinks.set(entries, links);
    return links;
  };
  return { category: ofKind('category'), tag: ofKind('tag'), author: ofKind('author') };
}

/** The paths in a post's link and slug, before clashes with other posts and pages are resolved. */
interface PostLink {
  slug: string;
  slugPath: string;
  /** The first segment of the link's path; null if it is a number or the post's slug, empty if there is no link. */
  front: string | null;
  /** The path of the link; null if there is none. */
  wanted: string | null;
  /** What the site itself has at the path of the link; null if it has nothing. */
  own: string | null;
  /** The route at the path of the link, or of the slug if there is no link; null if no post can be there. */
  route: BlogRoute | null;
}

const postLinks = new WeakMap<RawPage, { homes: string; builtInPages: object; link: PostLink }>();

function postRoute(path: string, slug: string): BlogRoute {
  return { path: encodedPath(path), page: '/blog/post', parts: { post: slug } };
}

/** Reads a post's link. Cached per post, because each change of the content asks for the paths of all posts. */
function readPostLink(
  post: RawPage,
  links: LinkResolver,
  builtInPages: ReadonlyMap<string, unknown>,
): PostLink {
  const homes = links.homes.join(' ');
  const known = postLinks.get(post);
  if (known?.homes === homes && known.builtInPages === builtInPages) return known.link;
  const slug = decodedPath(post.slug);
  const slugPath = `/blog/${slug}`;
  const wanted = linkedPath(post.link, links);
  const [, first = ''] = wanted?.split('/') ?? [];
  const path = wanted ?? slugPath;
  const link: PostLink = {
    slug,
    slugPath,
    front: first === slug || /^\d+$/.test(first) ? null : first,
    wanted,
    own: wanted === null ? null : ownAt(wanted, builtInPages),
    route: isValidPostPath(path) ? postRoute(path, slug) : null,
  };
  postLinks.set(post, { homes, builtInPages, link });
  return link;
}

/** Returns the decoded path of a link if a post or list can be there; otherwise null, as for `?p=7`. */
function linkedPath(link: string, links: LinkResolver): string | null {
  if (link === '') return null;
  const path = links.pathOf(link);
  const plain = path === null ? '/' : decodedPath(path);
  return plain !== '/' && isValidPostPath(plain) ? plain : null;
}
