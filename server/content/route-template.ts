/** A page that stands for many paths, and what the path adds. */
export interface RouteTemplate {
  /** Path of the page whose layout is shown. */
  page: string;
  parts: Readonly<Record<string, string>>;
}

const TEMPLATES: readonly (readonly [pattern: RegExp, page: string])[] = [
  [/^\/blog\/category\/(?<category>[^/]+)$/, '/blog'],
  [/^\/blog\/tag\/(?<tag>[^/]+)$/, '/blog'],
  [/^\/blog\/(?<post>[^/]+)$/, '/blog/post'],
];

/** Which page's layout shows a path that has no page of its own; null for all others. */
export function routeTemplate(path: string): RouteTemplate | null {
  for (const [pattern, page] of TEMPLATES) {
    const groups = pattern.exec(path)?.groups;
    if (!groups) continue;
    const parts = Object.entries(groups).map(([name, part]) => [name, decodeURIComponent(part)]);
    return { page, parts: Object.fromEntries(parts) };
  }
  return null;
}

/** Paths of pages that are only templates: nothing stands there. */
export function isTemplatePage(path: string): boolean {
  return path === '/blog/post';
}

// How WordPress addresses a post, whatever its permalinks are: the slug alone, or after a date.
const WORDPRESS_POST = /^\/(?:\d{4}\/\d{2}\/(?:\d{2}\/)?)?([^/]+)$/;
const WORDPRESS_TERM = /^\/(category|tag)\/([^/]+)$/;

/** The slug of the post that WordPress would show at a path; null where it could be none. */
export function postSlugAt(path: string): string | null {
  const slug = WORDPRESS_POST.exec(path)?.[1];
  return slug === undefined ? null : decodeURIComponent(slug);
}

/** Our route for WordPress's list of a category or tag; null for other paths. */
export function termRouteAt(path: string): string | null {
  return WORDPRESS_TERM.test(path) ? `/blog${path}` : null;
}
