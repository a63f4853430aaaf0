import { z } from 'zod';
import type { PostComment } from '../../../src/contracts/comments.ts';
import { htmlToText } from './html-text.ts';
import type { MirrorContents, MirrorEntry } from './mirror-contents.ts';

/** The origin from which the server fetches avatars, unless a plugin of WordPress stores them in the media library. */
export const AVATAR_ORIGIN = 'https://secure.gravatar.com';

/** The width and height in pixels in which avatars are fetched: twice the size in which they are shown. */
export const AVATAR_PIXELS = 96;

/** A comment, parsed from WordPress's format. E-mail and IP addresses stay in WordPress. */
export interface RawComment {
  id: number;
  kind: PostComment['kind'];
  /** The id of the comment that this comment answers; 0 if it is no reply. */
  parent: number;
  /** The id of the user who wrote the comment; 0 for visitors. */
  author: number;
  /** The name of the author as plain text. */
  name: string;
  url: string;
  /** The publication time in ISO 8601, UTC. */
  date: string;
  /** The URL of the author's picture; empty if there is none. */
  avatar: string;
  content: string;
}

const count = z.coerce.number().int().nonnegative().catch(0);
const commentSchema = z.object({
  id: z.number().int(),
  type: z.enum(['comment', 'pingback', 'trackback']).catch('comment'),
  parent: count,
  author: count,
  author_name: z.string().catch(''),
  author_url: z.string().catch(''),
  date_gmt: z.string().catch(''),
  author_avatar_urls: z.object({ [AVATAR_PIXELS]: z.string().catch('') }).catch({ [AVATAR_PIXELS]: '' }),
  content: z.object({ rendered: z.string().catch('') }).catch({ rendered: '' }),
});

/** Reads a comment in the WordPress REST format; null if it is not one. */
export function commentOf({ data }: MirrorEntry): RawComment | null {
  const read = commentSchema.safeParse(data).data;
  if (!read) return null;
  const at = Date.parse(`${read.date_gmt}Z`);
  return {
    id: read.id,
    kind: read.type,
    parent: read.parent,
    author: read.author,
    name: htmlToText(read.author_name),
    url: read.author_url,
    date: new Date(Number.isNaN(at) ? 0 : at).toISOString(),
    avatar: read.author_avatar_urls[AVATAR_PIXELS] ?? '',
    content: read.content.rendered,
  };
}

/** The comments on one page or post. */
interface PostCommentEntries {
  /**
   * The unparsed comments, oldest first. A page parses only those that it shows, because a post may have thousands.
   */
  entries: readonly MirrorEntry[];
  /** A fingerprint that changes with each change to the comments. */
  version: string;
}

const NO_COMMENTS: PostCommentEntries = { entries: [], version: '' };

const grouped = new WeakMap<ReadonlyMap<string, MirrorEntry>, ReadonlyMap<number, PostCommentEntries>>();

/** Returns the comments on a page or post. Comments are grouped once for each version of them. */
export function commentEntriesOf(contents: MirrorContents, post: number): PostCommentEntries {
  const entries = contents.entries('comment');
  let known = grouped.get(entries);
  if (!known) {
    const byPost = Map.groupBy(entries.values(), ({ data }) => Number(data.post));
    known = new Map([...byPost].map(([id, own]) => [id, postComments(own)]));
    grouped.set(entries, known);
  }
  return known.get(post) ?? NO_COMMENTS;
}

function postComments(own: MirrorEntry[]): PostCommentEntries {
  own.sort((a, b) => compare(a.data.date_gmt, b.data.date_gmt) || Number(a.id) - Number(b.id));
  const newest = own.reduce((most, { version }) => Math.max(most, version), 0);
  // Deleting a comment does not raise the newest version, so the number of comments is included, too.
  return { entries: own, version: `${newest}/${own.length}` };
}

function compare(a: unknown, b: unknown): number {
  const [one, other] = [String(a), String(b)];
  return one === other ? 0 : one < other ? -1 : 1;
}
