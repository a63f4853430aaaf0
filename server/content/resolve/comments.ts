import {
  COMMENT_PAGE_PARAMETER,
  COMMENT_POSTED_PARAMETER,
  REPLY_TO_PARAMETER,
  type PostComment,
  type CommentFormData,
  type CommentsPage,
} from '../../../src/contracts/comments.ts';
import type { PostEntry } from '../../../src/contracts/content.ts';
import type { DiscussionSettings } from '../normalise/discussion-settings.ts';
import type { NormaliseContext } from '../normalise/normalise-context.ts';
import { normaliseRenderedHtml } from '../normalise/normalise-html.ts';
import { commentOf, AVATAR_PIXELS, type RawComment } from '../values/raw-comment.ts';
import type { MirrorEntry } from '../values/mirror-contents.ts';
import type { RawPage } from '../values/raw-page.ts';
import { commentThreadPage, type CommentThread } from './comment-threads.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';

interface Options {
  post: RawPage;
  /** The post's comments, oldest first. */
  entries: readonly MirrorEntry[];
  discussion: DiscussionSettings;
  context: NormaliseContext;
  /** The query parameters of the URL. */
  query: Readonly<Record<string, string>>;
  /** Whether the site accepts comments at all. */
  isOpen: boolean;
  /** The current time in epoch milliseconds. */
  now: number;
}

/**
 * Returns one page of a post's comments with the comment form; null if there are no comments and none can be written.
 */
export function postCommentsPage(options: Options): CommentsPage | null {
  const { post, entries, discussion, context, query, isOpen, now } = options;
  const takes = isOpen && isOpenForComments(post, discussion, now);
  if (entries.length === 0 && !takes) return null;
  const listed = entries.map((entry) => ({
    id: Number(entry.id),
    parent: Number(entry.data.parent),
    entry,
  }));
  const { threads, page, pages, defaultPage } = commentThreadPage(
    listed,
    discussion,
    query[COMMENT_PAGE_PARAMETER],
  );
  // Without `settings`, placeholders such as {phone} stay as they are: visitors wrote these texts, not the editor.
  const { settings: _, ...plain } = context;
  const shown = (level: readonly CommentThread<(typeof listed)[number]>[], left: number): PostComment[] =>
    level.flatMap(({ item, replies }) => {
      const raw = commentOf(item.entry);
      if (!raw) return [];
      const own = commentIn(raw, post, plain);
      return [{ ...own, mayReply: takes && left > 1, replies: shown(replies, left - 1) }];
    });
  const answered = entries.find(({ id }) => id === query[REPLY_TO_PARAMETER]);
  const replyTo = answered ? commentOf(answered) : null;
  const form: CommentFormData = {
    post: post.id,
    needsName: discussion.needsName,
    replyTo: replyTo && { id: replyTo.id, name: nameOf(replyTo) },
    isPosted: query[COMMENT_POSTED_PARAMETER] === 'waits',
  };
  return {
    total: entries.length,
    page,
    pages,
    defaultPage,
    items: shown(threads, discussion.depth),
    form: takes ? form : null,
    closed: isOpen && !takes,
  };
}

const DAY_MS = 24 * 60 * 60_000;

/** Whether WordPress allows visitors to comment on a post. `now` is in epoch milliseconds. */
export function isOpenForComments(
  { takesComments: isOpen, date, status, locked }: RawPage,
  { registeredOnly, closesAfterDays }: DiscussionSettings,
  now: number,
): boolean {
  if (!isOpen || registeredOnly || locked || status !== 'publish') return false;
  return closesAfterDays === 0 || now - Date.parse(date) <= closesAfterDays * DAY_MS;
}

/** Returns when WordPress closes the comments on a post, in epoch milliseconds; null if it does not, or already has. */
export function commentsCloseAt(post: RawPage, discussion: DiscussionSettings, now: number): number | null {
  if (discussion.closesAfterDays === 0 || !isOpenForComments(post, discussion, now)) return null;
  return Date.parse(post.date) + discussion.closesAfterDays * DAY_MS + 1;
}

/** A comment in a feed, with its post. */
export interface FeedComment {
  comment: Omit<PostComment, 'replies' | 'mayReply'>;
  post: Pick<PostEntry, 'path' | 'title'>;
  /** The `guid` of the comment in WordPress's feeds; null if it is not known. */
  guid: string | null;
}

/**
 * Returns the newest comments of the site, or of the post with `slug`, newest first, at most `most`. Returns null if
 * there is no such post, if it is password-protected, or if comments are off.
 */
export function newestComments(
  snapshot: Snapshot,
  context: NormaliseContext,
  slug: string | null,
  most: number,
): FeedComment[] | null {
  if (snapshot.settings.comments === 'off') return null;
  const { settings: _, ...plain } = context;
  const posts = snapshot.posts().flatMap((entry) => {
    const post = slug === null || entry.slug === slug ? snapshot.post(entry.slug) : null;
    return post && !post.locked ? [{ entry, post }] : [];
  });
  if (slug !== null && posts.length === 0) return null;
  return posts
    .flatMap(({ entry, post }) =>
      snapshot
        .comments(post.id)
        .slice(-most)
        .flatMap((each) => {
          const raw = commentOf(each);
          return raw ? [{ entry, post, raw }] : [];
        }),
    )
    .sort((a, b) => b.raw.date.localeCompare(a.raw.date) || b.raw.id - a.raw.id)
    .slice(0, most)
    .map(({ entry, post, raw }) => ({
      comment: commentIn(raw, post, plain),
      post: { path: entry.path, title: entry.title },
      guid: post.guid === '' ? null : `${post.guid}#comment-${raw.id}`,
    }));
}

function nameOf({ name }: RawComment): string {
  return name || 'Anonymous';
}

function commentIn(
  raw: RawComment,
  post: RawPage,
  context: NormaliseContext,
): Omit<PostComment, 'replies' | 'mayReply'> {
  const size = { width: AVATAR_PIXELS, height: AVATAR_PIXELS };
  return {
    id: raw.id,
    kind: raw.kind,
    name: nameOf(raw),
    url: /^https?:$/.test(URL.parse(raw.url)?.protocol ?? '') ? raw.url : null,
    date: raw.date,
    avatar:
      raw.avatar === '' ? null : (context.links.pictures.address({ url: raw.avatar, ...size })?.src ?? null),
    html: withForeignLinks(normaliseRenderedHtml(raw.content, context)),
    byAuthor: raw.author > 0 && raw.author === post.author,
  };
}

/** Adds `rel="ugc nofollow"` to links to other sites, as WordPress does, because visitors wrote them. */
function withForeignLinks(html: string): string {
  return html.replaceAll(/<a\b[^>]*>/g, (tag) =>
    tag.replace(' rel="noopener"', ' rel="noopener ugc nofollow"'),
  );
}
