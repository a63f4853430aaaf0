import { readToggle } from '../../../src/builder/kinds/toggle.ts';
import type { ListedTerm, PostEntry } from '../../../src/contracts/content.ts';
import { PROTECTED_EXCERPT_TEXT } from '../../../src/contracts/page-password.ts';
import type { NormaliseContext } from '../normalise/normalise-context.ts';
import { imageValue } from '../normalise/normalise-picture.ts';
import { fillPlaceholders } from '../normalise/placeholders.ts';
import { decodedPath } from '../paths/page-paths.ts';
import { htmlToText, truncatedDescription } from '../values/html-text.ts';
import type { MirrorEntry } from '../values/mirror-contents.ts';
import { shownTitle, type RawPage } from '../values/raw-page.ts';

type EntryContext = Omit<NormaliseContext, 'html'>;

/** Looks up the authors and terms of posts, and the paths of posts, in a snapshot. */
export interface PostLookups {
  authorName(id: number): string | null;
  term(kind: 'category' | 'tag', id: number): ListedTerm | null;
  postPath(post: RawPage): string;
}

/** The ending that WordPress adds to generated excerpts. */
const MORE = /\s*(?:\[(?:…|\.\.\.)\]|…)$/;

/** Maximum number of characters of a text that are read for an excerpt. The excerpt itself is much shorter. */
const EXCERPT_SOURCE_CHARACTERS = 2_000;

const excerpts = new WeakMap<RawPage, string>();

/** Returns the title of a post, its excerpt as plain text, and its featured image. */
export function postSummary(
  post: RawPage,
  { media, links, settings }: Pick<EntryContext, 'media' | 'links' | 'settings'>,
): Pick<PostEntry, 'title' | 'excerpt' | 'image'> {
  const picture = media.get(post.featuredMedia);
  const filled = (text: string) => String(fillPlaceholders(text, settings));
  return {
    title: filled(shownTitle({ ...post, title: post.title || 'Untitled' })),
    excerpt: post.locked ? PROTECTED_EXCERPT_TEXT : filled(excerptOf(post)),
    image: (picture && imageValue(picture, links)) ?? null,
  };
}

/** Returns a post as it appears in lists. */
export function postEntry(post: RawPage, snapshot: PostLookups, context: EntryContext): PostEntry {
  const author = snapshot.authorName(post.author);
  const filled = (text: string) => String(fillPlaceholders(text, context.settings));
  const { title, excerpt, image } = postSummary(post, context);
  const slug = decodedPath(post.slug);
  return {
    id: post.id,
    slug,
    path: snapshot.postPath(post),
    title,
    excerpt,
    date: post.date,
    // WordPress does not change the modification time when it publishes a scheduled post.
    modified: post.modified < post.date ? post.date : post.modified,
    author: author === null ? null : filled(author),
    image,
    categories: termsOf(post, 'category', snapshot),
    tags: termsOf(post, 'tag', snapshot),
    ...(post.format === null ? {} : { format: post.format }),
    ...(post.sticky ? { sticky: true as const } : {}),
    ...(post.locked ? { locked: true as const } : {}),
    ...(isNoindex(post) ? { noindex: true as const } : {}),
  };
}

/** Whether an editor keeps a post out of search engines, by our field or that of an SEO plugin. */
function isNoindex({ acf, plugin }: RawPage): boolean {
  return readToggle(acf.seo_noindex) === true || plugin.noindex === true;
}

function excerptOf(post: RawPage): string {
  let excerpt = excerpts.get(post);
  if (excerpt === undefined) {
    const own = htmlToText(post.excerpt).replace(MORE, '…');
    excerpt = own === '' ? truncatedDescription(htmlToText(post.content, EXCERPT_SOURCE_CHARACTERS)) : own;
    excerpts.set(post, excerpt);
  }
  return excerpt;
}

function termsOf(post: RawPage, kind: 'category' | 'tag', snapshot: PostLookups): ListedTerm[] {
  const ids = kind === 'category' ? post.categories : post.tags;
  return ids.flatMap((id) => {
    const term = snapshot.term(kind, id);
    return term && term.slug !== '' ? [term] : [];
  });
}

/** Everything that the list entries of posts depend on. */
interface EntryInput {
  /** The posts, newest first. */
  posts: readonly RawPage[];
  media: ReadonlyMap<string, MirrorEntry>;
  /** Finds the path of a post. Must be the same object as long as no path changes. */
  paths: { linkOf(post: RawPage): string };
  /**
   * Other values that the entries depend on. If all are equal to the last ones, entries of unchanged posts are
   * reused.
   */
  others: readonly unknown[];
}

interface Known extends EntryInput {
  entries: readonly PostEntry[];
}

const last = new WeakMap<object, Known>();

/**
 * Returns the list entries of posts. Reuses the entries of the last call for posts that have not changed, and calls
 * `make` for the others. `site` identifies the site: an object that stays the same as long as the server runs.
 */
export function cachedPostEntries(
  site: object,
  input: EntryInput,
  make: (post: RawPage) => PostEntry,
): readonly PostEntry[] {
  const known = last.get(site);
  const entries =
    known && isSame(known.others, input.others) ? changedEntries(known, input, make) : input.posts.map(make);
  last.set(site, { ...input, entries });
  return entries;
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((each, index) => each === b[index]);
}

function changedEntries(
  known: Known,
  { posts, media, paths }: EntryInput,
  make: (post: RawPage) => PostEntry,
): PostEntry[] {
  const pictures = changedPictures(known.media, media);
  const mayMove = known.paths !== paths;
  let places: ReadonlyMap<number, number> | null = null;
  /** How far the posts are shifted from their index in the last list. */
  let shift = 0;
  return posts.map((post, index) => {
    const { id } = post;
    const at = index + shift;
    if (known.posts[at]?.id !== id) {
      // Usually one post was added or removed.
      if (known.posts[at + 1]?.id === id) shift += 1;
      else if (known.posts[at]?.id === posts[index + 1]?.id) shift -= 1;
      else {
        places ??= new Map(known.posts.map((each, place) => [each.id, place]));
        shift = (places.get(id) ?? at - 1) - index;
      }
    }
    const isKnown = known.posts[index + shift] === post && !pictures.has(post.featuredMedia);
    const entry = isKnown ? known.entries[index + shift] : undefined;
    const isSameEntry = entry && isComplete(entry) && (!mayMove || entry.path === paths.linkOf(post));
    return isSameEntry ? entry : make(post);
  });
}

/**
 * Whether an entry has no picture, or the placeholder of its picture. A picture has no placeholder before it is
 * fetched, if parts of it are transparent, or if it is a file of this site.
 */
function isComplete({ image }: PostEntry): boolean {
  return image === null || image.placeholder !== undefined;
}

/** Returns the ids of the media that are new, changed or gone. */
function changedPictures(
  before: ReadonlyMap<string, MirrorEntry>,
  after: ReadonlyMap<string, MirrorEntry>,
): ReadonlySet<number> {
  const ids = new Set<number>();
  if (before === after) return ids;
  for (const [id, entry] of after) if (before.get(id) !== entry) ids.add(Number(id));
  for (const id of before.keys()) if (!after.has(id)) ids.add(Number(id));
  return ids;
}
