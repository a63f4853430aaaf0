import { z } from 'zod';
import type { MenuLocation } from '../../../src/contracts/content.ts';
import { isJsonObject, type JsonObject } from '../../../src/builder/raw-value.ts';
import type { BuiltInContent } from '../built-in/built-in-content.ts';
import type { EmbeddedStore } from './embedded-store.ts';
import { entryNotFoundError, RestError } from './rest-error.ts';

const LOCATIONS: readonly { location: MenuLocation; id: number; name: string }[] = [
  { location: 'primary', id: 1, name: 'Header' },
  { location: 'footer', id: 2, name: 'Footer' },
];

const itemSchema = z.looseObject({
  ID: z.number(),
  title: z.string(),
  url: z.string().default(''),
  menu_item_parent: z.number().default(0),
  /** The id of the page to which the item links. If absent, the item links to `url`. */
  object_id: z.number().exactOptional(),
});
export type EmbeddedMenuItem = z.infer<typeof itemSchema>;

/** The menus of the embedded source. A menu that was never changed has the built-in items. */
export interface EmbeddedMenus {
  menus(): readonly JsonObject[];
  /** Returns the items of all menus. */
  items(): Promise<readonly JsonObject[]>;
  /**
   * Adds an item at the end of a menu. Throws a `RestError` if there is no such menu or the item is not valid.
   */
  add(body: JsonObject): Promise<JsonObject>;
  /** Removes an item and returns it. Throws a `RestError` if there is no such item. */
  remove(id: number): Promise<JsonObject>;
  /**
   * Returns the stored menus for the feed, with paths in place of page ids. Omits items for which `pathOf` returns
   * null.
   */
  shown(pathOf: (page: number) => string | null): Promise<readonly { id: string; data: JsonObject }[]>;
}

/** Creates the menus of the embedded source. */
export function createEmbeddedMenus(
  store: EmbeddedStore,
  builtIn: Pick<BuiltInContent, 'menus'>,
): EmbeddedMenus {
  const readAll = (find: EmbeddedStore['find']) =>
    Promise.all(
      LOCATIONS.map(async (menu) => ({
        ...menu,
        items: embeddedMenuItems(await find('menu', menu.location), menu.location, builtIn),
      })),
    );

  return {
    menus: () => LOCATIONS.map(({ id, name, location }) => ({ id, name, locations: [location] })),
    items: async () =>
      (await readAll(store.find)).flatMap(({ id, items }) => items.map((item) => restItem(item, id))),
    add: ({ title, menus, object_id, url }) =>
      store.change(async ({ find, put }) => {
        const all = await readAll(find);
        const menu = all.find(({ id }) => id === menus);
        if (!menu) throw new RestError(400, 'rest_invalid_param', 'There is no such menu.');
        const text = isJsonObject(title) ? title.raw : title;
        const last = Math.max(0, ...all.flatMap(({ items }) => items.map(({ ID }) => ID)));
        const { data: item } = itemSchema.safeParse({
          ID: last + 1,
          title: text,
          url: url ?? '',
          ...(typeof object_id === 'number' ? { object_id } : {}),
        });
        if (!item) throw new RestError(400, 'rest_invalid_param', 'The menu item is not valid.');
        await put({ kind: 'menu', id: menu.location, data: { items: [...menu.items, item] } });
        return restItem(item, menu.id);
      }),
    remove: (id) =>
      store.change(async ({ find, put }) => {
        const menu = (await readAll(find)).find(({ items }) => items.some(({ ID }) => ID === id));
        const item = menu?.items.find(({ ID }) => ID === id);
        if (!menu || !item) throw entryNotFoundError();
        const items = menu.items
          .filter(({ ID }) => ID !== id)
          // As in WordPress, the children of a removed item move up to its parent.
          .map((each) => (each.menu_item_parent === id ? below(each, item.menu_item_parent) : each));
        await put({ kind: 'menu', id: menu.location, data: { items } });
        return restItem(item, menu.id);
      }),
    async shown(pathOf) {
      const stored = await store.list('menu');
      return stored.map(({ id, data }) => ({
        id,
        data: {
          items: z
            .array(itemSchema)
            .parse(data.items)
            .flatMap(({ object_id: page, ...item }) => {
              const url = page === undefined ? item.url : pathOf(page);
              return url === null ? [] : [{ ...item, url }];
            }),
        },
      }));
    },
  };
}

/** Returns the items of a stored menu, or of the built-in one. */
export function embeddedMenuItems(
  data: JsonObject | null,
  location: MenuLocation,
  builtIn: Pick<BuiltInContent, 'menus'>,
): EmbeddedMenuItem[] {
  return z.array(itemSchema).parse(data ? data.items : builtIn.menus[location].items);
}

function below(item: EmbeddedMenuItem, menu_item_parent: number): EmbeddedMenuItem {
  return { ...item, menu_item_parent };
}

function restItem(item: EmbeddedMenuItem, menu: number): JsonObject {
  const { ID, title, url, menu_item_parent: parent, object_id } = item;
  const target = object_id === undefined ? { object: 'custom', object_id: 0 } : { object: 'page', object_id };
  return { id: ID, title: { raw: title, rendered: title }, url, parent, menus: menu, ...target };
}
