import { isJsonObject } from '../../../../src/builder/raw-value.ts';
import { WordPressWriterError, type WordPressWriter } from '../../../content/rest/wordpress-writer.ts';
import type { MenuChoices } from '../../../../src/contracts/operators/new-page.ts';

/** Menu locations that the site shows. */
const SHOWN = new Set(['primary', 'footer']);

const NOT_ALLOWED =
  'The WordPress account may not change menus. Ask an administrator to add the entry under Appearance, Menus, or give the account the right edit_theme_options.';
const NO_MENU =
  'WordPress has no menu for the header or footer, so the site shows its built-in ones. Assign one under Appearance, Menus, Manage Locations.';

/** Returns the menus that the site shows, or the reason why there are none. */
export async function readMenuChoices(writer: WordPressWriter): Promise<MenuChoices> {
  try {
    const menus = await writer.list('/wp/v2/menus', { context: 'edit' });
    const shown = menus.flatMap(({ id, name, locations }) =>
      typeof id === 'number' &&
      typeof name === 'string' &&
      Array.isArray(locations) &&
      locations.some((location) => SHOWN.has(String(location)))
        ? [{ id, name }]
        : [],
    );
    return shown.length > 0 ? { menus: shown } : { reason: NO_MENU };
  } catch (error) {
    return { reason: menuFaultText(error) };
  }
}

/**
 * Adds a page at the end of a menu. While the page is a draft, the site does not show the entry. Throws a
 * `WordPressWriterError` if WordPress does not store the entry.
 */
export async function addMenuEntry(
  writer: WordPressWriter,
  page: { id: number; title: string; menu: number },
): Promise<void> {
  await writer.post('/wp/v2/menu-items', {
    title: page.title,
    type: 'post_type',
    object: 'page',
    object_id: page.id,
    menus: page.menu,
    status: 'publish',
  });
}

/**
 * Returns the menu entries that link to a page by its id or its URL: their ids, and the ids of their menus. `id` is
 * null if the page is not stored. Throws a `WordPressWriterError` if WordPress does not list them.
 */
export async function readMenuEntries(
  writer: WordPressWriter,
  page: { id: number | null; isAt: (url: string) => boolean },
): Promise<readonly { id: number; menu: number }[]> {
  const items = await writer.list('/wp/v2/menu-items', { context: 'edit' });
  return items.flatMap(({ id, menus, object, object_id, url }) => {
    const menu: unknown = Array.isArray(menus) ? menus[0] : menus;
    const isLink =
      object === 'custom'
        ? typeof url === 'string' && page.isAt(url)
        : object === 'page' && object_id === page.id;
    return isLink && typeof id === 'number' && typeof menu === 'number' ? [{ id, menu }] : [];
  });
}

/** Returns why WordPress did not list or change menus, and how to fix it. */
export function menuFaultText(error: unknown): string {
  if (error instanceof WordPressWriterError && (error.status === 401 || error.status === 403))
    return NOT_ALLOWED;
  if (isJsonObject(error) && error instanceof Error) return error.message;
  return 'WordPress did not answer. Try again.';
}
