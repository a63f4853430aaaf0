import { z } from 'zod';
import { siteSettingsSchema } from '../site-settings.ts';
import { noInput, type OperatorCall } from './operator-call.ts';

/* The settings and menus of the site, which operators edit here if the content is not in WordPress. */

/** The settings that an operator can change. */
export const editableSiteSettings = siteSettingsSchema.omit({ sample: true });
export type EditableSiteSettings = z.infer<typeof editableSiteSettings>;

/** The version: the number of the last change, or 0 for the built-in values. Sent back with a save. */
const base = z.number().int().min(0);

/** The settings or menus are edited in WordPress. `screen` is the URL of the screen in wp-admin. */
const elsewhere = z.object({ source: z.literal('wordpress'), screen: z.string() });

const settingsState = z.discriminatedUnion('source', [
  z.object({
    source: z.literal('embedded'),
    base,
    settings: editableSiteSettings,
    /** Whether the sample agent or brokerage is still shown. */
    isSample: z.boolean(),
  }),
  elsewhere,
]);
export type SiteSettingsState = z.infer<typeof settingsState>;

/** The menus of the site, by where they are shown. */
export const menuLocations = ['primary', 'footer'] as const;

export const MAX_MENU_TITLE_CHARACTERS = 100;
export const MAX_MENU_ITEMS = 200;

/** An item of a menu. Items are in display order, children after their parent. */
export const editableMenuItem = z.object({
  id: z.number().int().positive(),
  title: z
    .string()
    .trim()
    .min(1, 'Enter a title.')
    .max(MAX_MENU_TITLE_CHARACTERS, `A title has at most ${MAX_MENU_TITLE_CHARACTERS} characters.`),
  /** A path of the site, or a URL; empty for a heading. Ignored if `page` is set. */
  url: z.string().trim().max(500),
  /** The id of the parent item; 0 at the top level. */
  parent: z.number().int().min(0),
  /** The id of a stored page. The item links to its current path. */
  page: z.number().int().positive().exactOptional(),
});
export type EditableMenuItem = z.infer<typeof editableMenuItem>;

const editableMenu = z.object({
  location: z.enum(menuLocations),
  base,
  items: z
    .array(editableMenuItem)
    .max(MAX_MENU_ITEMS, `A menu has at most ${MAX_MENU_ITEMS} items.`)
    .readonly(),
});
export type EditableMenu = z.infer<typeof editableMenu>;

/** A stored menu. A title may be longer than a save accepts: a menu entry for a new page gets the title of the page. */
const storedMenu = editableMenu.extend({
  items: z.array(editableMenuItem.extend({ title: z.string(), url: z.string() })).readonly(),
});

const menusState = z.discriminatedUnion('source', [
  z.object({
    source: z.literal('embedded'),
    menus: z.array(storedMenu).readonly(),
    /** The pages that an item can link to. */
    paths: z.array(z.object({ path: z.string(), title: z.string() })).readonly(),
  }),
  elsewhere,
]);
export type MenusState = z.infer<typeof menusState>;

const saved = z.object({ base });

export const siteSettingsCalls = {
  settings: {
    method: 'GET',
    path: '/api/admin/site/settings',
    role: 'operator',
    input: noInput,
    output: settingsState,
  },
  saveSettings: {
    method: 'POST',
    path: '/api/admin/site/settings',
    role: 'operator',
    input: z.object({ base, settings: editableSiteSettings }),
    invalid: ({ path, message }) => `${path.slice(1).join(' › ')}: ${message}`,
    output: saved,
  },
  menus: {
    method: 'GET',
    path: '/api/admin/site/menus',
    role: 'operator',
    input: noInput,
    output: menusState,
  },
  saveMenu: {
    method: 'POST',
    path: '/api/admin/site/menus',
    role: 'operator',
    input: editableMenu,
    // The longest menu: 200 items of 600 characters, each of up to four bytes.
    maxBodyBytes: 512 * 1024,
    invalid: ({ message }) => `This menu cannot be saved: ${message}`,
    output: saved,
  },
} satisfies Record<string, OperatorCall>;
