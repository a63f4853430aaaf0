import { lazy } from '../../platform/lazy.ts';
import type { SnapshotPage } from '../built-in/snapshot-page.ts';
import { decodedPath, decodedSlug, pagesByPath, slugPath } from '../paths/page-paths.ts';
import { unroutableReason } from '../paths/route-path.ts';
import type { LinkResolver } from '../paths/site-links.ts';
import type { MirrorContents } from '../values/mirror-contents.ts';
import { isPublic, pageOf, type RawPage } from '../values/raw-page.ts';

/** The pages of WordPress, by path, slug and id. */
export interface SnapshotPages {
  pageAt(path: string): SnapshotPage | null;
  /**
   * Returns the top-level page with this slug. With `anywhere`, a page with a parent is the fallback, preferably a
   * public one.
   */
  pageOfSlug(slug: string, where: 'top' | 'anywhere'): SnapshotPage | null;
  /** Returns the page with an id, even if it is not public. Its path is empty if it has none. */
  pageOfId(id: number): SnapshotPage | null;
  /** Returns all public pages, in the order that editors set. */
  pages(): readonly SnapshotPage[];
  /**
   * Returns all pages of WordPress, including drafts. The path is null if another page has it, if the page has none
   * yet, if no page can be at it, or if the page is the privacy policy draft that WordPress generates.
   */
  everyPage(): readonly { path: string | null; page: RawPage }[];
  /** Returns the public page on which WordPress lists its posts; null if only the built-in `/blog` lists them. */
  postsPage(): SnapshotPage | null;
}

/** The lookups of pages, and what only other parts of a snapshot need. */
export interface PageIndex {
  lookups: SnapshotPages;
  /** The pages by decoded path, including drafts, except those that cannot be opened because of their path. */
  byPath(): ReadonlyMap<string, RawPage>;
  /** The pages by decoded path, including those that cannot be opened because of their path. */
  byEveryPath(): ReadonlyMap<string, RawPage>;
  /** The path that the front page would have by its slug, such as `/home`; null if WordPress has no page at `/`. */
  frontSlugPath(): string | null;
}

interface Options {
  contents: MirrorContents;
  links: LinkResolver;
  /** The id of WordPress's front page; 0 if it has none, and null if it does not send it. */
  frontPage: number | null;
  /** The id of the posts page; 0 if there is none. */
  postsPage: number;
}

/** Indexes the pages of WordPress. Each index is made on first access. */
export function indexPages({ contents, links, frontPage, postsPage: postsPageId }: Options): PageIndex {
  const rawPages = lazy(() => [...contents.entries('page').values()].flatMap((entry) => pageOf(entry) ?? []));
  const byId = lazy(
    () =>
      new Map(
        rawPages()
          .filter((page) => !page.defaultPrivacy)
          .map((page) => [page.id, page]),
      ),
  );
  const byEveryPath = lazy(() => pagesByPath(byId().values(), links, frontPage));
  const byPath = lazy(() => new Map([...byEveryPath()].filter(([path]) => unroutableReason(path) === null)));
  const pathById = lazy(() => new Map([...byPath()].map(([path, { id }]) => [id, path])));
  const frontSlugPath = lazy(() => {
    const front = byPath().get('/');
    return front ? slugPath(front, byId(), links) : null;
  });

  const at = (path: string, page: RawPage): SnapshotPage => ({
    path,
    slugPath: path === '/' ? (frontSlugPath() ?? path) : path,
    page,
    isPublic: isPublic(page),
    listsPosts: page.id === postsPageId,
  });

  const lookups: SnapshotPages = {
    pageAt(path) {
      const plain = decodedPath(path);
      const page = byPath().get(plain);
      return page ? at(plain, page) : null;
    },
    pageOfSlug(slug, where) {
      const own = rawPages()
        .filter((page) => decodedSlug(page) === slug && !page.defaultPrivacy)
        .sort((a, b) => Number(isPublic(b)) - Number(isPublic(a)));
      const page = own.find(({ parent }) => parent === 0) ?? (where === 'anywhere' ? own[0] : undefined);
      return page ? at(pathById().get(page.id) ?? `/${slug}`, page) : null;
    },
    pageOfId(id) {
      const page = byId().get(id);
      const path = pathById().get(id);
      if (!page) return null;
      return path === undefined ? { ...at('', page), isPublic: false } : at(path, page);
    },
    pages: lazy(() =>
      [...byPath()]
        .map(([path, page]) => at(path, page))
        .filter((each) => each.isPublic)
        .sort((a, b) => a.page.order - b.page.order || a.page.title.localeCompare(b.page.title, 'en-US')),
    ),
    everyPage: () => rawPages().map((page) => ({ path: pathById().get(page.id) ?? null, page })),
    postsPage: lazy(() => {
      const page = byId().get(postsPageId);
      const path = page && isPublic(page) ? pathById().get(page.id) : undefined;
      return page && path !== undefined && path !== '/' ? at(path, page) : null;
    }),
  };
  return { lookups, byPath, byEveryPath, frontSlugPath };
}
