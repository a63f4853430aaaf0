import { z } from 'zod';
import type { Author, Post, Term } from '../../src/content/types.ts';
import { fillIn } from './fill-in.ts';
import { finishRendered } from './finish-html.ts';
import type { FinishContext } from './finished.ts';
import { plainText } from './html-document.ts';
import { imageValue, readMedia } from './media.ts';
import { readPage, utc } from './raw-page.ts';
import { isObject } from './raw-value.ts';

const ids = z.array(z.number().int()).catch([]);
const postSchema = z.object({
  date_gmt: z.string().catch(''),
  date: z.string().catch(''),
  featured_media: z.number().catch(0),
  categories: ids,
  tags: ids,
  _embedded: z
    .object({
      author: z.array(z.unknown()).catch([]),
      'wp:featuredmedia': z.array(z.unknown()).catch([]),
      'wp:term': z.array(z.array(z.unknown()).catch([])).catch([]),
    })
    .catch({ author: [], 'wp:featuredmedia': [], 'wp:term': [] }),
});
const named = z.object({ id: z.number(), name: z.string(), slug: z.string().catch('') });

/** Finishes a post in WordPress's REST shape; null when it is none or not for visitors. Its custom fields stay behind. */
export function readPost(raw: unknown, context: FinishContext): Post | null {
  const page = readPage(raw);
  const parsed = postSchema.safeParse(raw);
  if (!page || !parsed.success || page.locked || page.status !== 'publish') return null;
  const { data } = parsed;
  const [author] = data._embedded.author;
  const media =
    readMedia(data._embedded['wp:featuredmedia'][0]) ?? context.media.get(data.featured_media) ?? null;
  return {
    id: page.id,
    title: page.title,
    content: finishRendered(page.content, context),
    excerpt: finishRendered(page.excerpt, context),
    slug: page.slug,
    modified: page.modified,
    acf: {},
    featuredImage: media && (imageValue(media, context.links)?.src ?? null),
    date: utc(data.date_gmt || data.date),
    author: authorOf(author, context),
    categories: (data._embedded['wp:term'][0] ?? []).flatMap(termOf),
    categoryIds: data.categories,
    tagIds: data.tags,
  };
}

function authorOf(raw: unknown, { settings }: FinishContext): Author | null {
  const parsed = named.safeParse(raw);
  return parsed.success
    ? { id: parsed.data.id, name: String(fillIn(plainText(parsed.data.name), settings)) }
    : null;
}

function termOf(raw: unknown): Term[] {
  const parsed = named.safeParse(raw);
  if (!parsed.success || (isObject(raw) && raw.taxonomy === 'post_tag')) return [];
  return [{ id: parsed.data.id, name: plainText(parsed.data.name), slug: parsed.data.slug }];
}
