import type { Category, ListedTerm, PostEntry } from '../../../src/contracts/content.ts';
import type { PictureUrlMapper } from '../../media/pictures.ts';
import { lazy } from '../../platform/lazy.ts';
import type { BuiltInContent } from '../built-in/built-in-content.ts';
import type { NormaliseContext } from '../normalise/normalise-context.ts';
import {
  allPostListLinks,
  createBlogPaths,
  POST_LIST_KINDS,
  type BlogRoute,
  type PostListKind,
  type PostPathClash,
} from '../paths/blog-paths.ts';
import { decodedPath, encodedPath } from '../paths/page-paths.ts';
import { publicPosts } from '../paths/public-posts.ts';
import { BLOG_PATH, isSlug } from '../paths/route-path.ts';
import type { LinkResolver } from '../paths/site-links.ts';
import { htmlToText } from '../values/html-text.ts';
import type { MirrorEntryKind, MirrorContents, MirrorEntry } from '../values/mirror-contents.ts';
import { pageOf, type RawPage } from '../values/raw-page.ts';
import { cachedPostEntries, postEntry } from './post-entries.ts';
import type { PageIndex } from './snapshot-pages.ts';

/** The posts of WordPress, their terms and authors, and the paths of posts and of lists of posts. */
export interface SnapshotPosts {
  /** Returns the list entries of all public posts, newest first. */
  posts(): readonly PostEntry[];
  post(slug: string): RawPage | null;
  /**
   * Returns the post with an id, even if it is not public. Its percent-encoded path is null if it cannot be opened.
   */
  postOfId(id: number): { post: RawPage; path: string | null } | null;
  /** Returns the percent-encoded path of a public post. */
  postPath(post: RawPage): string;
  /** Returns the percent-encoded path of a list of posts, by the id or slug of its term; null if it has none. */
  listPath(kind: PostListKind, of: number | string): string | null;
  /** Returns the post or list of posts at a decoded path. */
  blogRouteAt(path: string): BlogRoute | null;
  /** Returns the post or list of posts that a path of another permalink structure points to. */
  blogSpelledAt(path: string): BlogRoute | null;
  /** Returns the posts that are not at their WordPress path, because something else is there. */
  pathClashes(): readonly PostPathClash[];
  /** Returns the author's name as plain text; null if it is unknown. */
  authorName(id: number): string | null;
  /** Returns the author with this slug, and their posts, newest first. */
  author(slug: string): { name: string; posts: readonly PostEntry[] } | null;
  /** Returns the tag with this slug, which may have no posts. */
  tag(slug: string): ListedTerm | null;
  term(kind: 'category' | 'tag', id: number): ListedTerm | null;
  categories(): readonly Category[];
}

interface Options {
  contents: MirrorContents;
  builtIn: BuiltInContent;
  /** Resolves the links of posts. Unlike `context.links`, it does not change `/home` to `/`. */
  links: LinkResolver;
  pages: PageIndex;
  context: Pick<NormaliseContext, 'media' | 'links' | 'settings'>;
  pictures: PictureUrlMapper | undefined;
}

/** Indexes the posts of WordPress. Each index is made on first access. */
export function indexPosts({ contents, builtIn, links, pages, context, pictures }: Options): SnapshotPosts {
  const rawPosts = () => publicPosts(contents);
  const paths = lazy(() =>
    createBlogPaths({
      posts: rawPosts(),
      terms: allPostListLinks(contents),
      links,
      pages: pages.byPath(),
      builtInPages: builtIn.pages,
      listPage: encodedPath(pages.lookups.postsPage()?.path ?? BLOG_PATH),
    }),
  );
  const bySlug = lazy(() => new Map(rawPosts().map((post) => [decodedPath(post.slug), post])));

  function termOf(kind: PostListKind, id: number, { data }: MirrorEntry): ListedTerm {
    // A term whose slug cannot be in a path has no list page.
    const slug = typeof data.slug === 'string' && isSlug(decodedPath(data.slug)) ? data.slug : '';
    const path = slug === '' ? null : paths().listPath(kind, { id });
    return {
      id,
      name: typeof data.name === 'string' ? htmlToText(data.name) : '',
      slug,
      path: encodedPath(path ?? ''),
    };
  }

  function entryOfSlug(kind: PostListKind, slug: string): [string, MirrorEntry] | null {
    const has = ([, { data }]: [string, MirrorEntry]) =>
      typeof data.slug === 'string' && decodedPath(data.slug) === slug;
    return [...contents.entries(kind)].find(has) ?? null;
  }

  const names: Pick<SnapshotPosts, 'authorName' | 'term' | 'postPath'> = {
    authorName(id) {
      const name = contents.entries('author').get(String(id))?.data.name;
      return typeof name === 'string' && name.trim() !== '' ? htmlToText(name) : null;
    },
    term(kind, id) {
      const entry = contents.entries(kind).get(String(id));
      return entry ? termOf(kind, id, entry) : null;
    },
    postPath: (post) => paths().linkOf(post),
  };

  const posts = lazy(() => {
    const terms = POST_LIST_KINDS.flatMap((kind) =>
      [...contents.entries(kind)].flatMap(([id, { data }]) => [kind, id, data.name, data.slug]),
    );
    const entry = (kind: MirrorEntryKind) => contents.entries(kind).get('site');
    return cachedPostEntries(
      builtIn,
      {
        posts: rawPosts(),
        media: contents.entries('media'),
        paths: paths(),
        others: [pictures, ...context.links.homes, entry('settings'), entry('site'), paths().lists, ...terms],
      },
      (post) => postEntry(post, names, context),
    );
  });

  return {
    ...names,
    posts,
    post: (slug) => bySlug().get(decodedPath(slug)) ?? null,
    postOfId(id) {
      const shown = rawPosts().find((post) => post.id === id);
      if (shown) return { post: shown, path: paths().linkOf(shown) };
      const entry = contents.entries('post').get(String(id));
      const post = entry && pageOf(entry);
      return post ? { post, path: null } : null;
    },
    listPath(kind, of) {
      const id = typeof of === 'number' ? of : Number(entryOfSlug(kind, of)?.[0]);
      const path = paths().listPath(kind, { id });
      return path === null ? null : encodedPath(path);
    },
    blogRouteAt: (path) => paths().routeAt(path),
    blogSpelledAt: (path) => paths().spelledAt(path),
    pathClashes: () => paths().clashes,
    author(slug) {
      const found = entryOfSlug('author', slug);
      if (!found) return null;
      const [id] = found;
      const own = posts().filter((_, index) => String(rawPosts()[index]?.author) === id);
      return { name: names.authorName(Number(id)) ?? '', posts: own };
    },
    tag(slug) {
      const found = entryOfSlug('tag', slug);
      return found && termOf('tag', Number(found[0]), found[1]);
    },
    categories: lazy(() =>
      [...contents.entries('category')].map(([key, entry]): Category => {
        const { id, name, slug, path } = termOf('category', Number(key), entry);
        return {
          id,
          name,
          slug,
          path,
          parent: typeof entry.data.parent === 'number' ? entry.data.parent : 0,
        };
      }),
    ),
  };
}
