import { describe, expect, it } from 'vitest';
import { commentThreadPage, type CommentThread } from './comment-threads.ts';

const WORDPRESS = { depth: 5, perPage: null, firstPage: 'newest', order: 'asc' } as const;
interface Item {
  id: number;
  parent: number;
}
/** Comments by id: `[1, [2, 1]]` is the comment 1 and the comment 2, which answers it. */
const items = (...each: (number | [number, number])[]): Item[] =>
  each.map((one) => (typeof one === 'number' ? { id: one, parent: 0 } : { id: one[0], parent: one[1] }));
const shape = (threads: readonly CommentThread<Item>[]): string =>
  threads
    .map(({ item, replies }) => (replies.length > 0 ? `${item.id}(${shape(replies)})` : `${item.id}`))
    .join(' ');

// Two threads; the first is a conversation of six comments, of which the fourth has two answers.
const CONVERSATION = items(1, 2, [3, 1], [4, 3], [5, 4], [6, 5], [7, 5], [8, 6]);

describe('levels of replies', () => {
  it.each([
    [1, '1 2 3 4 5 6 7 8'],
    [2, '1(3 4 5 6 8 7) 2'],
    [3, '1(3(4 5 6 8 7)) 2'],
    [5, '1(3(4(5(6 8 7)))) 2'],
    [6, '1(3(4(5(6(8) 7)))) 2'],
    [10, '1(3(4(5(6(8) 7)))) 2'],
  ])('%i: what is deeper stays on the last one', (depth, expected) => {
    expect(shape(commentThreadPage(CONVERSATION, { ...WORDPRESS, depth }, undefined).threads)).toBe(expected);
  });

  it('a reply to a comment that is not public is shown on one level only', () => {
    const orphaned = items(1, [2, 99]);
    expect(shape(commentThreadPage(orphaned, WORDPRESS, undefined).threads)).toBe('1');
    expect(shape(commentThreadPage(orphaned, { ...WORDPRESS, depth: 1 }, undefined).threads)).toBe('1 2');
  });

  it('comments that answer each other in a circle are not shown, and do not hang', () => {
    expect(shape(commentThreadPage(items(1, [2, 3], [3, 2], [4, 4]), WORDPRESS, undefined).threads)).toBe(
      '1',
    );
  });
});

describe('pages', () => {
  const SEVEN = items(1, 2, [8, 2], 3, 4, 5, 6, 7);
  it.each([
    ['oldest', 'asc', undefined, 1, '1 2(8) 3'],
    ['oldest', 'desc', undefined, 1, '3 2(8) 1'],
    ['newest', 'asc', undefined, 3, '7'],
    ['newest', 'desc', undefined, 3, '7'],
    ['newest', 'desc', '2', 2, '6 5 4'],
    ['newest', 'asc', '1', 1, '1 2(8) 3'],
    ['newest', 'asc', '4', 3, '7'],
    ['oldest', 'asc', '0', 1, '1 2(8) 3'],
    ['oldest', 'asc', 'x', 1, '1 2(8) 3'],
  ] as const)('%s page first, order %s, page %s in the URL', (firstPage, order, asked, page, expected) => {
    const shown = commentThreadPage(SEVEN, { depth: 5, perPage: 3, firstPage, order }, asked);
    expect(shown).toMatchObject({ page, pages: 3, defaultPage: firstPage === 'newest' ? 3 : 1 });
    expect(shape(shown.threads)).toBe(expected);
  });

  it('counts replies on one level', () => {
    expect(commentThreadPage(SEVEN, { ...WORDPRESS, depth: 1, perPage: 4 }, undefined)).toMatchObject({
      pages: 2,
    });
  });

  it('no comments are one empty page', () => {
    expect(commentThreadPage([], WORDPRESS, undefined)).toEqual({
      threads: [],
      page: 1,
      pages: 1,
      defaultPage: 1,
    });
  });

  it('10,000 comments have pages of 200, also where WordPress has none', () => {
    const many = items(...Array.from({ length: 10_000 }, (_, index) => index + 1));
    const { threads, pages } = commentThreadPage(many, WORDPRESS, undefined);
    expect([threads.length, pages]).toEqual([200, 50]);
  });

  it('a conversation of 10,000 comments is one thread', () => {
    const chain = Array.from({ length: 10_000 }, (_, index) => ({ id: index + 1, parent: index }));
    const [thread] = commentThreadPage(chain, { ...WORDPRESS, depth: 2 }, undefined).threads;
    expect(thread?.replies).toHaveLength(9_999);
  });
});
