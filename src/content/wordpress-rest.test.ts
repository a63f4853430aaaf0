import { expect, test } from 'vitest';
import { asUtc, htmlToTextInDom, pageFromRest, postFromRest } from './wordpress-rest.ts';
import { restPageExample, restPostExample } from './testing/rest-examples.ts';

test('a page: the title is plain text', () => {
  expect(pageFromRest(restPageExample)).toEqual({
    id: 4,
    title: 'Tom & Jerry',
    content: '<p>Welcome</p>',
    excerpt: '<p>In short</p>',
    slug: 'home',
    modified: '2026-11-21T02:43:43Z',
    acf: { hero_title: 'Find <em>your</em> home', hero_desc: '' },
    featuredImage: '/media/hero.jpg',
  });
});

test('a page: missing properties are empty', () => {
  const bare = { id: 1, slug: 'bare', title: { rendered: 'Bare' } };
  expect(pageFromRest(bare)).toEqual({
    id: 1,
    title: 'Bare',
    content: '',
    excerpt: '',
    slug: 'bare',
    modified: '',
    acf: {},
    featuredImage: null,
  });
});

test('a page: no field group, and a featured image that is not public', () => {
  const page = pageFromRest({ ...restPageExample, acf: [], _embedded: { 'wp:featuredmedia': [{}] } });
  expect(page).toMatchObject({ acf: {}, featuredImage: null });
});

test('dates', () => {
  expect(asUtc('2026-11-21T02:43:43')).toBe('2026-11-21T02:43:43Z');
  expect(asUtc('2026-11-21T02:43:43.000Z')).toBe('2026-11-21T02:43:43.000Z');
  expect(asUtc('')).toBe('');
  expect(asUtc(undefined)).toBe('');
});

test('a post: author, first term list, ids', () => {
  expect(postFromRest(restPostExample)).toMatchObject({
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

test('a post: no embedded entries, no ids, and an author that is not public', () => {
  const { categories: _, tags: __, ...post } = restPostExample;
  expect(postFromRest({ ...post, _embedded: { author: [{}] } })).toMatchObject({
    author: null,
    categories: [],
    categoryIds: [],
    tagIds: [],
  });
});

test.each([
  ['Tom &#038; Jerry', 'Tom & Jerry'],
  ['It&#8217;s <em>home</em>', 'It’s home'],
  ['Homes &lt; $300K', 'Homes < $300K'],
  ['Tom & Jerry', 'Tom & Jerry'],
  ['Plain', 'Plain'],
  ['', ''],
])('the text of %s is %s', (html, text) => {
  expect(htmlToTextInDom(html)).toBe(text);
});
