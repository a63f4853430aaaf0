import { plainText } from './plain-text.ts';
import { asUtc, readPage } from './read-page.ts';
import type { RestPost } from './rest-shapes.ts';
import type { Post } from './types.ts';

/** The post that a REST answer tells of. */
export function readPost(raw: RestPost): Post {
  const author = raw._embedded?.author?.[0];
  const terms = raw._embedded?.['wp:term']?.[0] ?? [];
  return {
    ...readPage(raw),
    date: asUtc(raw.date_gmt ?? raw.date),
    author:
      author?.id === undefined || author.name === undefined
        ? null
        : { id: author.id, name: plainText(author.name) },
    categories: terms.map(({ id, name, slug }) => ({ id, name: plainText(name), slug })),
    categoryIds: [...(raw.categories ?? [])],
    tagIds: [...(raw.tags ?? [])],
  };
}
