import type { EditableMenuItem } from '../../contracts/operators/site-settings-calls.ts';

type Items = readonly EditableMenuItem[];

/** Returns the depth of an item in the menu's tree: the number of its ancestors. */
export function menuItemDepth(items: Items, { parent }: EditableMenuItem): number {
  let depth = 0;
  for (let at = parent; at !== 0 && depth < items.length; depth += 1)
    at = items.find(({ id }) => id === at)?.parent ?? 0;
  return depth;
}

/**
 * Swaps an item, with its descendants, with the previous (-1) or next (1) item of the same level. Returns the same
 * array if there is no such item.
 */
export function withItemMoved(items: Items, id: number, by: -1 | 1): Items {
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
  // Items whose parent does not exist are in no level, so add them at the end.
  return [...next, ...items.filter((each) => !next.includes(each))];
}

/**
 * Whether an item can be put below the item before it: it is at the top level, not the first, and has no items of its
 * own.
 */
export function canIndent(items: Items, id: number): boolean {
  const level = items.filter(({ parent }) => parent === 0);
  return level.findIndex((each) => each.id === id) > 0 && !items.some(({ parent }) => parent === id);
}

/**
 * With `isBelow`, makes a top-level item a child of the top-level item before it. Otherwise, moves an item back to
 * the top level.
 */
export function withIndent(items: Items, id: number, isBelow: boolean): Items {
  const level = items.filter(({ parent }) => parent === 0);
  const above = level[level.findIndex((each) => each.id === id) - 1];
  const parent = isBelow ? (above?.id ?? 0) : 0;
  return items.map((item) => (item.id === id ? below(item, parent) : item));
}

/** Removes an item. As in WordPress, its children move up one level. */
export function withoutItem(items: Items, id: number): Items {
  const parent = items.find((item) => item.id === id)?.parent ?? 0;
  return items
    .filter((item) => item.id !== id)
    .map((item) => (item.parent === id ? below(item, parent) : item));
}

function below(item: EditableMenuItem, parent: number): EditableMenuItem {
  return { ...item, parent };
}
