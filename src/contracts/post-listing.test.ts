import { describe, expect, it } from 'vitest';
import type { PostEntry } from './content.ts';
import {
  adjacentPosts,
  paginate,
  postsOfTerm,
  relatedPosts,
  withStickyPostsFirst,
  termsOfPosts,
} from './post-listing.ts';

const term = (slug: string) => ({
  id: slug.length,
  name: slug.toUpperCase(),
  slug,
  path: `/topics/${slug}`,
});
const post = (slug: string, date: string, categories: string[], tags: string[]): PostEntry => ({
  id: 1,
  slug,
  path: `/blog/${slug}`,
  title: slug,
  excerpt: '',
  date,
  modified: date,
  author: null,
  image: null,
  categories: categories.map(term),
  tags: tags.map(term),
});
const posts = [
  post('d', '2026-04', ['buying'], ['radon']),
  post('c', '2026-03', ['selling'], []),
  post('b', '2026-02', ['houses'], ['radon', 'brick']),
  post('a', '2026-01', ['buying'], []),
];

describe('a page of a list', () => {
  it('contains the requested items, and is null past the end or for an invalid number', () => {
    expect(paginate(posts, '2', 3)).toEqual({ items: [posts[3]], page: 2, pages: 2, total: 4 });
    expect(paginate(posts, undefined, 10)?.items).toHaveLength(4);
    expect(paginate([], undefined, 10)).toEqual({ items: [], page: 1, pages: 1, total: 0 });
    for (const page of ['3', '0', '-1', '1.5', 'x', '', '01']) expect(paginate(posts, page, 3)).toBeNull();
  });
});

describe('sticky posts', () => {
  const sticky = (slug: string) =>
    posts.map((each) => (each.slug === slug ? { ...each, sticky: true as const } : each));
  const first = (of: readonly PostEntry[]) => {
    const list = paginate(of, undefined, 2);
    if (!list) throw new Error('There is no first page.');
    return withStickyPostsFirst(of, list).items.map(({ slug }) => slug);
  };

  it('lead the first page, wherever they are, and the other posts keep their order', () => {
    expect(first(posts)).toEqual(['d', 'c']);
    expect(first(sticky('c'))).toEqual(['c', 'd']);
    expect(first(sticky('a'))).toEqual(['a', 'd', 'c']);
  });
});

describe('posts', () => {
  it('have distinct terms, sorted by name', () => {
    expect(termsOfPosts(posts, 'tags').map(({ slug }) => slug)).toEqual(['brick', 'radon']);
  });
  it('are found by their term in any script; the default category is never listed', () => {
    const unnamed = post('e', '2026-05', ['uncategorized', '%e5%ae%b6'], []);
    expect(postsOfTerm([unnamed, ...posts], 'categories', 'uncategorized')?.posts).toEqual([unnamed]);
    expect(postsOfTerm([unnamed], 'categories', '家')?.term.slug).toBe('%e5%ae%b6');
    expect(postsOfTerm(posts, 'categories', 'Buying')?.posts).toEqual([posts[0], posts[3]]);
    expect(postsOfTerm(posts, 'tags', 'buying')).toBeNull();
    expect(termsOfPosts([unnamed], 'categories').map(({ slug }) => slug)).toEqual(['%e5%ae%b6']);
  });
  it('of a category include those of its child categories', () => {
    const tree = [
      { ...term('trade'), parent: 0 },
      { ...term('selling'), parent: 5 },
      { ...term('buying'), parent: 7 },
      { ...term('vacant-lots'), parent: 0 },
    ];
    const [trade, selling] = tree;
    expect([trade?.id, selling?.id]).toEqual([5, 7]);
    expect(postsOfTerm(posts, 'categories', 'Trade', tree)).toEqual({
      term: term('trade'),
      posts: [posts[0], posts[1], posts[3]],
    });
    expect(postsOfTerm(posts, 'categories', 'selling', tree)?.posts).toEqual([posts[0], posts[1], posts[3]]);
    expect(postsOfTerm(posts, 'categories', 'buying', tree)?.posts).toEqual([posts[0], posts[3]]);
    expect(postsOfTerm(posts, 'categories', 'houses', tree)?.posts).toEqual([posts[2]]);
    expect(postsOfTerm(posts, 'categories', 'vacant-lots', tree)?.posts).toEqual([]);
    const circle = [
      { ...term('trade'), parent: 7 },
      { ...term('selling'), parent: 5 },
    ];
    expect(postsOfTerm(posts, 'categories', 'trade', circle)?.posts).toEqual([posts[1]]);
  });
  it('have newer and older neighbors', () => {
    expect(adjacentPosts(posts, 'c')).toEqual({ newer: posts[0], older: posts[2] });
    expect(adjacentPosts(posts, 'd').newer).toBeNull();
    expect(adjacentPosts(posts, 'a').older).toBeNull();
    expect(adjacentPosts(posts, 'unknown')).toEqual({ newer: null, older: null });
  });
  it('are related by shared terms, tags first', () => {
    expect(relatedPosts(posts, 'd', 2).map(({ slug }) => slug)).toEqual(['b', 'a']);
    expect(relatedPosts(posts, 'unknown', 2).map(({ slug }) => slug)).toEqual(['d', 'c']);
  });
});
