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
  /** Whether visitors can answer it. */
  mayReply: boolean;
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
  /** The form for another one; null if there is none. */
  form: CommentForm | null;
  /** Whether the site takes comments, but not, or no longer, below this post. */
  closed: boolean;
}

/** The form for a comment. */
export interface CommentForm {
  /** WordPress's id of the post. */
  post: number;
  /** Whether name and e-mail address are required. */
  needsName: boolean;
  /** The comment that is answered; null for the post itself. */
  replyTo: { id: number; name: string } | null;
  /** Whether this page answers a comment that was posted. */
  isPosted: boolean;
}

/** The query parameter with the number of a page of comments, as in WordPress. */
export const COMMENT_PAGE = 'cpage';

/** Returns the address of a page of comments, below the path of its post. */
export function commentPagePath(
  path: string,
  page: number,
  { defaultPage }: Pick<Comments, 'defaultPage'>,
): string {
  return `${page === defaultPage ? path : `${path}?${COMMENT_PAGE}=${page}`}#comments`;
}

/** The path of the feed of all comments, as in WordPress. */
export const COMMENTS_FEED_PATH = '/comments/feed';

/** The path that takes comments. */
export const COMMENTS_PATH = '/api/comments';

/** The query parameter with the id of the comment that the form answers, as in WordPress. */
export const REPLY_TO = 'replytocom';

/** The query parameter of the page that answers a posted comment; its value is `waits`. */
export const POSTED = 'comment';

/** The names of the form's inputs, and the longest values. WordPress's columns for name and e-mail address are as long. */
export const commentInputs = {
  post: 'post',
  parent: 'parent',
  name: 'author',
  email: 'email',
  body: 'comment',
  /** Hidden from visitors, so only bots fill it in. */
  honeypot: 'website',
} as const;
export const MAX_NAME_CHARACTERS = 245;
export const MAX_EMAIL_CHARACTERS = 100;
export const MAX_COMMENT_CHARACTERS = 5_000;

/** The query parameters that a page with comments reads. */
export const commentQuery = [COMMENT_PAGE, REPLY_TO, POSTED] as const;
