import type { Comment, Comments } from '../../../src/contracts/comments.ts';
import type { Discussion } from '../normalise/discussion.ts';
import type { NormaliseContext } from '../normalise/normalise-context.ts';
import { normaliseRendered } from '../normalise/normalise-html.ts';
import { commentOf, AVATAR_PIXELS, type RawComment } from '../values/raw-comment.ts';
import type { MirrorEntry } from '../values/mirror-contents.ts';
import type { RawPage } from '../values/raw-page.ts';
import { threadPage, type Thread } from './comment-threads.ts';

interface Options {
  post: RawPage;
  /** The post's comments, oldest first. */
  entries: readonly MirrorEntry[];
  discussion: Discussion;
  context: NormaliseContext;
  /** The number of the page in the URL. */
  page: string | undefined;
}

/** Returns a page of a post's comments; null if it has none. */
export function commentsBelow({ post, entries, discussion, context, page: asked }: Options): Comments | null {
  if (entries.length === 0) return null;
  const listed = entries.map((entry) => ({
    id: Number(entry.id),
    parent: Number(entry.data.parent),
    entry,
  }));
  const { threads, page, pages, defaultPage } = threadPage(listed, discussion, asked);
  // Visitors wrote these texts: a placeholder such as {phone} is not the editor's.
  const { settings: _, ...plain } = context;
  const shown = ({ item, replies }: Thread<(typeof listed)[number]>): Comment[] => {
    const raw = commentOf(item.entry);
    return raw ? [{ ...comment(raw, post, plain), replies: replies.flatMap(shown) }] : [];
  };
  return { total: entries.length, page, pages, defaultPage, items: threads.flatMap(shown) };
}

function comment(raw: RawComment, post: RawPage, context: NormaliseContext): Omit<Comment, 'replies'> {
  const size = { width: AVATAR_PIXELS, height: AVATAR_PIXELS };
  return {
    id: raw.id,
    kind: raw.kind,
    name: raw.name || 'Anonymous',
    url: /^https?:$/.test(URL.parse(raw.url)?.protocol ?? '') ? raw.url : null,
    date: raw.date,
    avatar:
      raw.avatar === '' ? null : (context.links.pictures.address({ url: raw.avatar, ...size })?.src ?? null),
    html: withForeignLinks(normaliseRendered(raw.content, context)),
    byAuthor: raw.author > 0 && raw.author === post.author,
  };
}

/** Marks links to other sites for search engines as not the editor's, as WordPress does. */
function withForeignLinks(html: string): string {
  return html.replaceAll(/<a\b[^>]*>/g, (tag) =>
    tag.replace(' rel="noopener"', ' rel="noopener ugc nofollow"'),
  );
}
