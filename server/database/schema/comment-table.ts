/** A comment that a visitor wrote here. When WordPress has it, what the visitor wrote is erased; the row recognizes a repeat. */
export interface CommentsTable {
  id: string;
  /** Hash of the post, the comment that it answers, and what the visitor wrote: a repeat has the same one. */
  once_key: string;
  /** WordPress's ids of the post and of the comment that it answers; 0 if there is none. */
  post: number;
  parent: number;
  name: string;
  email: string;
  body: string;
  /** For WordPress's own checks. */
  ip: string;
  user_agent: string;
  /** 1 if the hidden input was filled in, which bots do: WordPress gets it as spam. */
  trapped: number;
  /** `refused`: WordPress does not take it, whatever happens. */
  state: 'waiting' | 'delivered' | 'refused';
  attempts: number;
  created_at: number;
  /** While a server delivers it, when another one may try. */
  next_attempt_at: number;
  last_error: string | null;
}
