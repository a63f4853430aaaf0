import { PATH_ALIASES } from '../../../src/contracts/path-aliases.ts';
import { encodedPath } from './page-paths.ts';
import { PAGE_EXTENSION_PATTERN } from './site-links.ts';

/** A normalized route, without its query. */
export interface RoutePath {
  /** The percent-encoded path, without a trailing slash: `/buy/mortgage-guide`. */
  path: string;
  /** The path that search engines should index: `/contact` for `/contact-us`. */
  canonical: string;
  /** The decoded slug of the page: the last segment; `home` for `/`. */
  slug: string;
  /** The decoded slugs of the parents, outermost first. */
  parents: readonly string[];
  /** Whether only the page's content is shown, as at `/wp/{slug}` and `/wp-about`. */
  contentOnly: boolean;
  /**
   * At the path of a post or a list of posts: what it is about, such as `{ post: 'my-slug' }` or
   * `{ category: 'news' }`. Absent for pages.
   */
  parts?: Readonly<Record<string, string>>;
}

/** The built-in pages. */
interface KnownPages {
  /** The pages by path. */
  pages: ReadonlyMap<string, unknown>;
  /** The paths by slug. */
  paths: ReadonlyMap<string, string>;
}

/** Finds posts and lists of posts by decoded path. */
interface BlogRoutes {
  blogRouteAt(path: string): (TemplatePageRoute & { path: string }) | null;
}

/**
 * Maximum length of a decoded path. Longer paths are treated as not found: real pages are not nested that deep, and
 * cache keys stay small.
 */
export const MAX_PATH_CHARACTERS = 300;
/** Maximum length of a percent-encoded path: a character takes up to nine characters. */
const MAX_ENCODED_CHARACTERS = 9 * MAX_PATH_CHARACTERS;
// A slug as WordPress creates it from a title: letters and digits of any script, joined by "-" or "_".
const SLUG = /^[\p{L}\p{M}\p{N}_-]{1,200}$/u;
const CONTENT_VIEW = /^\/(?:wp\/([^/]+)|wp-(about|buy|sell|contact))$/;

/** Parses the path of a request, ignoring query and fragment. Returns null if no page can be at the path. */
export function parseRoutePath(given: string): RoutePath | null {
  const segments = segmentsOf(given);
  if (!segments?.every(isSlug)) return null;
  const path = `/${segments.map(encodeURIComponent).join('/')}`;
  const view = CONTENT_VIEW.exec(`/${segments.join('/')}`);
  const viewed = view?.[1] ?? view?.[2];
  if (viewed !== undefined) return pageAt(viewed === 'home' ? [] : [viewed], path, true);
  return pageAt(segments, path, false);
}

/**
 * Returns the decoded path of a request, without repeated and trailing slashes; null if it is invalid or too long.
 */
export function normalisedRequestPath(given: string): string | null {
  const segments = segmentsOf(given);
  return segments && `/${segments.join('/')}`;
}

/** Returns the decoded segments of a request's path; null if it is invalid or too long. */
function segmentsOf(given: string): readonly string[] | null {
  const [bare = ''] = given.split(/[?#]/, 1);
  if (bare.length > MAX_ENCODED_CHARACTERS) return null;
  const segments: string[] = [];
  for (const segment of bare.split('/')) {
    if (segment === '') continue;
    const slug = decoded(segment);
    if (slug === null || slug.includes('/')) return null;
    segments.push(slug);
  }
  return segments.join('/').length < MAX_PATH_CHARACTERS ? segments : null;
}

/**
 * Returns why no page can be at a decoded path, as the end of a sentence about the path; null if one can. A page at
 * such a path is left out of all lists, because nobody could open it.
 */
export function unroutableReason(path: string): string | null {
  if (path.length > MAX_PATH_CHARACTERS) return `is longer than ${MAX_PATH_CHARACTERS} characters`;
  if (
    !path
      .split('/')
      .slice(1)
      .every((slug) => path === '/' || isSlug(slug))
  ) {
    return 'has characters other than letters, digits, “-” and “_”';
  }
  return parseRoutePath(encodedPath(path))?.contentOnly ? 'belongs to the site itself' : null;
}

/** Returns the route of a page's path. Throws an `Error` if no page can be at the path. */
export function requirePageRoute(path: string): RoutePath {
  const route = parseRoutePath(encodedPath(path));
  if (!route) throw new Error(`"${path}" is the path of a page, but no route.`);
  return route;
}

/**
 * Returns the route of the page that a path shows; null if there can be none. `/wp/{slug}` shows the page with that
 * slug. At the path of a post, returns the route of the page `/blog/post`; at that of a list of posts, the route of the
 * page that lists the posts.
 */
export function requestedRoute(path: string, builtIn: KnownPages, blog: BlogRoutes): RoutePath | null {
  const route = parseRoutePath(path);
  if (route?.contentOnly) {
    const known = parseRoutePath(builtIn.paths.get(route.slug) ?? route.canonical);
    return known && { ...known, path: route.path, contentOnly: true };
  }
  const plain = normalisedRequestPath(path);
  const found = plain === null ? null : blog.blogRouteAt(plain);
  const page = found && builtIn.pages.has(BLOG_PATH) ? parseRoutePath(found.page) : null;
  return found && page ? { ...page, path: found.path, parts: found.parts } : route;
}

/** Whether a decoded slug is valid: 1 to 200 letters and digits of any script, `-` and `_`. */
export function isSlug(slug: string): boolean {
  return SLUG.test(slug);
}

function pageAt(segments: readonly string[], path: string, contentOnly: boolean): RoutePath {
  const own = `/${segments.map(encodeURIComponent).join('/')}`;
  const canonical = PATH_ALIASES.get(own) ?? own;
  const slug =
    canonical === '/' ? 'home' : decodeURIComponent(canonical.slice(canonical.lastIndexOf('/') + 1));
  return { path, canonical, slug, parents: segments.slice(0, -1), contentOnly };
}

function decoded(segment: string): string | null {
  try {
    return decodeURIComponent(segment).normalize('NFC');
  } catch {
    return null;
  }
}

/** A page that is shown at many paths, and the path parameters that it receives. */
export interface TemplatePageRoute {
  /** The path of the page whose layout is shown. */
  page: string;
  parts: Readonly<Record<string, string>>;
}

/** The path of the built-in page that lists the posts. */
export const BLOG_PATH = '/blog';

/** Whether a page is only a template, with nothing to show at its own path. */
export function isTemplatePage(path: string): boolean {
  return path === '/blog/post';
}

/**
 * Whether a path is `/blog/<slug>`, or `/blog/<kind>/<slug>` for a category, tag or author. Posts and lists that cannot
 * be at the path of their link are at such paths.
 */
export function isDefaultPostOrArchivePath(path: string): boolean {
  return /^\/blog\/(?:(?:category|tag|author)\/)?[^/]+$/.test(path);
}

/** Whether a post can be at a decoded path. Unlike a page, it may have an ending such as `.html`. */
export function isValidPostPath(path: string): boolean {
  return (
    path.length <= MAX_PATH_CHARACTERS &&
    path.replace(PAGE_EXTENSION_PATTERN, '').split('/').slice(1).every(isSlug)
  );
}
