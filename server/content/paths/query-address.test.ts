import { expect, test } from 'vitest';
import { mayBeQueryAddress, readQueryAddress, type QueryAddress } from './query-address.ts';

const named: readonly [query: string, named: QueryAddress][] = [
  ['p=7', { kind: 'entry', id: 7 }],
  ['page_id=7', { kind: 'entry', id: 7 }],
  ['attachment_id=7', { kind: 'entry', id: 7 }],
  ['post_type=post&p=7', { kind: 'entry', id: 7 }],
  ['name=roofs', { kind: 'slug', slug: 'roofs' }],
  ['pagename=buy/guide', { kind: 'slug', slug: 'buy/guide' }],
  ['cat=3', { kind: 'category', of: 3, page: 1 }],
  ['cat=3&paged=2', { kind: 'category', of: 3, page: 2 }],
  ['category_name=news/local', { kind: 'category', of: 'local', page: 1 }],
  ['tag=brick', { kind: 'tag', of: 'brick', page: 1 }],
  ['tag=brick+roofs', { kind: 'tag', of: 'brick', page: 1 }],
  ['author=5', { kind: 'author', of: 5, page: 1 }],
  ['author_name=ann', { kind: 'author', of: 'ann', page: 1 }],
  ['m=2026', { kind: 'date', digits: '2026', page: 1 }],
  ['m=202611&paged=3', { kind: 'date', digits: '202611', page: 3 }],
  ['m=20261107', { kind: 'date', digits: '20261107', page: 1 }],
  ['m=20261', { kind: 'date', digits: '2026', page: 1 }],
  ['m=2026110', { kind: 'date', digits: '202611', page: 1 }],
  ['m=202611070930', { kind: 'date', digits: '20261107', page: 1 }],
  ['year=2026&monthnum=1&day=7', { kind: 'date', digits: '20260107', page: 1 }],
  ['s=new+roof', { kind: 'search', words: 'new roof' }],
  ['paged=2', { kind: 'posts', page: 2 }],
];
test.each(named)('?%s', (query, expected) => {
  expect(readQueryAddress(query)).toEqual({ named: expected, rest: '' });
  const rest = 'utm_source=mail';
  expect(readQueryAddress(`${rest}&${query}`)).toEqual({ named: expected, rest });
});

test.each(['', 'utm_source=mail', 'p=', 'p=x', 'cat=-3', 'm=1', 'layout=content', 'page=2', 'xp=7'])(
  '?%s names nothing',
  (query) => expect(readQueryAddress(query)).toBeNull(),
);

test('only queries with a name are read', () => {
  expect(mayBeQueryAddress('utm_source=mail&p=7')).toBe(true);
  expect(mayBeQueryAddress('top=7&maps=1')).toBe(false);
});
