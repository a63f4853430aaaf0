import type { MenuItem, RawMenuItem } from './content.ts';

/**
 * Nests the flat items of a menu and keeps their order. An item stays at the top level if its parent is missing or if
 * nesting it would create a cycle. `path` is the item's URL, because the server has already resolved URLs to routes.
 */
export function menuTree(items: readonly RawMenuItem[]): MenuItem[] {
  // If two items have the same id, the later one wins.
  const entries = new Map(items.map((item) => [item.ID, item]));
  const nodes = new Map<number, MenuItem>();
  for (const { ID, title, url, target, classes } of entries.values()) {
    nodes.set(ID, { id: ID, title, url, path: url, parent: 0, target, classes, children: [] });
  }
  // 0 means "no parent", even if an item has that id.
  const nodeOf = (id: number) => (id === 0 ? undefined : nodes.get(id));
  const top: MenuItem[] = [];
  for (const node of nodes.values()) {
    const above = nodeOf(entries.get(node.id)?.menu_item_parent ?? 0);
    if (above && !isBelow(above, node, nodeOf)) {
      node.parent = above.id;
      above.children.push(node);
    } else {
      top.push(node);
    }
  }
  return top;
}

/** Whether `item` is `other` or one of its descendants. */
function isBelow(item: MenuItem, other: MenuItem, nodeOf: (id: number) => MenuItem | undefined): boolean {
  for (let at: MenuItem | undefined = item; at; at = nodeOf(at.parent)) {
    if (at === other) return true;
  }
  return false;
}
