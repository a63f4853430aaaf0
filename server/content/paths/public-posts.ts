import type { MirrorContents, MirrorEntry } from '../values/mirror-contents.ts';
import { isPublic, pageOf, type RawPage } from '../values/raw-page.ts';
import { decodedPath } from './page-paths.ts';
import { isValidPostPath } from './route-path.ts';

interface PostList {
  entries: ReadonlyMap<string, MirrorEntry>;
  posts: readonly RawPage[];
}

const known = new WeakMap<PostList['entries'], PostList>();
/** The last returned list. Most changes of the content change one post, so the next list is derived from it. */
let last: PostList = { entries: new Map(), posts: [] };

/** Maximum number of changed posts for which the last list is updated instead of sorting all posts again. */
const MAX_CHANGED_POSTS = 200;

/**
 * Returns the posts that visitors can open, newest first. Returns the same array as before if no post has changed.
 */
export function publicPosts(contents: MirrorContents): readonly RawPage[] {
  const entries = contents.entries('post');
  let list = known.get(entries);
  if (!list) {
    list = { entries, posts: changedList(last, entries) ?? openPosts(entries.values()).sort(byDate) };
    known.set(entries, list);
  }
  last = list;
  return list.posts;
}

/** Returns the last list, updated with the changed posts; null if too many have changed. */
function changedList(before: PostList, entries: PostList['entries']): RawPage[] | null {
  const put: MirrorEntry[] = [];
  const gone = new Set<number>();
  let kept = 0;
  for (const [id, entry] of entries) {
    const former = before.entries.get(id);
    if (former === entry) kept += 1;
    else put.push(entry);
    if (former && former !== entry) gone.add(Number(id));
    if (put.length > MAX_CHANGED_POSTS) return null;
  }
  const removed = before.entries.size - kept - gone.size;
  if (removed > MAX_CHANGED_POSTS) return null;
  if (removed > 0) for (const id of before.entries.keys()) if (!entries.has(id)) gone.add(Number(id));
  const posts = gone.size === 0 ? [...before.posts] : before.posts.filter(({ id }) => !gone.has(id));
  for (const post of openPosts(put)) posts.splice(placeOf(post, posts), 0, post);
  return posts;
}

/** Returns the index at which a post belongs in a sorted list. */
function placeOf(post: RawPage, posts: readonly RawPage[]): number {
  let from = 0;
  let to = posts.length;
  while (from < to) {
    const middle = Math.floor((from + to) / 2);
    const other = posts[middle];
    if (other && byDate(other, post) < 0) from = middle + 1;
    else to = middle;
  }
  return from;
}

function byDate(a: RawPage, b: RawPage): number {
  return a.date < b.date ? 1 : a.date > b.date ? -1 : b.id - a.id;
}

function openPosts(entries: Iterable<MirrorEntry>): RawPage[] {
  return [...entries]
    .flatMap((entry) => pageOf(entry) ?? [])
    .filter((post) => isPublic(post) && isValidPostPath(`/blog/${decodedPath(post.slug)}`));
}
