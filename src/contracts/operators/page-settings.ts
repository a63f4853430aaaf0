import { z } from 'zod';
import { menuChoices, pageChoice, pageSlugSchema, pageTitleSchema } from './new-page.ts';

/** The settings of a page, and the choices for changing them. */
export const pageSettings = z.object({
  at: z.string(),
  /** The version that was read. Sent back with a save. */
  base: z.string(),
  title: z.string(),
  slug: z.string(),
  /** The `at` of the parent; null for the top level. */
  parent: z.string().nullable(),
  /** Why the address cannot be changed; null if it can. */
  fixed: z.string().nullable(),
  /** A text about the redirect from the old path after a change of the address; null if the page is not published. */
  oldAddress: z.string().nullable(),
  /**
   * `at`: when the page will be published (ISO 8601), null if it is not scheduled. `reason`: why it cannot be
   * scheduled. Null if the page is already published.
   */
  publishing: z.union([z.object({ at: z.string().nullable() }), z.object({ reason: z.string() })]).nullable(),
  seoTitle: z.string(),
  seoDescription: z.string(),
  /** What search results show if the two fields are empty. The title is null if it is made from the page's title. */
  seoDefaults: z.object({ title: z.string().nullable(), description: z.string() }),
  parents: z.array(pageChoice).readonly(),
  menus: menuChoices,
  /** Ids of the menus that have an entry for the page. */
  inMenus: z.array(z.number()).readonly(),
});
export type PageSettings = z.infer<typeof pageSettings>;

const menuIds = z.array(z.number().int().positive()).max(100);

export const pageSettingsRequest = z.object({
  at: z.string().min(1).max(500),
  base: z.string(),
  title: pageTitleSchema,
  slug: pageSlugSchema,
  parent: z.string().min(1).max(500).nullable(),
  /** When to publish the page; null makes a scheduled page a draft. If absent, the date stays unchanged. */
  publishAt: z.iso.datetime().nullable().optional(),
  seoTitle: z.string().trim().max(300),
  seoDescription: z.string().trim().max(1000),
  /**
   * Ids of the menus that get an entry for the page or lose theirs; null changes none. Other menus stay as they are,
   * because somebody else may have changed them meanwhile.
   */
  inMenus: z.object({ add: menuIds, remove: menuIds }).nullable(),
});
export type PageSettingsRequest = z.infer<typeof pageSettingsRequest>;

/** The response to a change of settings. */
export const pageSettingsResponse = z.object({
  /** Identifies the page after the change. */
  at: z.string(),
  /** What failed after the settings were stored; null if nothing did. */
  note: z.string().nullable(),
});
export type PageSettingsResponse = z.infer<typeof pageSettingsResponse>;
