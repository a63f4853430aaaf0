/** A comment below a post, with the replies to it. */
export interface Comment {
  /** WordPress's id, which is also in its anchor: `comment-7`. */
  id: number;
  kind: 'comment' | 'pingback' | 'trackback';
  /** Plain text. */
  name: string;
  /** The address that its author gave; null if there is none. */
  url: string | null;
  /** ISO 8601, in UTC. */
  date: string;
  /** The path of the author's picture on our own origin; null if there is none. */
  avatar: string | null;
  /** Sanitized HTML. */
  html: string;
  /** Whether the author of the post wrote it. */
  byAuthor: boolean;
  /** In the order in which they are shown. */
  replies: readonly Comment[];
}

/** One page of the comments below a post. */
export interface Comments {
  /** The number of all comments, as WordPress counts them. */
  total: number;
  page: number;
  pages: number;
  /** The page that the post's own address shows: the first, or the newest. */
  defaultPage: number;
  items: readonly Comment[];
}

/** The query parameter with the number of a page of comments, as in WordPress. */
export const COMMENT_PAGE = 'cpage';

/** Returns the address of a page of comments, below the path of its post. */
export function commentPagePath(path: string, page: number, { defaultPage }: Comments): string {
  return `${page === defaultPage ? path : `${path}?${COMMENT_PAGE}=${page}`}#comments`;
}
