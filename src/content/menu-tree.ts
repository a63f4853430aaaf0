import type { MenuItem, RawMenuItem } from './types.ts';

/**
 * Nests the flat entries of a menu, in their order. An entry whose parent is missing stays at the top level; so
 * does the one that would close a circle. `ownHost` is the host whose addresses are routes of this site.
 */
export function menuTree(items: readonly RawMenuItem[], ownHost: string | null = null): MenuItem[] {
  // Of two entries with one id, the later counts.
  const entries = new Map(items.map((item) => [item.ID, item]));
  const nodes = new Map<number, MenuItem>();
  for (const { ID, title, url, target, classes } of entries.values()) {
    const path = pathOf(url, ownHost);
    nodes.set(ID, { id: ID, title, url, path, parent: 0, target, classes, children: [] });
  }
  // 0 means "no parent", whatever entry may call itself so.
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

/** Whether `item` is `other` or stands somewhere below it. */
function isBelow(item: MenuItem, other: MenuItem, nodeOf: (id: number) => MenuItem | undefined): boolean {
  for (let at: MenuItem | undefined = item; at; at = nodeOf(at.parent)) {
    if (at === other) return true;
  }
  return false;
}

/** The address without host where it is our own; the whole address where it leads elsewhere. */
function pathOf(url: string, ownHost: string | null): string {
  if (ownHost === null || !URL.canParse(url)) return url;
  const { host, pathname, search, hash } = new URL(url);
  return host === ownHost ? pathname + search + hash : url;
}
