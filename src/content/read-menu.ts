import { plainText } from './plain-text.ts';
import type { RestMenu } from './rest-shapes.ts';
import type { Menu } from './types.ts';

/** The menu that a REST answer tells of. Ids may come as strings, and "no class" as one empty class. */
export function readMenu(raw: RestMenu): Menu {
  return {
    ID: raw.ID,
    name: plainText(raw.name),
    slug: raw.slug,
    description: plainText(raw.description),
    count: raw.count ?? raw.items.length,
    items: raw.items.map((item) => ({
      ID: Number(item.ID),
      title: plainText(item.title),
      url: item.url,
      target: item.target,
      classes: item.classes.filter((name) => name !== ''),
      menu_item_parent: Number(item.menu_item_parent),
    })),
  };
}
