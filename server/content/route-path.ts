/** A route as content is asked for: normalised, without query. */
export interface RoutePath {
  /** As links write it: `/buy/mortgage-guide`, no slash at the end. */
  path: string;
  /** The address search engines should keep: `/contact` for `/contact-us`. */
  canonical: string;
  /** The page's slug: the last segment; `home` for `/`. */
  slug: string;
  /** The slugs above it, outermost first. */
  parents: readonly string[];
  /** The page's content only, as `/wp/{slug}` and `/wp-about` show it. */
  contentOnly: boolean;
  /** What the path adds to the page it is shown by, where that is another one: a post's slug, a category. */
  parts?: Readonly<Record<string, string>>;
}

/** Longer paths are not found: no page of ours is that deep, and keys of kept pages stay small. */
const LONGEST = 300;
// What WordPress makes of a title: letters and digits of any script, joined by "-" or "_".
const SLUG = /^[\p{L}\p{M}\p{N}_-]{1,200}$/u;
const ALIASES = new Map([
  ['/home', '/'],
  ['/contact-us', '/contact'],
]);
const CONTENT_VIEW = /^\/(?:wp\/([^/]+)|wp-(about|buy|sell|contact))$/;

/** Reads a request's path (a query or fragment is ignored). Null for a path that cannot be a page. */
export function routePath(given: string): RoutePath | null {
  if (given.length > LONGEST) return null;
  const segments: string[] = [];
  for (const segment of (given.split(/[?#]/, 1)[0] ?? '').split('/')) {
    if (segment === '') continue;
    const slug = decoded(segment);
    if (slug === null || !isSlug(slug)) return null;
    segments.push(slug);
  }
  const path = `/${segments.map(encodeURIComponent).join('/')}`;
  const view = CONTENT_VIEW.exec(`/${segments.join('/')}`);
  const viewed = view?.[1] ?? view?.[2];
  if (viewed !== undefined) return pageAt(viewed === 'home' ? [] : [viewed], path, true);
  return pageAt(ALIASES.get(path) === '/' ? [] : segments, path, false);
}

/** Whether WordPress may be asked for this slug. */
export function isSlug(slug: string): boolean {
  return SLUG.test(slug);
}

function pageAt(segments: readonly string[], path: string, contentOnly: boolean): RoutePath {
  const own = `/${segments.map(encodeURIComponent).join('/')}`;
  const canonical = ALIASES.get(own) ?? own;
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
