import { isDeepStrictEqual } from 'node:util';
import type { MenuLocation } from '../../../src/contracts/content.ts';
import type {
  EditableItem,
  EditableMenu,
  EditableSettings,
} from '../../../src/contracts/operators/site-settings-calls.ts';
import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import { normaliseSettings } from '../normalise/normalise-settings.ts';
import type { BuiltInContent } from '../built-in/built-in-content.ts';
import { menuItems, type EmbeddedMenuItem } from './embedded-menus.ts';
import type { EmbeddedStore } from './embedded-store.ts';

/** The settings and menus of the site, with the number of their last change (`base`); 0 if they are the built-in ones. */
export interface EmbeddedSite {
  settings(): Promise<{ base: number; settings: EditableSettings }>;
  /** Stores what differs from the built-in settings. Returns the new `base`; null if they were changed since `base`. */
  saveSettings(base: number, settings: EditableSettings): Promise<number | null>;
  menu(location: MenuLocation): Promise<EditableMenu>;
  /** Stores the items of a menu. Returns the new `base`; null if it was changed since `base`. */
  saveMenu(location: MenuLocation, base: number, items: readonly EditableItem[]): Promise<number | null>;
}

/** Creates the access to settings and menus. */
export function createEmbeddedSite(
  store: EmbeddedStore,
  builtIn: Pick<BuiltInContent, 'settings' | 'menus'>,
): EmbeddedSite {
  const { sample: _sample, ...builtInSettings }: SiteSettings = builtIn.settings;

  const save = (
    kind: 'settings' | 'menu',
    id: string,
    base: number,
    dataOf: (before: Record<string, unknown> | null) => Record<string, unknown>,
  ) =>
    store.change(async ({ number, find, versionOf, put }) => {
      if ((await versionOf(kind, id)) !== base) return null;
      await put({ kind, id, data: dataOf(await find(kind, id)) });
      return number;
    });

  return {
    async settings() {
      const base = await store.versionOf('settings', 'site');
      const stored = await store.find('settings', 'site');
      const { sample: _isSample, ...settings } = normaliseSettings(builtIn.settings, stored).settings;
      return { base, settings };
    },
    saveSettings: (base, settings) =>
      save('settings', 'site', base, () =>
        // The site counts as a sample until agent and brokerage differ from the built-in ones.
        Object.fromEntries(
          Object.entries(settings).filter(
            ([key, value]) => !isDeepStrictEqual(value, Reflect.get(builtInSettings, key)),
          ),
        ),
      ),
    async menu(location) {
      const base = await store.versionOf('menu', location);
      const items = menuItems(await store.find('menu', location), location, builtIn);
      return { location, base, items: items.map(editable) };
    },
    saveMenu: (location, base, items) =>
      save('menu', location, base, (before) => {
        const known = new Map(menuItems(before, location, builtIn).map((item) => [item.ID, item]));
        return { items: items.map((item) => stored(item, known.get(item.id))) };
      }),
  };
}

function editable({
  ID: id,
  title,
  url,
  menu_item_parent: parent,
  object_id,
}: EmbeddedMenuItem): EditableItem {
  return { id, title, url, parent, ...(object_id === undefined ? {} : { page: object_id }) };
}

/** Returns an item as it is stored. `before` is the stored one, which may have more properties. */
function stored(
  { id: ID, title, url, parent, page }: EditableItem,
  before: EmbeddedMenuItem | undefined,
): EmbeddedMenuItem {
  return {
    ...before,
    ID,
    title,
    url,
    menu_item_parent: parent,
    ...(page === undefined ? {} : { object_id: page }),
  };
}
