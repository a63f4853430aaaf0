import { isDeepStrictEqual } from 'node:util';
import type { MenuLocation } from '../../../src/contracts/content.ts';
import type {
  EditableMenuItem,
  EditableMenu,
  EditableSiteSettings,
} from '../../../src/contracts/operators/site-settings-calls.ts';
import type { SiteSettings } from '../../../src/contracts/site-settings.ts';
import { normaliseSettings } from '../normalise/normalise-settings.ts';
import type { BuiltInContent } from '../built-in/built-in-content.ts';
import { embeddedMenuItems, type EmbeddedMenuItem } from './embedded-menus.ts';
import type { EmbeddedStore } from './embedded-store.ts';

/**
 * Reads and saves the settings and menus of the site. `base` is the number of the last change to the settings or to
 * the menu; 0 if there was none. A save names the `base` that it is based on.
 */
export interface EmbeddedSiteSettings {
  settings(): Promise<{ base: number; settings: EditableSiteSettings }>;
  /**
   * Stores the settings that differ from the built-in ones. Returns the new `base`; null if they were changed since
   * `base`.
   */
  saveSettings(base: number, settings: EditableSiteSettings): Promise<number | null>;
  menu(location: MenuLocation): Promise<EditableMenu>;
  /** Stores the items of a menu. Returns the new `base`; null if it was changed since `base`. */
  saveMenu(location: MenuLocation, base: number, items: readonly EditableMenuItem[]): Promise<number | null>;
}

/** Creates the store for the settings and menus of the embedded source. */
export function createEmbeddedSiteSettings(
  store: EmbeddedStore,
  builtIn: Pick<BuiltInContent, 'settings' | 'menus'>,
): EmbeddedSiteSettings {
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
        // Only values that differ from the built-in ones are stored, because the site counts as a sample until agent
        // and brokerage differ.
        Object.fromEntries(
          Object.entries(settings).filter(
            ([key, value]) => !isDeepStrictEqual(value, Reflect.get(builtInSettings, key)),
          ),
        ),
      ),
    async menu(location) {
      const base = await store.versionOf('menu', location);
      const items = embeddedMenuItems(await store.find('menu', location), location, builtIn);
      return { location, base, items: items.map(editable) };
    },
    saveMenu: (location, base, items) =>
      save('menu', location, base, (before) => {
        const known = new Map(embeddedMenuItems(before, location, builtIn).map((item) => [item.ID, item]));
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
}: EmbeddedMenuItem): EditableMenuItem {
  return { id, title, url, parent, ...(object_id === undefined ? {} : { page: object_id }) };
}

/**
 * Returns an item in the stored format. Keeps further properties of `before`, the stored item with this id, but never
 * its page: the item may be a new one, because the id of a removed item is used again.
 */
function stored(
  { id: ID, title, url, parent, page }: EditableMenuItem,
  before: EmbeddedMenuItem | undefined,
): EmbeddedMenuItem {
  const { object_id: _page, ...further }: Partial<EmbeddedMenuItem> = before ?? {};
  return {
    ...further,
    ID,
    title,
    url,
    menu_item_parent: parent,
    ...(page === undefined ? {} : { object_id: page }),
  };
}
