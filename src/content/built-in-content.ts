import type { RestMedia, RestMenu, RestPage, RestPost } from './rest-shapes.ts';
import type { SiteSettings } from './site-settings.ts';
import type { MenuLocation } from './types.ts';

/** The built-in content in WordPress's REST shapes, each part loaded when it is asked for. */
export interface BuiltInContent {
  page(slug: string): Promise<RestPage | null>;
  posts(): Promise<readonly RestPost[]>;
  menu(location: MenuLocation): Promise<RestMenu | null>;
  media(): Promise<readonly RestMedia[]>;
  settings(): Promise<Pick<SiteSettings, 'site'>>;
}

const pages = import.meta.glob<RestPage>('../../fixtures/pages/*.json', { import: 'default' });
const posts = import.meta.glob<RestPost>('../../fixtures/posts/*.json', { import: 'default' });
const menus = import.meta.glob<RestMenu>('../../fixtures/menus/*.json', { import: 'default' });
const media = import.meta.glob<RestMedia[]>('../../fixtures/media.json', { import: 'default' });

/** What `fixtures/` holds: a chunk for every file. Pages and menus are files named after their slug. */
export const builtInContent: BuiltInContent = {
  page: async (slug) => (await pages[`../../fixtures/pages/${slug}.json`]?.()) ?? null,
  posts: () => Promise.all(Object.values(posts).map((load) => load())),
  menu: async (location) => (await menus[`../../fixtures/menus/${location}.json`]?.()) ?? null,
  media: async () => (await media['../../fixtures/media.json']?.()) ?? [],
  settings: async () => (await import('../../fixtures/site-settings.json')).default,
};
