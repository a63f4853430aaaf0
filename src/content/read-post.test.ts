// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { readPost } from './read-post.ts';
import { restPost } from './testing/rest-examples.ts';

test('maps the REST shape: author, first term list, ids', () => {
  expect(readPost(restPost)).toMatchObject({
    id: 12,
    title: 'Tom & Jerry',
    date: '2026-11-02T16:00:00Z',
    modified: '2026-11-21T02:43:43Z',
    author: { id: 1, name: 'Jordan Avery' },
    categories: [{ id: 3, name: 'Tips & tricks', slug: 'tips' }],
    categoryIds: [3],
    tagIds: [7, 8],
    featuredImage: null,
  });
});

test('no embeds, no ids, and an author that may not be read', () => {
  const { categories: _, tags: __, ...post } = restPost;
  expect(readPost({ ...post, _embedded: { author: [{}] } })).toMatchObject({
    author: null,
    categories: [],
    categoryIds: [],
    tagIds: [],
  });
});
