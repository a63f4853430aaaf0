import {
  MAX_MENU_ITEMS,
  MAX_MENU_TITLE_CHARACTERS,
  type EditableMenuItem,
} from '../../contracts/operators/site-settings-calls.ts';

type Items = readonly EditableMenuItem[];

/** Returns the error message if a menu cannot be saved; null if it can. */
export function menuFault(items: Items): string | null {
  const untitled = items.findIndex(({ title }) => title.trim() === '');
  if (untitled >= 0) return `Item ${untitled + 1} needs a title.`;
  const long = items.findIndex(({ title }) => title.trim().length > MAX_MENU_TITLE_CHARACTERS);
  if (long >= 0) {
    return `The title of item ${long + 1} has more than ${MAX_MENU_TITLE_CHARACTERS} characters. Shorten it.`;
  }
  if (items.length <= MAX_MENU_ITEMS) return null;
  return `A menu has at most ${MAX_MENU_ITEMS} items. Remove ${items.length - MAX_MENU_ITEMS}.`;
}

/** Returns the depth of an item in the menu's tree: the number of its ancestors. */
export function menuItemDepth(items: Items, item: EditableMenuItem): number {
  return ancestorIds(items, item).length;
}

/** Returns the ids of an item's ancestors, starting with its parent. */
function ancestorIds(items: Items, { parent }: EditableMenuItem): readonly number[] {
  const ids: number[] = [];
  let at = parent;
  while (at !== 0 && ids.length < items.length) {
    ids.push(at);
    at = items.find(({ id }) => id === at)?.parent ?? 0;
  }
  return ids;
}

/**
 * Swaps an item, with its descendants, with the previous (-1) or next (1) item that has the same parent. Returns the
 * same array if there is no such item.
 */
export function withMenuItemMoved(items: Items, id: number, by: -1 | 1): Items {
  const item = items.find((each) => each.id === id);
  const level = items.filter(({ parent }) => parent === item?.parent);
  const place = level.findIndex((each) => each.id === id);
  const neighbor = level[place + by];
  if (!item || !neighbor) return items;
  const order = level.with(place, neighbor).with(place + by, item);
  const inOrder = (parent: number): EditableMenuItem[] =>
    (parent === item.parent ? order : items.filter((each) => each.parent === parent)).flatMap((each) =>
      [each].concat(inOrder(each.id)),
    );
  const next = inOrder(0);
  // Items whose parent does not exist are not found from the top level, so add them at the end.
  return [...next, ...items.filter((each) => !next.includes(each))];
}

/**
 * Whether an item can be put below the item before it: it is at the top level, not the first, and has no items of its
 * own.
 */
export function canIndentMenuItem(items: Items, id: number): boolean {
  const level = items.filter(({ parent }) => parent === 0);
  return level.findIndex((each) => each.id === id) > 0 && !items.some(({ parent }) => parent === id);
}

/**
 * With `isBelow`, makes a top-level item a child of the top-level item before it. Otherwise, moves an item, with its
 * descendants, back to the top level, after the other descendants of its former top-level ancestor.
 */
export function withMenuItemIndented(items: Items, id: number, isBelow: boolean): Items {
  if (!isBelow) return withItemOnTop(items, id);
  const level = items.filter(({ parent }) => parent === 0);
  const above = level[level.findIndex((each) => each.id === id) - 1];
  return items.map((item) => (item.id === id ? below(item, above?.id ?? 0) : item));
}

function withItemOnTop(items: Items, id: number): Items {
  const item = items.find((each) => each.id === id);
  const top = item && ancestorIds(items, item).at(-1);
  if (top === undefined) return items;
  const end = items.findLastIndex((each) => ancestorIds(items, each).includes(top)) + 1;
  const isMoved = (each: EditableMenuItem) => each.id === id || ancestorIds(items, each).includes(id);
  return [
    ...items.slice(0, end).filter((each) => !isMoved(each)),
    ...items.filter(isMoved).map((each) => (each.id === id ? below(each, 0) : each)),
    ...items.slice(end),
  ];
}

/** Returns the items without the one with this id. As in WordPress, its children move up one level. */
export function withoutMenuItem(items: Items, id: number): Items {
  const parent = items.find((item) => item.id === id)?.parent ?? 0;
  return items
    .filter((item) => item.id !== id)
    .map((item) => (item.parent === id ? below(item, parent) : item));
}

function below(item: EditableMenuItem, parent: number): EditableMenuItem {
  return { ...item, parent };
}
