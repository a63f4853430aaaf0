import { PATH_ALIASES } from '../../../src/contracts/path-aliases.ts';
import type { MirrorContents } from '../values/mirror-contents.ts';
import { isPublic, type RawPage } from '../values/raw-page.ts';
import { builtInRedirect } from './built-in-redirects.ts';
import { decodedPath, encodedPath } from './page-paths.ts';
import { isReservedPath } from './reserved-paths.ts';
import { isPostPath, isSlug, routePath, type RouteTemplate } from './route-path.ts';
import type { LinkResolver } from './site-links.ts';

/** The kinds of lists of posts that have a slug. */
export const LIST_KINDS = ['category', 'tag', 'author'] as const;
export type ListKind = (typeof LIST_KINDS)[number];

/** A category, a tag or an author. */
export interface TermLink {
  id: number;
  /** Decoded. */
  slug: string;
  /** The URL in WordPress; empty for built-in ones. */
  link: string;
}

/** A post, or a list of posts, at its own path. */
export interface BlogRoute extends RouteTemplate {
  /** As used in links. Other spellings redirect to it. */
  path: string;
}

/** A post that is not at its path of WordPress, because something else is there. */
export interface PathClash {
  post: RawPage;
  /** The path in WordPress. */
  wanted: string;
  path: string;
  /** What is at the path, such as `a page`. */
  other: string;
}

/** The paths of posts and of lists of posts. All are decoded. */
export interface BlogPaths {
  postPath(post: RawPage): string;
  /** Returns the path of a list of posts; null if its slug cannot be in a path. */
  listPath(kind: ListKind, term: Pick<TermLink, 'id'>): string | null;
  routeAt(path: string): BlogRoute | null;
  /** Returns the route that another spelling of its path means: the path in WordPress's other structures. */
  spelledAt(path: string): BlogRoute | null;
  clashes: readonly PathClash[];
}

interface Input {
  /** Newest first. */
  posts: readonly RawPage[];
  terms: Readonly<Record<ListKind, readonly TermLink[]>>;
  links: LinkResolver;
  /** The pages of WordPress by path. */
  pages: ReadonlyMap<string, RawPage>;
  /** The built-in pages by path. */
  builtInPages: ReadonlyMap<string, unknown>;
  /** The path of the page that lists the posts, as used in links. */
  listPage: string;
}

/**
 * Finds the paths of posts and of their lists. As in WordPress, the link of an entry decides. Without one, or where
 * something else is at its path, a post is at `/blog/{slug}`, and a list is at `/blog/{kind}/{slug}`. The list of a year,
 * month or day is at `/blog/2026/11/07`.
 */
export function createBlogPaths({ posts, terms, links, pages, builtInPages, listPage }: Input): BlogPaths {
  const routes = new Map<string, BlogRoute>();
  const postPaths = new Map<number, string>();
  const listPaths = new Map<string, string>();
  const bySlug = new Map<string, RawPage>();
  const byOldSlug = new Map<string, RawPage>();
  const byId = new Map<number, RawPage>();
  const clashes: PathClash[] = [];
  /** The first segments of the paths of posts, such as `journal`. */
  const fronts = new Set<string>();

  /** Returns what is at a path, such as `a built-in page`; null if nothing is. */
  function otherAt(path: string): string | null {
    const page = pages.get(path);
    const encoded = encodedPath(path);
    if (page && isPublic(page)) return `the page “${page.title}”`;
    if (builtInPages.has(encoded) || PATH_ALIASES.has(encoded)) return 'a built-in page';
    if (isReservedPath(path) || routePath(encoded)?.contentOnly) return 'an address of the site itself';
    if (builtInRedirect(encoded) !== null) return 'a redirect of the site itself';
    return routes.has(path) ? 'another post' : null;
  }

  for (const post of posts) {
    const slug = decodedPath(post.slug);
    const wanted = linkedPostPath(post, links);
    const own = `/blog/${slug}`;
    const other = wanted === null ? null : otherAt(wanted);
    const path = wanted === null || other !== null ? own : wanted;
    const [, first = ''] = wanted?.split('/') ?? [];
    if (first !== slug && !/^\d+$/.test(first)) fronts.add(first);
    // Its slug cannot be in a path, so nobody can open it.
    if (!isPostPath(path)) continue;
    if (wanted !== null && other !== null && wanted !== own) clashes.push({ post, wanted, path, other });
    postPaths.set(post.id, path);
    byId.set(post.id, post);
    if (!bySlug.has(slug)) bySlug.set(slug, post);
    for (const old of post.oldSlugs) byOldSlug.set(decodedPath(old), post);
    routes.set(path, { path: encodedPath(path), page: '/blog/post', parts: { post: slug } });
  }
  /** The paths of lists by kind and slug, and the paths that those of a kind are below. */
  const lists = { category: newLists('category'), tag: newLists('tag'), author: newLists('author') };
  for (const kind of LIST_KINDS) {
    for (const term of terms[kind]) {
      const wanted = linkedPath(term.link, links);
      const own = `/blog/${kind}/${term.slug}`;
      const path = wanted !== null && otherAt(wanted) === null ? wanted : own;
      if (!isPostPath(path)) continue;
      listPaths.set(`${kind} ${term.id}`, path);
      lists[kind].bySlug.set(term.slug.toLowerCase(), path);
      lists[kind].bases.add(path.slice(0, path.lastIndexOf('/')));
      if (!routes.has(path))
        routes.set(path, { path: encodedPath(path), page: listPage, parts: { [kind]: term.slug } });
    }
  }

  const postPath = (post: RawPage) => postPaths.get(post.id) ?? `/blog/${decodedPath(post.slug)}`;

  /** Whether a segment can be before the date of posts, as in `/archives/date/2026`. */
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

  /** Returns the post at `/blog/{slug}`, at a present or former slug, below a date, category or author, or at its id. */
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
      for (const kind of LIST_KINDS) {
        const known = lists[kind].bySlug.get(segments.at(-1) ?? '');
        // WordPress finds a subcategory below any category.
        const above = `/${segments.slice(0, -1).join('/')}`;
        const isBelow = (base: string) =>
          above === base || (kind === 'category' && above.startsWith(`${base}/`));
        if (known !== undefined && [...lists[kind].bases].some(isBelow)) return routes.get(known) ?? null;
      }
      const post = spelledPost(segments);
      return post ? (routes.get(postPath(post)) ?? null) : dateAt(plain);
    },
    clashes,
  };
}

const DATE = /^((?:\/[^/]+)*?)\/(\d{4})(?:\/(\d{1,2})(?:\/(\d{1,2}))?)?$/;

/** Whether these are a year, a month and a day, of which the last ones may be missing. */
function isDate([year = '', month = '01', day = '01']: readonly string[]): boolean {
  const at = new Date(`${year}-${month}-${day}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.getUTCDate() === Number(day);
}

function newLists(kind: ListKind) {
  return { bySlug: new Map<string, string>(), bases: new Set([`/${kind}`, `/blog/${kind}`]) };
}

/** Returns the categories, tags and authors whose slug can be in a path. */
export function allTermLinks(contents: MirrorContents): Record<ListKind, TermLink[]> {
  const ofKind = (kind: ListKind) =>
    [...contents.entries(kind)].flatMap(([id, { data }]) => {
      const slug = typeof data.slug === 'string' ? decodedPath(data.slug) : '';
      const link = typeof data.link === 'string' ? data.link : '';
      return isSlug(slug) ? [{ id: Number(id), slug, link }] : [];
    });
  return { category: ofKind('category'), tag: ofKind('tag'), author: ofKind('author') };
}

const known = new WeakMap<RawPage, { homes: string; path: string | null }>();

/** Reads a post's link once: each change of the content asks for the paths of all posts. */
function linkedPostPath(post: RawPage, links: LinkResolver): string | null {
  const homes = links.homes.join(' ');
  let read = known.get(post);
  if (read?.homes !== homes) {
    read = { homes, path: linkedPath(post.link, links) };
    known.set(post, read);
  }
  return read.path;
}

/** Returns the path of a link if a post or list can be there: not for plain permalinks such as `?p=7`. */
function linkedPath(link: string, links: LinkResolver): string | null {
  if (link === '') return null;
  const path = links.pathOf(link);
  const plain = path === null ? '/' : decodedPath(path);
  return plain !== '/' && isPostPath(plain) ? plain : null;
}
