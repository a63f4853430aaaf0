import type { Menu, RawMenuItem } from '../../../src/contracts/content.ts';
import { quoteValue } from '../../../src/builder/normalise-result.ts';
import { htmlToText } from '../values/html-text.ts';
import { isJsonObject, type JsonObject } from '../../../src/builder/raw-value.ts';
import type { LinkResolver } from '../paths/site-links.ts';

/** Maximum number of items in a menu. Real menus have fewer; the limit protects against hostile responses. */
const MAX_ITEMS = 500;

/**
 * Reads a menu in the format of the menus plugin (nested) or of core (flat). Titles become plain text, and links into
 * WordPress become our routes. A URL that is not allowed becomes empty and is reported in `faults`.
 */
export function normaliseMenu(raw: unknown, links: LinkResolver): { menu: Menu; faults: string[] } {
  const given = isJsonObject(raw) ? raw : {};
  const faults: string[] = [];
  const items: RawMenuItem[] = [];
  collect(given.items, 0, items, links, faults);
  const menu: Menu = {
    ID: numberOf(given.ID ?? given.term_id ?? given.id),
    name: htmlToText(textOf(given.name)),
    slug: textOf(given.slug),
    description: htmlToText(textOf(given.description)),
    count: items.length,
    items,
  };
  return { menu, faults };
}

function collect(
  raw: unknown,
  parent: number,
  into: RawMenuItem[],
  links: LinkResolver,
  faults: string[],
): void {
  if (!Array.isArray(raw)) return;
  for (const item of raw) {
    if (!isJsonObject(item) || into.length >= MAX_ITEMS) continue;
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

function addressOf(item: JsonObject, title: string, links: LinkResolver, faults: string[]): string {
  const given = textOf(item.url);
  if (given.trim() === '' || given.trim() === '#') return '';
  const address = links.resolve(given);
  if (address === null) {
    faults.push(
      `Menu › ${quoteValue(title)}: ${quoteValue(given)} cannot be linked to. Use a page or https://.`,
    );
  }
  return address ?? '';
}

function titleOf(item: JsonObject): string {
  const { title } = item;
  return htmlToText(isJsonObject(title) ? textOf(title.rendered) : textOf(title));
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
