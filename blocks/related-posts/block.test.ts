import { expect, it } from 'vitest';
import type { LoadContext } from '../../src/builder/load-context.ts';
import type { PostEntry } from '../../src/contracts/content.ts';
import block from './block.ts';

const term = (slug: string) => ({ id: 1, name: slug, slug, path: `/blog/category/${slug}` });
const post = (slug: string, ...categories: string[]): PostEntry => ({
  id: 1,
  slug,
  path: `/blog/${slug}`,
  title: slug,
  excerpt: '',
  date: '2026-01-01T00:00:00Z',
  modified: '2026-01-01T00:00:00Z',
  author: null,
  image: null,
  categories: categories.map(term),
  tags: [],
});
const posts = [
  post('a', 'selling'),
  post('b', 'buying'),
  post('c', '%d0%b4'),
  post('d', 'buying', 'selling'),
];
const context = (parts: Record<string, string>): LoadContext => ({
  path: '/',
  parts,
  query: {},
  trail: [],
  now: 0,
  content: {
    posts: () => posts,
    categories: () => [],
    postList: () => null,
    post: () => null,
    comments: () => null,
    fieldsOf: () => null,
    htmlOf: () => null,
    pages: () => [],
    search: () => [],
  },
});
const shown = (more: { category?: string }, parts: Record<string, string> = {}) =>
  block
    .load?.({ tone: 'sand', title: 'Read on', count: 3, ...more }, context(parts))
    ?.posts.map(({ slug }) => slug);

it('shows the newest posts, or only those of a category', () => {
  expect(shown({})).toEqual(['a', 'b', 'c']);
  expect(shown({ category: 'buying' })).toEqual(['b', 'd']);
  expect(shown({ category: 'д' })).toEqual(['c']);
});

it('shows below a post those of the category that have most in common with it', () => {
  expect(shown({ category: 'selling' }, { post: 'b' })).toEqual(['d', 'a']);
});
