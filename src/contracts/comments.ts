/** A comment below a post, with the replies to it. */
export interface PostComment {
  /** WordPress's id, which is also in its anchor: `comment-7`. */
  id: number;
  kind: 'comment' | 'pingback' | 'trackback';
  /** The commenter's name, as plain text. */
  name: string;
  /** The URL of the website that the commenter gave; null if there is none. */
  url: string | null;
  /** ISO 8601, in UTC. */
  date: string;
  /** The path of the commenter's avatar on our own origin; null if there is none. */
  avatar: string | null;
  /** Sanitized HTML. */
  html: string;
  /** Whether the author of the post wrote the comment. */
  byAuthor: boolean;
  /** Whether visitors can reply to the comment. */
  mayReply: boolean;
  /** In the order in which they are shown. */
  replies: readonly PostComment[];
}

/** One page of the comments below a post. */
export interface CommentsPage {
  /** The number of all comments, as WordPress counts them. */
  total: number;
  page: number;
  pages: number;
  /** The page that the post's own address shows: the first, or the newest. */
  defaultPage: number;
  items: readonly PostComment[];
  /** The form for a new comment; null if visitors cannot comment. */
  form: CommentFormData | null;
  /** Whether comments are closed on this post, although the site accepts comments on others. */
  closed: boolean;
}

/** The data that the comment form of a post needs. */
export interface CommentFormData {
  /** WordPress's id of the post. */
  post: number;
  /** Whether name and e-mail address are required. */
  needsName: boolean;
  /** The comment that the form replies to; null for a comment on the post itself. */
  replyTo: { id: number; name: string } | null;
  /** Whether the visitor has just posted a comment and was redirected to this page. */
  isPosted: boolean;
}

/** The query parameter with the page number of the comments, as in WordPress. */
export const COMMENT_PAGE_PARAMETER = 'cpage';

/** Returns the path and fragment of a page of comments. `path` is the path of the post. */
export function commentPagePath(
  path: string,
  page: number,
  { defaultPage }: Pick<CommentsPage, 'defaultPage'>,
): string {
  return `${page === defaultPage ? path : `${path}?${COMMENT_PAGE_PARAMETER}=${page}`}#comments`;
}

/** The path of the feed of all comments, as in WordPress. */
export const COMMENTS_FEED_PATH = '/comments/feed';

/** The path that the comment form posts to. */
export const COMMENTS_PATH = '/api/comments';

/** The query parameter with the id of the comment that the form replies to, as in WordPress. */
export const REPLY_TO_PARAMETER = 'replytocom';

/**
 * The query parameter of the redirect after a posted comment. Its value is `waits`, because the comment awaits
 * approval.
 */
export const COMMENT_POSTED_PARAMETER = 'comment';

/** The names of the comment form's inputs. */
export const commentInputs = {
  post: 'post',
  parent: 'parent',
  name: 'author',
  email: 'email',
  body: 'comment',
  /** Hidden from visitors, so only bots fill it in. */
  honeypot: 'website',
} as const;
/** WordPress's limit for a commenter's name (`wp_get_comment_fields_max_lengths`). */
export const MAX_COMMENT_NAME_CHARACTERS = 245;
/** WordPress's limit for a commenter's e-mail address (`wp_get_comment_fields_max_lengths`). */
export const MAX_COMMENT_EMAIL_CHARACTERS = 100;
/** Our own limit for the text of a comment. WordPress accepts longer texts. */
export const MAX_COMMENT_CHARACTERS = 5_000;

/** The query parameters that a page with comments reads. */
export const commentQueryParameters = [
  COMMENT_PAGE_PARAMETER,
  REPLY_TO_PARAMETER,
  COMMENT_POSTED_PARAMETER,
] as const;
