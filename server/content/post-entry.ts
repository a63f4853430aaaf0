import { z } from 'zod';
import type { FullPost, PostEntry } from '../../src/content/post-entry.ts';
import type { Term } from '../../src/content/types.ts';
import { fillIn } from './fill-in.ts';
import { finishRendered } from './finish-html.ts';
import type { FinishContext } from './finished.ts';
import { plainText } from './html-document.ts';
import { imageValue, readMedia } from './media.ts';
import { shortened } from './page-head.ts';
import { readPage, utc } from './raw-page.ts';
import type { RawPage } from './raw-page.ts';
import { isObject } from './raw-value.ts';

const lists = z.array(z.array(z.unknown()).catch([])).catch([]);
const postSchema = z.looseObject({
  date_gmt: z.string().catch(''),
  date: z.string().catch(''),
  _embedded: z
    .looseObject({
      author: z.array(z.unknown()).catch([]),
      'wp:featuredmedia': z.array(z.unknown()).catch([]),
      'wp:term': lists,
    })
    .catch({ author: [], 'wp:featuredmedia': [], 'wp:term': [] }),
});
const termSchema = z.object({
  id: z.number(),
  name: z.string(),
  slug: z.string().min(1),
  taxonomy: z.string(),
});
const authorSchema = z.object({ name: z.string().min(1) });

const WORDS_A_MINUTE = 220;
/** WordPress ends the excerpts it makes itself with this. */
const MORE = /\s*(?:\[(?:…|\.\.\.)\]|…)$/;

/** Reads a post in WordPress's REST shape for lists; null when it is none or not for visitors. */
export function readPostEntry(raw: unknown, context: FinishContext): PostEntry | null {
  const page = readPage(raw);
  const parsed = postSchema.safeParse(raw);
  if (!page || !parsed.success || page.locked || page.status !== 'publish' || page.slug === '') return null;
  const { date_gmt, date, _embedded: embedded } = parsed.data;
  const media = readMedia(embedded['wp:featuredmedia'][0]) ?? context.media.get(page.featuredMedia);
  const author = authorSchema.safeParse(embedded.author[0]);
  const filled = (text: string) => String(fillIn(text, context.settings));
  const terms = embedded['wp:term'].flat();
  return {
    id: page.id,
    slug: page.slug,
    path: `/blog/${page.slug}`,
    title: filled(page.title) || 'Untitled',
    excerpt: filled(excerptOf(page)),
    date: utc(date_gmt || date),
    modified: page.modified,
    author: author.success ? filled(plainText(author.data.name)) : null,
    image: (media && imageValue(media, context.links)) ?? null,
    categories: termsIn(terms, 'category'),
    tags: termsIn(terms, 'post_tag'),
  };
}

/** Reads a post as its own page shows it; null when it is none or not for visitors. */
export function readFullPost(raw: unknown, context: FinishContext): FullPost | null {
  const entry = readPostEntry(raw, context);
  const page = readPage(raw);
  if (!entry || !page) return null;
  const content = finishRendered(page.content, context);
  const { title, description, image, noindex } = page.plugin ?? {};
  const shared = image && imageValue({ id: 0, sizes: [], ...image }, context.links);
  return {
    ...entry,
    content,
    minutes: Math.max(1, Math.round(plainText(content).split(' ').length / WORDS_A_MINUTE)),
    seo: {
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(shared ? { image: shared } : {}),
      ...(noindex === undefined ? {} : { noindex }),
    },
  };
}

function excerptOf(page: RawPage): string {
  const own = plainText(page.excerpt).replace(MORE, '…');
  return own === '' ? shortened(plainText(page.content)) : own;
}

/** The category that WordPress gives to posts without one says nothing. */
function termsIn(terms: readonly unknown[], taxonomy: string): Term[] {
  return terms.flatMap((raw) => {
    const parsed = termSchema.safeParse(isObject(raw) ? { taxonomy: 'category', ...raw } : raw);
    if (!parsed.success || parsed.data.taxonomy !== taxonomy) return [];
    const { id, name, slug } = parsed.data;
    return slug === 'uncategorized' ? [] : [{ id, name: plainText(name), slug }];
  });
}
