import { expect, test } from 'vitest';
import { wordPressEntry } from '../testing/test-content.ts';
import { createMirrorContents, type MirrorEntry } from '../values/mirror-contents.ts';
import { publicPosts } from './public-posts.ts';

const post = (id: number, more: object = {}) => wordPressEntry('post', id, `post-${id}`, more);
const entries = [4, 1, 3, 2, 5].map((id) => post(id));
const idsOf = (list: readonly MirrorEntry[]) => publicPosts(createMirrorContents(list)).map(({ id }) => id);
const replaced = (changed: MirrorEntry) => entries.map((each) => (each.id === changed.id ? changed : each));

test.each<[string, readonly MirrorEntry[], number[]]>([
  ['the same', entries, [5, 4, 3, 2, 1]],
  ['one more', [...entries, post(9)], [9, 5, 4, 3, 2, 1]],
  ['an older one more', [...entries, post(9, { date_gmt: '2020-01-01T00:00:00' })], [5, 4, 3, 2, 1, 9]],
  ['one less', entries.filter(({ id }) => id !== '3'), [5, 4, 2, 1]],
  ['another date', replaced(post(3, { date_gmt: '2026-12-01T00:00:00' })), [3, 5, 4, 2, 1]],
  ['the same date', replaced(post(3, { date_gmt: '2026-11-05T10:00:00' })), [5, 3, 4, 2, 1]],
  ['a draft', replaced(post(3, { status: 'draft' })), [5, 4, 2, 1]],
  ['a password', replaced(post(3, { content: { rendered: '', protected: true } })), [5, 4, 2, 1]],
  ['a slug that no path can have', replaced(wordPressEntry('post', 3, 'a b')), [5, 4, 2, 1]],
  [
    'other posts',
    Array.from({ length: 300 }, (_, index) => post(1_000 + index, { date_gmt: '2026-01-01T00:00:00' })),
    Array.from({ length: 300 }, (_, index) => 1_299 - index),
  ],
  ['none', [], []],
])('from the last list to %s', (_, list, ids) => {
  idsOf(entries);
  expect(idsOf(list)).toEqual(ids);
  expect(idsOf(entries)).toEqual([5, 4, 3, 2, 1]);
});

test('the list is the same object as long as no post changes', () => {
  const contents = createMirrorContents(entries);
  expect(publicPosts(contents)).toBe(publicPosts(contents));
});
