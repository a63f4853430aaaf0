import type { PageDocument } from '../../../src/contracts/content.ts';
import { builtInPageAt, type BuiltInContent } from '../built-in/built-in-content.ts';
import { decodedPath, encodedPath } from '../paths/page-paths.ts';
import { BLOG_PATH, isTemplatePage, type RoutePath } from '../paths/route-path.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

type Trail = NonNullable<PageDocument['trail']>;

/**
 * Returns the breadcrumb trail above a route, outermost page first. A post or a list of posts has the page that lists
 * all posts above it. The list of a category also has its parent categories.
 */
export function breadcrumbTrail(route: RoutePath, snapshot: Snapshot, builtIn: BuiltInContent): Trail {
  if (route.parts)
    return [...blogTrail(snapshot, builtIn), ...categoriesAbove(route.parts.category, snapshot)];
  const segments = route.contentOnly ? [] : route.path.split('/').slice(1, -1);
  return segments.flatMap((_, index) => {
    const known = `/${segments.slice(0, index + 1).join('/')}`;
    if (isTemplatePage(known)) return [];
    const path = (snapshot.pageAt(known) ? null : snapshot.movedTo(known)) ?? known;
    const own = snapshot.pageAt(path);
    const title = own ? (own.isPublic ? own.page.title : null) : builtInPageAt(path, builtIn)?.page.title;
    return title ? [{ path, title }] : [];
  });
}

function blogTrail(snapshot: Snapshot, builtIn: BuiltInContent): Trail {
  const own = snapshot.postsPage() ?? snapshot.pageAt(BLOG_PATH);
  const title = own ? (own.isPublic ? own.page.title : null) : builtInPageAt(BLOG_PATH, builtIn)?.page.title;
  return title ? [{ path: encodedPath(own?.path ?? BLOG_PATH), title }] : [];
}

function categoriesAbove(slug: string | undefined, snapshot: Snapshot): Trail {
  if (slug === undefined) return [];
  const categories = snapshot.categories();
  const above: Trail[number][] = [];
  let id = categories.find((each) => decodedPath(each.slug) === slug)?.parent;
  // Invalid data may contain a cycle.
  while (id && above.length < categories.length) {
    const parent = categories.find((each) => each.id === id);
    if (parent) above.unshift({ path: parent.path, title: parent.name });
    id = parent?.parent;
  }
  return above;
}
