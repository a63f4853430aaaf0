import type { FullPost, Post } from '../../../src/contracts/content.ts';
import { customFieldsInLightFormat } from './custom-fields.ts';
import { normaliseRenderedHtml } from '../normalise/normalise-html.ts';
import type { NormaliseContext } from '../normalise/normalise-context.ts';
import { htmlToSpacedText } from '../values/html-text.ts';
import { seoOf } from './page-head.ts';
import { postEntry, type PostLookups } from '../snapshot/post-entries.ts';
import type { RawPage } from '../values/raw-page.ts';

const WORDS_PER_MINUTE = 220;

/** Returns a post as it appears on its own page. */
export function fullPost(post: RawPage, snapshot: PostLookups, context: NormaliseContext): FullPost {
  return {
    ...postEntry(post, snapshot, context),
    content: normaliseRenderedHtml(post.content, context, post.contentMode),
    minutes: Math.max(1, Math.round(htmlToSpacedText(post.content).split(' ').length / WORDS_PER_MINUTE)),
    seo: seoOf(post, context),
  };
}

/** Returns the data of a post that our REST route needs. `toRestPost` converts it to the WordPress REST format. */
export function postForRest(post: RawPage, snapshot: PostLookups, context: NormaliseContext): Post {
  const entry = postEntry(post, snapshot, context);
  const author = entry.author === null ? null : { id: post.author, name: entry.author };
  return {
    id: post.id,
    title: entry.title,
    content: normaliseRenderedHtml(post.content, context, post.contentMode),
    excerpt: normaliseRenderedHtml(post.excerpt, context),
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
