import { expect, it } from 'vitest';
import type { EditableMenuItem } from '../../contracts/operators/site-settings-calls.ts';
import {
  canIndentMenuItem,
  menuFault,
  menuItemDepth,
  withMenuItemMoved,
  withoutMenuItem,
  withMenuItemIndented,
} from './menu-items.ts';

const item = (id: number, parent = 0): EditableMenuItem => ({
  id,
  title: `Item ${id}`,
  url: `/${id}`,
  parent,
});
const items = [item(1), item(2), item(21, 2), item(22, 2), item(3)];
const ids = (list: readonly EditableMenuItem[]) => list.map(({ id }) => id);

it('moves an item on its level, with those below it', () => {
  expect(ids(withMenuItemMoved(items, 3, -1))).toEqual([1, 3, 2, 21, 22]);
  expect(ids(withMenuItemMoved(items, 2, -1))).toEqual([2, 21, 22, 1, 3]);
  expect(ids(withMenuItemMoved(items, 22, -1))).toEqual([1, 2, 22, 21, 3]);
  expect(withMenuItemMoved(items, 1, -1)).toBe(items);
  expect(withMenuItemMoved(items, 22, 1)).toBe(items);
  expect(withMenuItemMoved(items, 99, 1)).toBe(items);
});

it('keeps items whose parent is gone', () => {
  expect(ids(withMenuItemMoved([...items, item(9, 77)], 3, -1))).toEqual([1, 3, 2, 21, 22, 9]);
});

it('puts an item below the one above, and back', () => {
  expect(canIndentMenuItem(items, 1)).toBe(false);
  expect(canIndentMenuItem(items, 2)).toBe(false);
  expect(canIndentMenuItem(items, 3)).toBe(true);
  const below = withMenuItemIndented(items, 3, true);
  expect(below.at(-1)).toMatchObject({ id: 3, parent: 2 });
  expect(menuItemDepth(below, item(3, 2))).toBe(1);
  expect(withMenuItemIndented(below, 3, false)).toEqual(items);
});

it('puts an item on the top level behind all that stay below its former parent', () => {
  expect(withMenuItemIndented(items, 21, false)).toEqual([item(1), item(2), item(22, 2), item(21), item(3)]);
  expect(withMenuItemIndented(items, 22, false)).toEqual([item(1), item(2), item(21, 2), item(22), item(3)]);
  const deep = [item(1), item(11, 1), item(111, 11), item(12, 1), item(121, 12), item(2)];
  expect(withMenuItemIndented(deep, 11, false)).toEqual([
    item(1),
    item(12, 1),
    item(121, 12),
    item(11),
    item(111, 11),
    item(2),
  ]);
  expect(withMenuItemIndented(deep, 111, false)).toEqual([
    item(1),
    item(11, 1),
    item(12, 1),
    item(121, 12),
    item(111),
    item(2),
  ]);
});

it('moves up what was below a removed item', () => {
  expect(withoutMenuItem(items, 2)).toEqual([item(1), item(21), item(22), item(3)]);
});

it('says why a menu cannot be saved', () => {
  const titled = (title: string) => [item(1), { ...item(2), title }];
  expect(menuFault(titled(' '))).toBe('Item 2 needs a title.');
  expect(menuFault(titled('x'.repeat(100)))).toBeNull();
  expect(menuFault(titled('x'.repeat(101)))).toContain('title of item 2 has more than 100 characters');
  const many = Array.from({ length: 202 }, (_each, index) => item(index + 1));
  expect(menuFault(many)).toBe('A menu has at most 200 items. Remove 2.');
  expect(menuFault(many.slice(2))).toBeNull();
});
