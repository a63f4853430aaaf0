import type { PostEntry } from './post-entry.ts';
import type { Term } from './types.ts';

/** One page of a list. */
export interface Paged<Item> {
  items: readonly Item[];
  /** From 1. */
  page: number;
  pages: number;
  total: number;
}

/**
 * One page of a list, `page` as the address gives it. Null past the end and for what is no page number; an empty
 * list has one page, with nothing on it.
 */
export function paged<Item>(
  items: readonly Item[],
  page: string | undefined,
  perPage: number,
): Paged<Item> | null {
  const asked = page === undefined ? 1 : /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 0;
  const pages = Math.max(1, Math.ceil(items.length / perPage));
  if (asked < 1 || asked > pages) return null;
  return {
    items: items.slice((asked - 1) * perPage, asked * perPage),
    page: asked,
    pages,
    total: items.length,
  };
}

/** All terms of some posts, by name, none twice. */
export function termsOf(posts: readonly PostEntry[], kind: 'categories' | 'tags'): Term[] {
  const terms = new Map(posts.flatMap((post) => post[kind]).map((term) => [term.slug, term]));
  return [...terms.values()].sort((a, b) => a.name.localeCompare(b.name, 'en-US'));
}

/** The posts before and after one in time; null at either end. `posts` are newest first. */
export function neighbours(posts: readonly PostEntry[], slug: string) {
  const at = posts.findIndex((post) => post.slug === slug);
  return {
    newer: at > 0 ? (posts[at - 1] ?? null) : null,
    older: at >= 0 ? (posts[at + 1] ?? null) : null,
  };
}

/** Posts that have most in common with one: a shared tag counts twice as much as a category; then the newest. */
export function relatedPosts(posts: readonly PostEntry[], slug: string, most: number): PostEntry[] {
  const own = posts.find((post) => post.slug === slug);
  const others = posts.filter((post) => post.slug !== slug);
  if (!own) return others.slice(0, most);
  const shared = (a: readonly Term[], b: readonly Term[]) =>
    a.filter((term) => b.some((each) => each.slug === term.slug)).length;
  const weight = (post: PostEntry) =>
    2 * shared(post.tags, own.tags) + shared(post.categories, own.categories);
  return others.sort((a, b) => weight(b) - weight(a) || b.date.localeCompare(a.date)).slice(0, most);
}
