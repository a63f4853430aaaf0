// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { asUtc, readPage } from './read-page.ts';
import { restPage } from './testing/rest-examples.ts';

test('maps the REST shape; the title is plain text', () => {
  expect(readPage(restPage)).toEqual({
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

test('what WordPress leaves out is empty', () => {
  const bare = { id: 1, slug: 'bare', title: { rendered: 'Bare' } };
  expect(readPage(bare)).toEqual({
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

test('no field group, and an image that may not be read', () => {
  const page = readPage({ ...restPage, acf: [], _embedded: { 'wp:featuredmedia': [{}] } });
  expect(page).toMatchObject({ acf: {}, featuredImage: null });
});

test('moments', () => {
  expect(asUtc('2026-11-21T02:43:43')).toBe('2026-11-21T02:43:43Z');
  expect(asUtc('2026-11-21T02:43:43.000Z')).toBe('2026-11-21T02:43:43.000Z');
  expect(asUtc('')).toBe('');
  expect(asUtc(undefined)).toBe('');
});
