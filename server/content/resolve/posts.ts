import type { FullPost, PostEntry, Post, ListedTerm } from '../../../src/contracts/content.ts';
import { PROTECTED_EXCERPT_TEXT } from '../../../src/contracts/page-password.ts';
import { customFieldsInLightFormat } from './custom-fields.ts';
import { fillPlaceholders } from '../normalise/placeholders.ts';
import { normaliseRendered } from '../normalise/normalise-html.ts';
import type { NormaliseContext } from '../normalise/normalise-context.ts';
import { htmlToText, htmlToSpacedText } from '../values/html-text.ts';
import { imageValue } from '../normalise/normalise-picture.ts';
import { seoOf, truncatedDescription } from './page-head.ts';
import { decodedPath } from '../paths/page-paths.ts';
import { shownTitle, type RawPage } from '../values/raw-page.ts';

type EntryContext = Omit<NormaliseContext, 'html'>;

/** Looks up the names of authors and terms in a snapshot. */
interface Names {
  authorName(id: number): string | null;
  term(kind: 'category' | 'tag', id: number): ListedTerm | null;
  postPath(post: RawPage): string;
}

const WORDS_PER_MINUTE = 220;
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
export function postEntry(post: RawPage, snapshot: Names, context: EntryContext): PostEntry {
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
    modified: post.modified,
    author: author === null ? null : filled(author),
    image,
    categories: termsOf(post, 'category', snapshot),
    tags: termsOf(post, 'tag', snapshot),
    ...(post.format === null ? {} : { format: post.format }),
    ...(post.sticky ? { sticky: true as const } : {}),
    ...(post.locked ? { locked: true as const } : {}),
  };
}

/** Returns a post as it appears on its own page. */
export function fullPost(post: RawPage, snapshot: Names, context: NormaliseContext): FullPost {
  return {
    ...postEntry(post, snapshot, context),
    content: normaliseRendered(post.content, context, post.contentMode),
    minutes: Math.max(1, Math.round(htmlToSpacedText(post.content).split(' ').length / WORDS_PER_MINUTE)),
    seo: seoOf(post, context),
  };
}

/** Returns the data of a post that our REST route needs. `toRestPost` puts it into the format of the WordPress REST API. */
export function postForRest(post: RawPage, snapshot: Names, context: NormaliseContext): Post {
  const entry = postEntry(post, snapshot, context);
  const author = entry.author === null ? null : { id: post.author, name: entry.author };
  return {
    id: post.id,
    title: entry.title,
    content: normaliseRendered(post.content, context, post.contentMode),
    excerpt: normaliseRendered(post.excerpt, context),
    slug: entry.slug,
    modified: post.modified,
    acf: customFieldsInLightFormat(post.acf, context),
    featuredImage: entry.image?.src ?? null,
    date: post.date,
    author,
    categories: post.categories.flatMap((id) => {
      const term = snapshot.term('category', id);
      return term ? [{ id, name: term.name, slug: term.slug }] : [];
    }),
    categoryIds: [...post.categories],
    tagIds: [...post.tags],
  };
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

function termsOf(post: RawPage, kind: 'category' | 'tag', snapshot: Names): ListedTerm[] {
  const ids = kind === 'category' ? post.categories : post.tags;
  return ids.flatMap((id) => {
    const term = snapshot.term(kind, id);
    return term && term.slug !== '' ? [term] : [];
  });
}
