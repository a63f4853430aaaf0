import type { ReferenceValue } from '../../../src/builder/field.ts';
import { quoteValue, unusableResult, usableResult } from '../../../src/builder/normalise-result.ts';
import type { PageEntry } from '../../../src/contracts/content.ts';
import { builtInPageAt, type BuiltInContent } from '../built-in/built-in-content.ts';
import {
  resolveMovedPath,
  snapshotPageFor,
  shownPath,
  type SnapshotPage,
} from '../built-in/snapshot-page.ts';
import type { NormaliseContext, ReferenceFinder } from '../normalise/normalise-context.ts';
import { imageValue } from '../normalise/normalise-picture.ts';
import { encodedPath } from '../paths/page-paths.ts';
import { requestedRoute } from '../paths/route-path.ts';
import { isPublic, type RawPage } from '../values/raw-page.ts';
import { postSummary } from '../snapshot/post-entries.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

type Context = Pick<NormaliseContext, 'media' | 'links' | 'settings'>;

interface Options {
  snapshot: Snapshot;
  builtIn: BuiltInContent;
  context: Context;
  /** The context for built-in pages that WordPress does not have. */
  builtInContext: Context;
  /** Returns a page as it appears in lists; null if there is none. `own` is null for a built-in page. */
  pageEntry: (path: string, own: SnapshotPage | null) => PageEntry | null;
}

/** The public page or post that a value refers to, or the reason why there is none. */
type Found =
  | { kind: 'page'; path: string; own: SnapshotPage | null }
  | { kind: 'post'; path: string; post: RawPage }
  | { kind: 'none'; fault: string };

/** Creates the functions that resolve references in values to pages, posts and options of one snapshot. */
export function createReferenceFinder(options: Options): ReferenceFinder {
  const { snapshot, builtIn } = options;
  return {
    find(stored) {
      const found = findEntry(stored, snapshot, builtIn);
      if (found.kind === 'none') return unusableResult(found.fault);
      const value =
        found.kind === 'post' ? postReference(found, options.context) : pageReference(found, options);
      return value
        ? usableResult(value)
        : unusableResult(`${quoteValue(stored)} is not public. Publish it, or choose another page.`);
    },
    hasOption(source, value) {
      switch (source) {
        case 'categories':
          return snapshot.listPath('category', value) !== null;
        case 'tags':
          return snapshot.listPath('tag', value) !== null;
        case 'pages':
          return value.startsWith('/') && findEntry(value, snapshot, builtIn).kind === 'page';
        case 'menus':
          return Object.hasOwn(builtIn.menus, value);
      }
    },
  };
}

function findEntry(stored: unknown, snapshot: Snapshot, builtIn: BuiltInContent): Found {
  if (typeof stored === 'number') return entryOfId(stored, snapshot, builtIn);
  const path = typeof stored === 'string' ? pathIn(stored.trim(), snapshot) : null;
  const route = path === null ? null : requestedRoute(path, builtIn, snapshot);
  if (!route || route.contentOnly) {
    return none(`${quoteValue(stored)} is no page or post of this site. Choose another.`);
  }
  if (route.parts) {
    const post = route.parts.post === undefined ? null : snapshot.post(route.parts.post);
    return post
      ? { kind: 'post', path: route.path, post }
      : none(`${quoteValue(stored)} is a list of posts. Choose a page or a post.`);
  }
  const own = snapshotPageFor(route, snapshot, builtIn);
  if (own) return publicPage(own, route.canonical);
  const moved = resolveMovedPath(route.canonical, snapshot, builtIn);
  if (moved !== null) return findEntry(moved, snapshot, builtIn);
  return builtInPageAt(route.canonical, builtIn)
    ? { kind: 'page', path: route.canonical, own: null }
    : none(`there is no page or post at ${quoteValue(stored)} any more. Choose another.`);
}

function entryOfId(id: number, snapshot: Snapshot, builtIn: BuiltInContent): Found {
  const page = snapshot.pageOfId(id);
  if (page) return publicPage(page, encodedPath(shownPath(page, snapshot, builtIn)));
  const post = snapshot.postOfId(id);
  if (!post) return none(`there is no page or post ${id} any more. Choose another.`);
  return post.path !== null && isPublic(post.post)
    ? { kind: 'post', path: post.path, post: post.post }
    : none(notPublic(post.post));
}

function publicPage(own: SnapshotPage, path: string): Found {
  return own.isPublic ? { kind: 'page', path, own } : none(notPublic(own.page));
}

function notPublic({ title, id }: RawPage): string {
  return `${title === '' ? id : quoteValue(title)} is not public. Publish it, or choose another.`;
}

function none(fault: string): Found {
  return { kind: 'none', fault };
}

/** Returns the path of an address of this site; null for another site, and for a full URL with a query. */
function pathIn(address: string, { links }: Snapshot): string | null {
  return address.startsWith('/') ? address : links.pathOf(address);
}

function postReference({ post, path }: { post: RawPage; path: string }, context: Context): ReferenceValue {
  const { title, excerpt, image } = postSummary(post, context);
  return {
    path,
    title,
    ...(post.locked || excerpt === '' ? {} : { description: excerpt }),
    ...(image ? { image } : {}),
  };
}

function pageReference(
  { path, own }: { path: string; own: SnapshotPage | null },
  { builtIn, context, builtInContext, pageEntry, snapshot }: Options,
): ReferenceValue | null {
  const entry = pageEntry(own?.path ?? path, own);
  if (!entry) return null;
  // Omits the description of the whole site, because it does not describe this page.
  const isOwn = entry.description !== snapshot.settings.site.description && !own?.page.locked;
  const source = own ? context : builtInContext;
  const media = source.media.get((own?.page ?? builtInPageAt(path, builtIn)?.page)?.featuredMedia ?? 0);
  const image = media ? imageValue(media, source.links) : null;
  return {
    path,
    title: entry.title,
    ...(isOwn ? { description: entry.description } : {}),
    ...(image ? { image } : {}),
  };
}
