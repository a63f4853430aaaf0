import type { Logger } from 'pino';
import { menuTree } from '../../src/content/menu-tree.ts';
import type { SiteSettings } from '../../src/content/site-settings.ts';
import type { Menu, MenuItem, MenuLocation } from '../../src/content/types.ts';
import type { BuiltInContent } from './built-in-content.ts';
import type { ContentReader } from './content-reader.ts';
import { finishSettings } from './finish-settings.ts';
import type { Frame } from './gateway.ts';
import { keepLast } from './keep-last.ts';

/** Settings and menus, finished once per change. */
export interface FrameMaker {
  frame(): Promise<Frame>;
  settings(): Promise<SiteSettings>;
  /** The menu as it is shown: WordPress's, else the built-in one. */
  menu(location: MenuLocation): Promise<Menu>;
}

/** Makes the frame around every page. Faults in the settings are logged once per change. */
export function frameMaker(builtIn: BuiltInContent, reader: ContentReader, log: Logger): FrameMaker {
  const finished = keepLast((raw: unknown): SiteSettings => {
    const { settings, faults } = finishSettings(builtIn.settings, raw);
    for (const fault of faults) log.warn({ event: 'content-fault' }, fault);
    return settings;
  });
  const primaryTree = keepLast((menu: Menu): MenuItem[] => menuTree(menu.items));
  const footerTree = keepLast((menu: Menu): MenuItem[] => menuTree(menu.items));
  const assemble = keepLast((settings: SiteSettings, primary: MenuItem[], footer: MenuItem[]): Frame => ({
    settings,
    primary,
    footer,
  }));
  const settings = async () => finished((await reader.settings())?.raw ?? null);
  const menu = async (location: MenuLocation) => {
    const own = (await reader.menu(location))?.menu;
    return own && own.items.length > 0 ? own : builtIn.menus[location];
  };
  return {
    settings,
    menu,
    async frame() {
      const [current, primary, footer] = await Promise.all([settings(), menu('primary'), menu('footer')]);
      return assemble(current, primaryTree(primary), footerTree(footer));
    },
  };
}
