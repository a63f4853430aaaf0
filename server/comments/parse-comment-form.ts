import { createHash } from 'node:crypto';
import { z } from 'zod';
import {
  commentInputs,
  MAX_COMMENT_CHARACTERS,
  MAX_COMMENT_EMAIL_CHARACTERS,
  MAX_COMMENT_NAME_CHARACTERS,
} from '../../src/contracts/comments.ts';

/** The values of the comment form. */
export interface SubmittedComment {
  post: number;
  /** The id of the comment to which this one replies; 0 for a comment on the post itself. */
  parent: number;
  name: string;
  email: string;
  body: string;
  /** Whether the hidden input is filled in, which bots do. */
  isTrapped: boolean;
}

const id = z.coerce.number().int().nonnegative();
const line = (most: number) =>
  z
    .string()
    .default('')
    .transform((text) => text.replace(/[\s\p{Cc}]+/gu, ' ').trim())
    .pipe(z.string().max(most));

const inputs = z.object({
  [commentInputs.post]: id.pipe(z.number().positive()),
  [commentInputs.parent]: id.catch(0),
  [commentInputs.name]: line(MAX_COMMENT_NAME_CHARACTERS),
  [commentInputs.email]: line(MAX_COMMENT_EMAIL_CHARACTERS).pipe(z.union([z.literal(''), z.email()])),
  [commentInputs.body]: z
    .string()
    .transform((text) => text.replaceAll('\r\n', '\n').trim())
    .pipe(z.string().min(1).max(MAX_COMMENT_CHARACTERS)),
  [commentInputs.honeypot]: z.string().catch(''),
});

/**
 * Parses the posted comment form. Returns `incomplete` if the post or the text is missing, an input is too long, or the
 * email address is invalid. With `needsName`, also if the name or the email address is missing.
 */
export function parseCommentForm(
  posted: unknown,
  { needsName }: { needsName: boolean },
): SubmittedComment | 'incomplete' {
  const read = inputs.safeParse(posted).data;
  if (!read) return 'incomplete';
  const { post, parent, author: name, email, comment: body, website } = read;
  if (needsName && (name === '' || email === '')) return 'incomplete';
  return { post, parent, name, email, body, isTrapped: website !== '' };
}

/** Returns a hash of a comment's content, so that a comment that is sent twice is stored only once. */
export function commentIdempotencyKey({
  post,
  parent,
  name,
  email,
  body,
}: Omit<SubmittedComment, 'isTrapped'>): string {
  return createHash('sha256')
    .update(JSON.stringify([post, parent, name, email, body]))
    .digest('hex');
}
