import { lazy } from '../../platform/lazy.ts';
import { decodedPath } from '../paths/page-paths.ts';
import { publicPosts } from '../paths/public-posts.ts';
import type { MirrorEntryKind, MirrorContents, MirrorEntry } from '../values/mirror-contents.ts';
import { commentEntriesOf } from '../values/raw-comment.ts';
import type { RawPage } from '../values/raw-page.ts';
import type { SnapshotPages } from './snapshot-pages.ts';
import type { SnapshotPosts } from './snapshot-posts.ts';

/**
 * The key of data that was read from a snapshot, for `fingerprint`, such as `settings`, `menu:primary`, `page:/buy`,
 * `media:81` or `posts`.
 */
export type SnapshotReadKey = string;

interface Lookups extends SnapshotPages, SnapshotPosts {
  movedTo(path: string): string | null;
}

/**
 * Creates the function that returns the fingerprint of the data that a key names: a text that changes whenever the data
 * does. It throws an `Error` if there is no such key.
 */
export function createFingerprints(
  contents: MirrorContents,
  lookups: Lookups,
): (read: SnapshotReadKey) => string {
  const versionOf = (kind: MirrorEntryKind, id: string) => contents.entries(kind).get(id)?.version ?? 0;
  // Deleting an entry does not raise the newest version, so the number of entries is included, too.
  const listVersion = (...kinds: MirrorEntryKind[]) => {
    const newest = Math.max(0, ...kinds.map((kind) => newestVersion(contents.entries(kind))));
    return `${newest}/${kinds.map((kind) => contents.entries(kind).size).join('/')}`;
  };
  const ofPage = (page: RawPage | null | undefined, name: string | number | undefined = page?.id) =>
    page ? `${name}@${versionOf('page', String(page.id))}` : '';
  const ofPost = (post: RawPage | null | undefined, name: string | number | null | undefined = post?.id) =>
    post ? `${name}@${versionOf('post', String(post.id))}` : '';
  const ofPages = lazy(() => listVersion('page'));
  const ofPosts = lazy(() => {
    let [media, newest] = [0, 0];
    for (const { featuredMedia } of publicPosts(contents)) {
      const version = featuredMedia === 0 ? 0 : versionOf('media', String(featuredMedia));
      if (version > 0) media += 1;
      newest = Math.max(newest, version);
    }
    // A page that takes the path of a post moves the post.
    const moved = lookups.pathClashes().map(({ post, path }) => `${post.id}@${path}`);
    return `${listVersion('post', 'category', 'tag', 'author')}/${newest}/${media}/${moved.join(' ')}`;
  });

  return (read) => {
    const at = read.indexOf(':');
    const [kind, id] = at < 0 ? [read, ''] : [read.slice(0, at), read.slice(at + 1)];
    switch (kind) {
      case 'page':
        return ofPage(lookups.pageAt(id)?.page);
      case 'slug':
        return ofPage(lookups.pageOfSlug(id, 'anywhere')?.page);
      case 'page-id': {
        const found = lookups.pageOfId(Number(id));
        return ofPage(found?.page, found?.path);
      }
      case 'posts-page': {
        const found = lookups.postsPage();
        return ofPage(found?.page, found?.path);
      }
      case 'post':
        return ofPost(lookups.post(id));
      case 'post-id': {
        const found = lookups.postOfId(Number(id));
        return ofPost(found?.post, found?.path);
      }
      case 'blog':
        return `${lookups.blogRouteAt(decodedPath(id))?.path}`;
      case 'comments':
        return commentEntriesOf(contents, Number(id)).version;
      case 'moved':
        return lookups.movedTo(id) ?? '';
      case 'reusable':
        return listVersion('section', 'template');
      case 'author':
      case 'category':
      case 'tag':
        // A page that takes the path of a list moves the list.
        return `${versionOf(kind, id)}/${lookups.listPath(kind, Number(id))}`;
      case 'section':
      case 'media':
      case 'menu':
        return `${versionOf(kind, id)}`;
      case 'settings':
        // The URLs of pictures in the settings depend on the site.
        return `${versionOf('settings', 'site')}/${versionOf('site', 'site')}`;
      case 'site':
        return `${versionOf('site', 'site')}`;
      case 'pages':
        return ofPages();
      case 'posts':
        return ofPosts();
      default:
        throw new Error(`"${read}" is nothing that a snapshot can be asked for.`);
    }
  };
}

const versions = new WeakMap<ReadonlyMap<string, MirrorEntry>, number>();

/**
 * Returns the newest version of these entries. Cached by the map, which is the same object until an entry changes.
 */
function newestVersion(entries: ReadonlyMap<string, MirrorEntry>): number {
  let newest = versions.get(entries);
  if (newest === undefined) {
    newest = 0;
    for (const { version } of entries.values()) newest = Math.max(newest, version);
    versions.set(entries, newest);
  }
  return newest;
}
