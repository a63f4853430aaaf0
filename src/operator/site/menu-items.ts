import type { EditableItem } from '../../contracts/operators/site-settings-calls.ts';

type Items = readonly EditableItem[];

/** Returns how many items are above an item in the menu's tree. */
export function depthOf(items: Items, { parent }: EditableItem): number {
  let depth = 0;
  for (let at = parent; at !== 0 && depth < items.length; depth += 1)
    at = items.find(({ id }) => id === at)?.parent ?? 0;
  return depth;
}

/** Moves an item, with those below it, over its neighbor on the same level. Returns the same items if it has none. */
export function moved(items: Items, id: number, by: -1 | 1): Items {
  const item = items.find((each) => each.id === id);
  const level = items.filter(({ parent }) => parent === item?.parent);
  const place = level.findIndex((each) => each.id === id);
  const neighbor = level[place + by];
  if (!item || !neighbor) return items;
  const order = level.with(place, neighbor).with(place + by, item);
  const inOrder = (parent: number): EditableItem[] =>
    (parent === item.parent ? order : items.filter((each) => each.parent === parent)).flatMap((each) =>
      [each].concat(inOrder(each.id)),
    );
  const next = inOrder(0);
  // Items whose parent is gone are in no level.
  return [...next, ...items.filter((each) => !next.includes(each))];
}

/** Whether an item can be put below the one above it on its level: it has no items of its own. */
export function canIndent(items: Items, id: number): boolean {
  const level = items.filter(({ parent }) => parent === 0);
  return level.findIndex((each) => each.id === id) > 0 && !items.some(({ parent }) => parent === id);
}

/** Puts an item below the one above it, or back to the top level. */
export function withIndent(items: Items, id: number, isBelow: boolean): Items {
  const level = items.filter(({ parent }) => parent === 0);
  const above = level[level.findIndex((each) => each.id === id) - 1];
  const parent = isBelow ? (above?.id ?? 0) : 0;
  return items.map((item) => (item.id === id ? below(item, parent) : item));
}

/** Removes an item. As in WordPress, those below it move up. */
export function removed(items: Items, id: number): Items {
  const parent = items.find((item) => item.id === id)?.parent ?? 0;
  return items
    .filter((item) => item.id !== id)
    .map((item) => (item.parent === id ? below(item, parent) : item));
}

function below(item: EditableItem, parent: number): EditableItem {
  return { ...item, parent };
}
