import type { PostEntry } from '../../../src/contracts/content.ts';
import type { MirrorEntry } from '../values/mirror-contents.ts';
import type { RawPage } from '../values/raw-page.ts';

/** Everything that the list entries of posts depend on. */
interface EntryInput {
  /** The posts, newest first. */
  posts: readonly RawPage[];
  media: ReadonlyMap<string, MirrorEntry>;
  /** Finds the path of a post. Must be the same object as long as no path changes. */
  paths: { linkOf(post: RawPage): string };
  /**
   * Other values that the entries depend on. If all are equal to the last ones, entries of unchanged posts are
   * reused.
   */
  others: readonly unknown[];
}

interface Known extends EntryInput {
  entries: readonly PostEntry[];
}

const last = new WeakMap<object, Known>();

/**
 * Returns the list entries of posts. Reuses the entries of the last call for posts that have not changed, and calls
 * `make` for the others. `site` identifies the site: an object that stays the same as long as the server runs.
 */
export function cachedPostEntries(
  site: object,
  input: EntryInput,
  make: (post: RawPage) => PostEntry,
): readonly PostEntry[] {
  const known = last.get(site);
  const entries =
    known && isSame(known.others, input.others) ? changedEntries(known, input, make) : input.posts.map(make);
  last.set(site, { ...input, entries });
  return entries;
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index]);
}

function changedEntries(
  known: Known,
  { posts, media, paths }: EntryInput,
  make: (post: RawPage) => PostEntry,
): PostEntry[] {
  const pictures = changedPictures(known.media, media);
  const mayMove = known.paths !== paths;
  let places: ReadonlyMap<number, number> | null = null;
  /** How far the posts are shifted from their index in the last list. */
  let shift = 0;
  return posts.map((post, index) => {
    const { id } = post;
    const at = index + shift;
    if (known.posts[at]?.id !== id) {
      // Usually one post was added or removed.
      if (known.posts[at + 1]?.id === id) shift += 1;
      else if (known.posts[at]?.id === posts[index + 1]?.id) shift -= 1;
      else {
        places ??= new Map(known.posts.map((each, place) => [each.id, place]));
        shift = (places.get(id) ?? at - 1) - index;
      }
    }
    const isKnown = known.posts[index + shift] === post && !pictures.has(post.featuredMedia);
    const entry = isKnown ? known.entries[index + shift] : undefined;
    const isSameEntry = entry && isComplete(entry) && (!mayMove || entry.path === paths.linkOf(post));
    return isSameEntry ? entry : make(post);
  });
}

/** Whether the picture of an entry, if there is one, has been fetched. Only then its placeholder is known. */
function isComplete({ image }: PostEntry): boolean {
  return image === null || image.placeholder !== undefined;
}

/** Returns the ids of the media that are new, changed or gone. */
function changedPictures(
  before: ReadonlyMap<string, MirrorEntry>,
  after: ReadonlyMap<string, MirrorEntry>,
): ReadonlySet<number> {
  const ids = new Set<number>();
  if (before === after) return ids;
  for (const [id, entry] of after) if (before.get(id) !== entry) ids.add(Number(id));
  for (const id of before.keys()) if (!after.has(id)) ids.add(Number(id));
  return ids;
}
