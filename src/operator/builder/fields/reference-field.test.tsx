import { expect, it } from 'vitest';
import type { EntryChoice } from '../../../contracts/operators/page-builder.ts';
import { findEntryByText, suggestEntries } from './reference-field.tsx';

const entry = (
  id: number | null,
  path: string,
  title: string,
  kind: 'page' | 'post' = 'page',
): EntryChoice => ({
  id,
  path,
  title,
  kind,
});
const entries = [
  entry(null, '/buy', 'Buy'),
  entry(2, '/buy/guide', 'Mortgage Guide'),
  entry(3, '/sell/guide', 'Guide'),
  entry(4, '/blog/guide', 'Guide', 'post'),
];

it.each([
  ['Guide (/sell/guide)', 3],
  ['guide (/blog/guide) ', 4],
  ['/buy/guide', 2],
  ['mortgage guide', 2],
])('%j names the entry %d', (text, id) => {
  expect(findEntryByText(text, entries)?.id).toBe(id);
});

it.each(['', ' ', 'Guide', 'Mort', '/buy/'])('%j names none, or none alone', (text) => {
  expect(findEntryByText(text, entries)).toBeNull();
});

it('suggests what contains all words, in the title or the path', () => {
  expect(suggestEntries('guide buy', entries).map(({ id }) => id)).toEqual([2]);
  expect(suggestEntries('', entries)).toHaveLength(4);
});

it('suggests only some of thousands', () => {
  const many = Array.from({ length: 2_000 }, (_, id) => entry(id, `/blog/post-${id}`, `Post ${id}`, 'post'));
  expect(suggestEntries('post', many)).toHaveLength(30);
  expect(suggestEntries('post 1999', many).map(({ id }) => id)).toEqual([1_999]);
});
