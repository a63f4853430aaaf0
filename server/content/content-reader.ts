import type { Logger } from 'pino';
import type { Block } from '../../src/builder/block.ts';
import type { ContentLibrary } from '../../src/builder/load-context.ts';
import type { FullPost, Post, PostEntry, PostList, PostQuery } from '../../src/contracts/content.ts';
import type { SiteSettings } from '../../src/contracts/site-settings.ts';
import type { ResolvedPlacement } from '../../src/contracts/placement.ts';
import type { Scenes } from '../media/scenes.ts';
import type { BuiltInContent } from './built-in/built-in-content.ts';
import { builtInFallback } from './built-in/snapshot-page.ts';
import type { CurrentContent } from './current-content.ts';
import { HTML_WAIT_MS, htmlKey, withSanitisedHtml, type ReadHtml, type Sanitiser } from './html/sanitiser.ts';
import { requestedRoute } from './paths/route-path.ts';
import { createLinkResolver } from './paths/site-links.ts';
import type { ResolveWithEntries } from './preview/previews.ts';
import { builtInPlacement } from './resolve/normalise-placements.ts';
import type { HomeLayoutName } from './resolve/choose-layout.ts';
import { newestComments, type FeedComment } from './resolve/comments.ts';
import { queryPosts } from './resolve/content-library.ts';
import {
  resolveContentLibrary,
  resolvePage,
  type PageResponse,
  type PageRequest,
  type ResolvedPage,
  type ResolvePageOptions,
} from './resolve/resolve-page.ts';
import type { SnapshotReadKey } from './snapshot/fingerprints.ts';
import type { Snapshot } from './snapshot/snapshot.ts';
import type { SiteSearch } from './site-search.ts';
import type { MirrorEntryKey } from './values/mirror-contents.ts';

/** Reads pages and posts from the current content, with sanitized HTML. */
export interface ContentReader {
  /**
   * Resolves the page for a request; null while there is no snapshot, or if the stored page may be unreadable. With
   * `own`, also sanitizes the HTML of the editor's text, which most layouts do not show, so that `page()` includes it.
   * Without `patient`, waits only briefly for HTML that is being sanitized.
   */
  resolve(
    request: PageRequest,
    how?: { own?: boolean; patient?: boolean },
  ): Promise<CurrentResolvedPage | null>;
  /** Resolves a page from the current content with some entries replaced. Stores nothing. */
  resolveWith: ResolveWithEntries;
  /**
   * Returns the content library that blocks read, for output such as a sitemap; null while there is no snapshot. HTML
   * that is not in the sanitizer's memory is empty in it.
   */
  library(): ContentLibrary | null;
  /** Returns the posts that match a query; null while there is no snapshot. */
  posts(query: PostQuery): Promise<Post[] | null>;
  /**
   * Returns the posts in the feed of a list. `parts` are the parts of the list's route. Null if there is no such
   * list, or no snapshot.
   */
  feedPosts(parts: Readonly<Record<string, string>>): Promise<PostFeed | null>;
  /**
   * Returns the comments in the feed of the site, or of the post with a slug; null if there is no such feed, or no
   * snapshot.
   */
  feedComments(slug: string | null): Promise<CommentFeed | null>;
  /** Returns a placement with built-in content only, to replace a view that throws; null if there is none. */
  builtInPlacement(path: string, key: string, layout?: HomeLayoutName): Promise<ResolvedPlacement | null>;
  /** Returns a value that changes whenever the data that a key names changes. */
  fingerprint(read: SnapshotReadKey): string;
}

/** The newest posts of a list, for its feed. */
export interface PostFeed {
  list: PostList;
  settings: SiteSettings;
  /** `guid` is the post's id in WordPress's own feeds; null if it is not known. */
  posts: readonly { post: FullPost; guid: string | null }[];
  /** Whether the feed contains full texts instead of excerpts. */
  isFull: boolean;
}

/** The newest comments of the site or of one post, for their feed. */
export interface CommentFeed {
  settings: SiteSettings;
  /** The post that the comments belong to; null for the comments of the whole site. */
  post: Pick<PostEntry, 'path' | 'title'> | null;
  comments: readonly FeedComment[];
}

/** A page that was resolved from the current content. */
export interface CurrentResolvedPage extends ResolvedPage {
  /**
   * Whether the page lacks a text that is still being sanitized. When the text is ready, the fingerprint of one of the
   * page's reads changes.
   */
  lacksHtml: boolean;
}

interface Options {
  current: CurrentContent;
  builtIn: BuiltInContent;
  blocks: ReadonlyMap<string, Block>;
  scenes: Scenes;
  search: SiteSearch;
  sanitiser: Sanitiser;
  /** Sanitizes the texts of pages that are only previewed. */
  previewSanitiser: Sanitiser;
  resolveOptions: ResolvePageOptions;
  log: Logger;
  /** Logs a fault for the editor to correct. */
  logFault: (fault: string) => void;
  now: () => number;
}

/** Prefix of the read that is recorded for a missing text. The key of the text follows. */
const HTML_READ = 'html:';

/** Creates the reader of the current content. */
export function createContentReader(options: Options): ContentReader {
  const { current, builtIn, blocks, scenes, search, sanitiser, previewSanitiser, log, logFault, now } =
    options;

  const resolveInput = (snapshot: Snapshot, html: ReadHtml) => ({
    snapshot,
    builtIn,
    blocks,
    now: now(),
    html,
    search,
    scenes,
    options: options.resolveOptions,
  });

  return {
    async resolve(request, { own = false, patient = true } = {}) {
      const snapshot = current.snapshot();
      const unreadable = current.unreadable();
      if (!snapshot) return null;
      const wait = patient
        ? HTML_WAIT_MS.first
        : sanitiser.isBehind()
          ? HTML_WAIT_MS.behind
          : HTML_WAIT_MS.again;
      const resolve = () =>
        withSanitisedHtml(
          sanitiser,
          (html) => {
            const resolved = resolvePage({ ...resolveInput(snapshot, html), request });
            // Calls `page()` only to request its HTML, so that it is sanitized before the caller uses `page()`.
            if (own && resolved.answer.status === 200) resolved.answer.page();
            return resolved;
          },
          wait,
        );
      let { result: resolved, missing } = await resolve();
      if (resolved.reads.has('search') && (await search.hasIndexed(snapshot.version)) === 'waited') {
        ({ result: resolved, missing } = await resolve());
      }
      const { answer } = resolved;
      if (mayBeUnreadable(answer, unreadable)) return null;
      // A missing text looks like an empty one, so faults are logged only once every text is sanitized.
      if (missing.size === 0) for (const fault of resolved.faults) logFault(fault);
      for (const { block, key, error } of resolved.failures) {
        log.error({ event: 'block-fault', kind: 'load-failed', block, key, path: request.path, err: error });
      }
      // The fingerprints of these reads change when the missing texts are ready, and the page is then rendered again.
      const texts = [...missing].map(([key, why]) => [HTML_READ + key, why] as const);
      return {
        ...resolved,
        reads: new Map([...resolved.reads, ...texts]),
        lacksHtml: texts.some(([, why]) => why === 'pending'),
      };
    },
    async resolveWith(entries, requestIn, { showFaults }) {
      const snapshot = current.withEntries(entries);
      if (!snapshot) return null;
      const request = requestIn(snapshot);
      const sanitised =
        request &&
        (await withSanitisedHtml(
          previewSanitiser,
          (html) => {
            const input = resolveInput(snapshot, html);
            return resolvePage({ ...input, options: { ...input.options, showFaults }, request });
          },
          HTML_WAIT_MS.preview,
        ));
      return { resolved: sanitised?.result ?? null, snapshot };
    },
    library() {
      const snapshot = current.snapshot();
      return (
        snapshot &&
        resolveContentLibrary(resolveInput(snapshot, (source) => sanitiser.known(htmlKey(source)) ?? ''))
      );
    },
    async posts(query) {
      const snapshot = current.snapshot();
      if (!snapshot) return null;
      return (await withSanitisedHtml(sanitiser, (html) => queryPosts(snapshot, query, html))).result;
    },
    async feedPosts(parts) {
      const snapshot = current.snapshot();
      if (!snapshot) return null;
      const { posts: most, isFull } = snapshot.blog.feed;
      const { result } = await withSanitisedHtml(sanitiser, (html) => {
        const library = resolveContentLibrary(resolveInput(snapshot, html));
        const list = library.postList(parts);
        if (!list) return null;
        const posts = list.posts.slice(0, most).flatMap(({ slug }) => {
          const post = library.post(slug);
          return post ? [{ post, guid: snapshot.post(slug)?.guid || null }] : [];
        });
        return { list, settings: snapshot.settings, posts, isFull };
      });
      return result;
    },
    async feedComments(slug) {
      const snapshot = current.snapshot();
      if (!snapshot) return null;
      const { settings, links, blog } = snapshot;
      const post = snapshot.posts().find((each) => each.slug === slug) ?? null;
      const { result: comments } = await withSanitisedHtml(sanitiser, (html) => {
        const media = { get: (id: number) => snapshot.media(id) };
        return newestComments(snapshot, { media, links, settings, html }, slug, blog.feed.posts);
      });
      return comments && { settings, post, comments };
    },
    async builtInPlacement(at, key, layout) {
      const snapshot = current.snapshot();
      const { result } = await withSanitisedHtml(sanitiser, (html) => {
        const pages = snapshot ?? { pageAt: () => null, blogRouteAt: () => null };
        const route = requestedRoute(at, builtIn, pages);
        const page = route && builtInFallback(route.canonical, pages.pageAt(route.canonical), pages, builtIn);
        if (!page) return null;
        const settings = snapshot?.settings ?? builtIn.settings;
        return builtInPlacement(key, {
          builtIn: { page, context: { media: builtIn.media, links: createLinkResolver([]), settings, html } },
          blocks,
          look: layout !== undefined && page.layouts.has(layout) ? layout : null,
          configured: options.resolveOptions.homeLayout,
        });
      });
      return result;
    },
    fingerprint(read) {
      if (read === 'search') return `${search.version()}`;
      if (read.startsWith(HTML_READ)) return sanitiser.missing(read.slice(HTML_READ.length)) ?? '';
      return current.snapshot()?.fingerprint(read) ?? '';
    },
  };
}

/** Returns whether an unreadable entry may be the page that was not found, or that a built-in page replaced. */
function mayBeUnreadable(answer: PageResponse, unreadable: readonly MirrorEntryKey[]): boolean {
  if (answer.status === 404) return unreadable.length > 0;
  const isBuiltIn = answer.status === 200 && answer.isBuiltIn;
  return isBuiltIn && unreadable.some(({ kind }) => kind === 'page' || kind === 'moved');
}
