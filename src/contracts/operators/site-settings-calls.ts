import { z } from 'zod';
import { siteSettingsSchema } from '../site-settings.ts';
import { noInput, type OperatorCall } from './operator-call.ts';

/* The settings and menus of the site, where they are edited on the site itself. */

/** The settings that an operator can change. */
export const editableSettings = siteSettingsSchema.omit({ sample: true });
export type EditableSettings = z.infer<typeof editableSettings>;

/** The version of what is edited: the number of its last change, 0 for the built-in values. Sent back with a save. */
const base = z.number().int().min(0);

/** Where settings and menus are edited: here, or in WordPress, at the address of its screen. */
const elsewhere = z.object({ source: z.literal('wordpress'), screen: z.string() });

const settingsState = z.discriminatedUnion('source', [
  z.object({
    source: z.literal('embedded'),
    base,
    settings: editableSettings,
    /** Whether the sample agent or brokerage is still shown. */
    isSample: z.boolean(),
  }),
  elsewhere,
]);
export type SettingsState = z.infer<typeof settingsState>;

export const menuLocations = ['primary', 'footer'] as const;

/** An item of a menu. Items are in the order in which they are shown, those below another one after it. */
export const editableItem = z.object({
  id: z.number().int().positive(),
  title: z.string().trim().min(1, 'Enter a title.').max(100),
  /** A path of the site, or a URL; empty for a heading. Ignored for an item of a page. */
  url: z.string().trim().max(500),
  /** The id of the item above it; 0 at the top level. */
  parent: z.number().int().min(0),
  /** The id of a stored page, whose address the item follows. */
  page: z.number().int().positive().exactOptional(),
});
export type EditableItem = z.infer<typeof editableItem>;

const editableMenu = z.object({
  location: z.enum(menuLocations),
  base,
  items: z.array(editableItem).max(200).readonly(),
});
export type EditableMenu = z.infer<typeof editableMenu>;

const menusState = z.discriminatedUnion('source', [
  z.object({
    source: z.literal('embedded'),
    menus: z.array(editableMenu).readonly(),
    /** The pages that an item can lead to. */
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
    input: z.object({ base, settings: editableSettings }),
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
    invalid: ({ message }) => `This menu cannot be saved: ${message}`,
    output: saved,
  },
} satisfies Record<string, OperatorCall>;
