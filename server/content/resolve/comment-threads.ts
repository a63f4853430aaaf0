import type { Discussion } from '../normalise/discussion.ts';

/** What orders a comment among others. `parent` is 0 if it answers none. */
export interface Threadable {
  id: number;
  parent: number;
}

/** A comment and the replies to it. */
export interface Thread<Item> {
  item: Item;
  replies: readonly Thread<Item>[];
}

/** A page of threads, as WordPress's own themes show it. */
export interface ThreadPage<Item> {
  threads: readonly Thread<Item>[];
  page: number;
  pages: number;
  /** The page that is shown if none is named. */
  defaultPage: number;
}

/** The most threads on a page, so that a post with thousands stays small where WordPress has no pages. */
const MAX_THREADS = 200;

type Options = Pick<Discussion, 'depth' | 'perPage' | 'firstPage' | 'order'>;

/**
 * Arranges comments, oldest first, as WordPress does. Replies that are deeper than the last level are on it, after the one
 * that they answer. A reply to a comment that is not shown is not shown either, except on one level. `asked` is the number
 * in the URL; a page that does not exist is the default page.
 */
export function threadPage<Item extends Threadable>(
  items: readonly Item[],
  { depth, perPage, firstPage, order }: Options,
  asked: string | undefined,
): ThreadPage<Item> {
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

/** Returns the threads of a level; `left` is the number of levels from here on. */
function level<Item extends Threadable>(
  items: readonly Item[],
  below: ReadonlyMap<number, readonly Item[]>,
  left: number,
): Thread<Item>[] {
  if (left > 1) {
    return items.map((item) => ({ item, replies: level(below.get(item.id) ?? [], below, left - 1) }));
  }
  // Not recursive: in a long conversation, each comment answers the one before it.
  const shown: Thread<Item>[] = [];
  const waiting = items.toReversed();
  for (let item = waiting.pop(); item; item = waiting.pop()) {
    shown.push({ item, replies: [] });
    waiting.push(...(below.get(item.id) ?? []).toReversed());
  }
  return shown;
}
