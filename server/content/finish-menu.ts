import type { Menu, RawMenuItem } from '../../src/content/types.ts';
import { quoted } from './finished.ts';
import { plainText } from './html-document.ts';
import { isObject } from './raw-value.ts';
import type { JsonObject } from './raw-value.ts';
import type { SiteLinks } from './site-links.ts';

/** Nobody nests or fills a menu further; a hostile answer must not either. */
const MOST_ITEMS = 500;

/**
 * Reads a menu in the menus plugin's shape (nested) or core's (flat): titles become plain text, addresses our
 * routes. An address that may not be used is left out with a fault.
 */
export function readMenu(raw: unknown, links: SiteLinks): { menu: Menu; faults: string[] } {
  const given = isObject(raw) ? raw : {};
  const faults: string[] = [];
  const items: RawMenuItem[] = [];
  collect(given.items, 0, items, links, faults);
  const menu: Menu = {
    ID: numberOf(given.ID ?? given.term_id ?? given.id),
    name: plainText(textOf(given.name)),
    slug: textOf(given.slug),
    description: plainText(textOf(given.description)),
    count: items.length,
    items,
  };
  return { menu, faults };
}

function collect(
  raw: unknown,
  parent: number,
  into: RawMenuItem[],
  links: SiteLinks,
  faults: string[],
): void {
  if (!Array.isArray(raw)) return;
  for (const item of raw) {
    if (!isObject(item) || into.length >= MOST_ITEMS) continue;
    const id = numberOf(item.ID ?? item.id);
    const title = titleOf(item);
    if (title !== '' && !into.some((each) => each.ID === id)) {
      const stated = numberOf(item.menu_item_parent ?? item.parent);
      into.push({
        ID: id,
        title,
        url: addressOf(item, title, links, faults),
        target: item.target === '_blank' ? '_blank' : '',
        classes: classesOf(item.classes),
        menu_item_parent: parent === 0 ? stated : parent,
      });
      collect(item.child_items, id, into, links, faults);
    }
  }
}

function addressOf(item: JsonObject, title: string, links: SiteLinks, faults: string[]): string {
  const given = textOf(item.url);
  if (given.trim() === '' || given.trim() === '#') return '';
  const address = links.resolve(given);
  if (address === null) {
    faults.push(`Menu → ${quoted(title)}: ${quoted(given)} cannot be linked to. Use a page or https://.`);
  }
  return address ?? '';
}

function titleOf(item: JsonObject): string {
  const { title } = item;
  return plainText(isObject(title) ? textOf(title.rendered) : textOf(title));
}

function classesOf(raw: unknown): string[] {
  return Array.isArray(raw)
    ? raw.filter((name): name is string => typeof name === 'string' && name !== '')
    : [];
}

function textOf(raw: unknown): string {
  return typeof raw === 'string' ? raw : '';
}

function numberOf(raw: unknown): number {
  const number = Number(raw);
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
}
