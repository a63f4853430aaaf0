import type { ContentLibrary } from '../../../src/builder/load-context.ts';
import type { PageEntry, SearchHit, Post, PostQuery } from '../../../src/contracts/content.ts';
import type { BuiltInContent } from '../built-in/built-in-content.ts';
import type { NormaliseContext } from '../normalise/normalise-context.ts';
import type { ReadHtml } from '../html/sanitiser.ts';
import { postListOf } from './post-lists.ts';
import { postCommentsPage } from './comments.ts';
import { withQueryLoopPage } from './query-loop-pages.ts';
import { fullPost, postForRest } from './full-post.ts';
import { resolveMovedPath, snapshotPageFor, type SnapshotPage } from '../built-in/snapshot-page.ts';
import { isTemplatePage, requirePageRoute } from '../paths/route-path.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

interface Options {
  snapshot: Snapshot;
  builtIn: BuiltInContent;
  context: NormaliseContext;
  search: (words: string) => readonly SearchHit[];
  pageEntry: (path: string, own: SnapshotPage | null) => PageEntry | null;
  fieldsOf: ContentLibrary['fieldsOf'];
  htmlOf: ContentLibrary['htmlOf'];
  /** Whether this server can send comments to WordPress. */
  takesComments: boolean;
  /** The current time in epoch milliseconds. */
  now: number;
  /** The query string of the request, which may contain the page number of a query loop. */
  query: string | undefined;
}

/** Creates the library through which blocks read the content of one snapshot. */
export function createContentLibrary({
  snapshot,
  builtIn,
  context,
  search,
  pageEntry,
  fieldsOf,
  htmlOf,
  takesComments,
  now,
  query,
}: Options): ContentLibrary {
  return {
    posts: () => snapshot.posts(),
    categories: () => snapshot.categories(),
    postList: (parts) => postListOf(parts, snapshot),
    post(slug) {
      const post = snapshot.post(slug);
      return post && fullPost(withQueryLoopPage(post, query), snapshot, context);
    },
    comments(slug, asked) {
      const post = snapshot.post(slug);
      if (!post || snapshot.settings.comments === 'off') return null;
      const { discussion, settings } = snapshot;
      const isOpen = takesComments && settings.comments === 'open';
      const entries = snapshot.comments(post.id);
      return postCommentsPage({ post, entries, discussion, context, query: asked, isOpen, now });
    },
    pages: () =>
      publicPages(snapshot, builtIn).flatMap(({ path, own }) => {
        const entry = pageEntry(path, own);
        return entry ? [entry] : [];
      }),
    fieldsOf,
    htmlOf,
    search,
  };
}

/**
 * Returns every public page once: first those at the paths of built-in pages, sorted by path, with the home page first,
 * then all others. Omits template pages, which show nothing at their own path.
 */
export function publicPages(
  snapshot: Snapshot,
  builtIn: BuiltInContent,
): { path: string; own: SnapshotPage | null }[] {
  const own = new Map(snapshot.pages().map((page) => [page.path, page]));
  const table = [...builtIn.pages].sort(([a], [b]) => a.localeCompare(b, 'en-US'));
  const listed = table.flatMap(([path, { page }]) => {
    const known = snapshotPageFor(requirePageRoute(path), snapshot, builtIn);
    if (known ? !known.isPublic : resolveMovedPath(path, snapshot, builtIn) !== null) return [];
    return known || page.status === 'publish' ? [{ path, own: known }] : [];
  });
  const others = [...own.values()].filter(
    ({ path, page }) => !builtIn.pages.has(path) && !listed.some((each) => each.own?.page.id === page.id),
  );
  return [...listed, ...others.map((page) => ({ path: page.path, own: page }))].filter(
    ({ path }) => !isTemplatePage(path),
  );
}

/** Returns the posts for a query to our REST route for posts. */
export function queryPosts(snapshot: Snapshot, query: PostQuery, html: ReadHtml): Post[] {
  const { perPage = 10, page = 1, category, slug } = query;
  const context = {
    media: { get: (id: number) => snapshot.media(id) },
    links: snapshot.links,
    settings: snapshot.settings,
    html,
  };
  return snapshot
    .posts()
    .filter((post) => slug === undefined || post.slug === slug)
    .filter((post) => category === undefined || snapshot.post(post.slug)?.categories.includes(category))
    .slice((page - 1) * perPage, page * perPage)
    .flatMap(({ slug: own }) => {
      const post = snapshot.post(own);
      return post ? [postForRest(post, snapshot, context)] : [];
    });
}
