import { expect, it } from 'vitest';
import type { LoadContext } from '../../src/builder/load-context.ts';
import type { PostEntry } from '../../src/contracts/content.ts';
import block from './block.ts';

const term = (slug: string) => ({ id: 1, name: slug, slug, path: `/blog/category/${slug}` });
const posts = Array.from({ length: 5000 }, (_, index): PostEntry => ({
  id: index,
  slug: `post-${index}`,
  path: `/blog/post-${index}`,
  title: `Post ${index}`,
  excerpt: '',
  date: '2026-01-01T00:00:00Z',
  modified: '2026-01-01T00:00:00Z',
  author: null,
  image: null,
  categories: [term(index % 2 ? 'odd' : 'even'), ...(index === 4999 ? [term('uncategorized')] : [])],
  tags: [],
}));
const context = (parts: Record<string, string>, query: Record<string, string> = {}): LoadContext => ({
  path: '/blog',
  parts,
  query,
  trail: [],
  now: 0,
  content: {
    posts: () => posts,
    categories: () => [],
    postList: ({ category, tag }) =>
      category === 'none'
        ? null
        : {
            kind: tag === undefined ? (category === undefined ? 'all' : 'category') : 'tag',
            name: category ?? tag ?? '',
            slug: category ?? tag ?? '',
            home: '/blog',
            posts: category === 'empty' ? [] : posts,
          },
    post: () => null,
    comments: () => null,
    fieldsOf: () => null,
    htmlOf: () => null,
    pages: () => [],
    search: () => [],
  },
});
const values = {
  tone: 'paper',
  title: 'Articles',
  all: 'All',
  none: 'None',
  per_page: 9,
} as const;

it('loads only the posts of one page, however many there are', () => {
  const loaded = block.load?.(values, context({}, { page: '2' }));
  expect(loaded?.list).toMatchObject({ page: 2, pages: 556, total: 5000 });
  expect(loaded?.list.items.map(({ id }) => id)).toEqual([9, 10, 11, 12, 13, 14, 15, 16, 17]);
  expect(JSON.stringify(loaded).length).toBeLessThan(5000);
});

it('is not there for an unknown list, or past its last page', () => {
  expect(block.load?.(values, context({ category: 'none' }))).toBeNull();
  expect(block.load?.(values, context({ category: 'odd' }, { page: '999' }))).toBeNull();
});

it('says that a list is empty, and keeps it and the lists of tags out of search engines', () => {
  const headAt = (parts: Record<string, string>) => {
    const loaded = block.load?.(values, context(parts));
    expect.assert(loaded);
    return block.head?.({ ...values, ...loaded });
  };
  expect(block.load?.(values, context({ category: 'empty' }))?.list).toMatchObject({ total: 0, pages: 1 });
  expect(headAt({ category: 'empty' })).toEqual({
    title: 'empty: Articles',
    unlisted: true,
    feeds: [{ title: 'empty', path: '/blog/feed' }],
  });
  expect(headAt({})).toEqual({});
  expect(headAt({ tag: 'odd' })).toMatchObject({ title: 'Articles on odd', unlisted: true });
  expect(headAt({ category: 'odd' })).not.toHaveProperty('unlisted');
});

it('describes a category by the whole titles that fit', () => {
  const titles = ['a', 'b', 'c'].map((letter) => `${letter.repeat(50)} ${letter.repeat(14)}`);
  const titled = (post: PostEntry, title = ''): PostEntry => ({
    ...post,
    title,
    categories: [term('Buying')],
  });
  const own = posts.slice(0, 3).map((post, index) => titled(post, titles[index]));
  const list = { kind: 'category', name: 'Buying', slug: 'buying', home: '/blog', posts: own } as const;
  const content = { ...context({}).content, posts: () => own, postList: () => list };
  const loaded = block.load?.(values, { ...context({ category: 'Buying' }), content });
  expect.assert(loaded);
  expect(block.head?.({ ...values, ...loaded })).toMatchObject({
    title: 'Buying: Articles',
    description: `Buying: ${titles.slice(0, 2).join(' · ')}`,
  });
});
