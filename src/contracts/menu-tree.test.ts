import fc from 'fast-check';
import { expect, test } from 'vitest';
import { menuTree } from './menu-tree.ts';
import type { MenuItem, RawMenuItem } from './content.ts';

const raw = (ID: number, menu_item_parent = 0): RawMenuItem => ({
  ID,
  title: `Entry ${ID}`,
  url: `/${ID}`,
  target: '',
  classes: [],
  menu_item_parent,
});

/** Formats the tree as text: `1(2 3(4))`. */
const shape = (items: readonly MenuItem[]): string =>
  items.map(({ id, children }) => (children.length > 0 ? `${id}(${shape(children)})` : `${id}`)).join(' ');

test('nests items and keeps their order', () => {
  expect(shape(menuTree([raw(1), raw(2, 1), raw(3, 1), raw(4, 3), raw(5)]))).toBe('1(2 3(4)) 5');
});

test('accepts an item before its parent', () => {
  expect(shape(menuTree([raw(2, 1), raw(1)]))).toBe('1(2)');
});

test('keeps items without a parent at the top level', () => {
  const tree = menuTree([raw(1), raw(2, 99)]);
  expect(shape(tree)).toBe('1 2');
  expect(tree[1]?.parent).toBe(0);
});

test('breaks cycles', () => {
  expect(shape(menuTree([raw(1, 1)]))).toBe('1');
  expect(shape(menuTree([raw(1, 2), raw(2, 1)]))).toBe('2(1)');
  expect(shape(menuTree([raw(1, 3), raw(2, 1), raw(3, 2), raw(4, 2)]))).toBe('3(1(2(4)))');
});

test('contains every item exactly once, whatever the ids and parents', () => {
  const id = fc.integer({ min: 0, max: 8 });
  const items = fc.array(
    fc.tuple(id, id).map(([own, parent]) => raw(own, parent)),
    { maxLength: 12 },
  );
  const all = (tree: readonly MenuItem[]): number[] =>
    tree.flatMap((item) => [item.id, ...all(item.children)]);
  fc.assert(
    fc.property(items, (list) => {
      const ids = [...new Set(list.map((item) => item.ID))];
      const inTree = all(menuTree(list));
      expect(inTree).toHaveLength(ids.length);
      expect(new Set(inTree)).toEqual(new Set(ids));
    }),
  );
});

test('keeps an item’s properties', () => {
  const item = { ...raw(7), target: '_blank', classes: ['button'] };
  expect(menuTree([item])).toEqual([
    {
      id: 7,
      title: 'Entry 7',
      url: '/7',
      path: '/7',
      parent: 0,
      target: '_blank',
      classes: ['button'],
      children: [],
    },
  ]);
});
