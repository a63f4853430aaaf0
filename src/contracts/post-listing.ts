import type { Category, ListedTerm, PostEntry, PostList } from './content.ts';

/** One page of a paginated list. */
export interface Paged<Item> {
  items: readonly Item[];
  /** The page number, starting at 1. */
  page: number;
  pages: number;
  total: number;
}

/**
 * Returns one page of a list. `page` is the value from the URL. Returns null for an invalid page number or one past the
 * end. An empty list has one empty page.
 */
export function paginate<Item>(
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

/**
 * Returns the first page of posts with all sticky posts at the top, even those that belong to later pages. The later
 * pages still contain them, as in WordPress.
 */
export function withStickyPostsFirst(posts: readonly PostEntry[], first: Paged<PostEntry>): Paged<PostEntry> {
  const items = [...posts.filter(({ sticky }) => sticky), ...first.items.filter(({ sticky }) => !sticky)];
  return { ...first, items };
}

/** The taxonomies of posts, by their names in WordPress's REST API. */
export type Taxonomy = 'categories' | 'tags';

/** Removes the default category, which WordPress assigns to posts without any other. */
export function withoutUncategorized(terms: readonly ListedTerm[]): readonly ListedTerm[] {
  return terms.filter(({ slug }) => slug !== 'uncategorized');
}

/** Returns the distinct terms of some posts, sorted by name, without "Uncategorized". */
export function termsOfPosts<Kind extends Taxonomy>(
  posts: readonly Pick<PostEntry, Kind>[],
  kind: Kind,
): ListedTerm[] {
  const terms = new Map<string, ListedTerm>();
  for (const post of posts) for (const term of post[kind]) terms.set(term.slug, term);
  return [...withoutUncategorized([...terms.values()])].sort((a, b) => a.name.localeCompare(b.name, 'en-US'));
}

/**
 * Returns the term with the slug `part` of a URL, and the term's posts; null if there is no such term or post. As in
 * WordPress, a category from `categories` includes the posts of its descendants. Such a category may have no posts.
 */
export function postsOfTerm(
  posts: readonly PostEntry[],
  kind: Taxonomy,
  part: string,
  categories: readonly Category[] = [],
): { term: ListedTerm; posts: readonly PostEntry[] } | null {
  const slug = comparable(part);
  const category = categories.find((each) => comparable(each.slug) === slug);
  const below = category ? categoriesBelow(category, categories) : [];
  const slugs = new Set([slug, ...below.map((each) => comparable(each.slug))]);
  const found = posts.filter((post) => post[kind].some((term) => slugs.has(comparable(term.slug))));
  if (category) {
    const { id, name, slug: own, path } = category;
    return { term: { id, name, slug: own, path }, posts: found };
  }
  const [first] = found;
  if (!first) return null;
  const term = first[kind].find((each) => comparable(each.slug) === slug);
  return term ? { term, posts: found } : null;
}

/** Returns all descendants of a category. Visits each only once, because invalid data may contain a cycle. */
function categoriesBelow(top: Category, categories: readonly Category[]): readonly Category[] {
  const below = new Set<Category>();
  const visit = (parent: Category) => {
    for (const each of categories) {
      if (each.parent !== parent.id || each.id === top.id || below.has(each)) continue;
      below.add(each);
      visit(each);
    }
  };
  visit(top);
  return [...below];
}

/**
 * Normalizes a slug for comparison: WordPress percent-encodes non-Latin letters in slugs and ignores case on lookup.
 */
function comparable(slug: string): string {
  if (!slug.includes('%')) return slug.toLowerCase();
  try {
    return decodeURIComponent(slug).toLowerCase();
  } catch {
    return slug.toLowerCase();
  }
}

/** Returns the heading of a list of posts. `title` is the heading of the list of all posts. */
export function postListHeading(title: string, { kind, name }: Pick<PostList, 'kind' | 'name'>): string {
  switch (kind) {
    case 'all':
      return title;
    case 'category':
      return name;
    case 'tag':
      return `Articles on ${name}`;
    case 'author':
      return `Articles by ${name}`;
    case 'date':
      return `Articles of ${name}`;
  }
}

/** Returns the next newer and the next older post; null if there is none. `posts` must be sorted newest first. */
export function adjacentPosts(posts: readonly PostEntry[], slug: string) {
  const at = posts.findIndex((post) => post.slug === slug);
  return {
    newer: at > 0 ? (posts[at - 1] ?? null) : null,
    older: at >= 0 ? (posts[at + 1] ?? null) : null,
  };
}

/**
 * Returns at most `most` posts other than the post with this slug, sorted by similarity to that post, then newest
 * first. A shared tag counts twice as much as a shared category. If no post has the slug, returns the first posts.
 */
export function relatedPosts(posts: readonly PostEntry[], slug: string, most: number): PostEntry[] {
  const own = posts.find((post) => post.slug === slug);
  const others = posts.filter((post) => post.slug !== slug);
  if (!own) return others.slice(0, most);
  const slugs = (terms: readonly ListedTerm[]) =>
    new Set(withoutUncategorized(terms).map((term) => term.slug));
  const [tags, categories] = [slugs(own.tags), slugs(own.categories)];
  const shared = (terms: readonly ListedTerm[], wanted: ReadonlySet<string>) =>
    terms.filter((term) => wanted.has(term.slug)).length;
  return others
    .map((post) => ({ post, weight: 2 * shared(post.tags, tags) + shared(post.categories, categories) }))
    .sort((a, b) => b.weight - a.weight || (a.post.date < b.post.date ? 1 : -1))
    .slice(0, most)
    .map(({ post }) => post);
}

/** Date formats by time zone. They are reused, because creating one takes thirty times as long as using it. */
const dateFormats: Record<string, Intl.DateTimeFormat> = {};

/**
 * Formats `moment` (ISO 8601) as `November 10, 2026` in the site's time zone, with the same result on the server and in
 * the browser.
 */
export function formatLongDate(moment: string, timeZone: string): string {
  dateFormats[timeZone] ??= new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone });
  return dateFormats[timeZone].format(new Date(moment));
}
