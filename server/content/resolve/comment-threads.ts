import type { DiscussionSettings } from '../normalise/discussion-settings.ts';

/** The ids that place a comment in a thread. `parent` is 0 if the comment is no reply. */
export interface Threadable {
  id: number;
  parent: number;
}

/** A comment and the replies to it. */
export interface CommentThread<Item> {
  item: Item;
  replies: readonly CommentThread<Item>[];
}

/** One page of comment threads, paginated as in WordPress. */
export interface CommentThreadPage<Item> {
  threads: readonly CommentThread<Item>[];
  page: number;
  pages: number;
  /** The page that is shown if the URL has no page number. */
  defaultPage: number;
}

/**
 * Maximum number of threads on a page. It keeps the page of a post with thousands of comments small, even if WordPress
 * does not paginate.
 */
const MAX_THREADS = 200;

type Options = Pick<DiscussionSettings, 'depth' | 'perPage' | 'firstPage' | 'order'>;

/**
 * Arranges comments, given oldest first, into threads as WordPress does. Replies below the deepest level are shown on
 * that level, after the comment they answer. A reply to a comment that is not shown is not shown either, unless all
 * comments are on one level. `asked` is the page number in the URL; a page that does not exist is replaced by the
 * default page.
 */
export function commentThreadPage<Item extends Threadable>(
  items: readonly Item[],
  { depth, perPage, firstPage, order }: Options,
  asked: string | undefined,
): CommentThreadPage<Item> {
  const isFlat = depth < 2;
  const below = Map.groupBy(isFlat ? [] : items, ({ parent }) => parent);
  const top = isFlat ? items : (below.get(0) ?? []);
  const size = Math.min(perPage ?? MAX_THREADS, MAX_THREADS);
  const pages = Math.max(1, Math.ceil(top.length / size));
  const defaultPage = firstPage === 'newest' ? pages : 1;
  const number = asked !== undefined && /^[1-9]\d{0,5}$/.test(asked) ? Number(asked) : 0;
  const page = number >= 1 && number <= pages ? number : defaultPage;
  const own = top.slice((page - 1) * size, page * size);
  if (order === 'desc') own.reverse();
  return { threads: level(own, below, depth), page, pages, defaultPage };
}

/** Returns the threads of a level. `left` is the number of levels that remain, including this one. */
function level<Item extends Threadable>(
  items: readonly Item[],
  below: ReadonlyMap<number, readonly Item[]>,
  left: number,
): CommentThread<Item>[] {
  if (left > 1) {
    return items.map((item) => ({ item, replies: level(below.get(item.id) ?? [], below, left - 1) }));
  }
  // Not recursive, because in a long conversation each comment answers the one before it.
  const shown: CommentThread<Item>[] = [];
  const waiting = items.toReversed();
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    shown.push({ item, replies: [] });
    waiting.push(...(below.get(item.id) ?? []).toReversed());
  }
  return shown;
}
