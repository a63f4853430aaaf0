/**
 * Comments that visitors post on this site. Once WordPress has stored or refused a comment, the visitor's data is
 * erased from its row. The row is kept for 30 days, to detect repeats.
 */
export interface CommentsTable {
  id: string;
  /** Hash of the post, the parent comment and what the visitor wrote. A repeat has the same hash. */
  once_key: string;
  /** WordPress ids of the post and of the parent comment; `parent` is 0 if there is none. */
  post: number;
  parent: number;
  name: string;
  email: string;
  body: string;
  /** Sent to WordPress with the user agent, for its own checks. */
  ip: string;
  user_agent: string;
  /** 1 if the hidden honeypot input was filled in, as bots do. Such a comment is delivered as spam. */
  trapped: number;
  /** `refused`: WordPress rejected the comment for good. */
  state: 'waiting' | 'delivered' | 'refused';
  attempts: number;
  created_at: number;
  /** When the next delivery may start. While a server delivers the comment: when another server may take over. */
  next_attempt_at: number;
  last_error: string | null;
}
