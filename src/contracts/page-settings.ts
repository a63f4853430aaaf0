import { z } from 'zod';
import { pageSlug, pageTitle, type MenuChoices, type PageChoice } from './new-page.ts';

/* The API of a page's settings, shared by the server and the operators' screens. */

/** GET /api/admin/pages/settings?at= */
export interface PageSettings {
  at: string;
  /** The version that was read. */
  base: string;
  title: string;
  slug: string;
  /** The `at` of the parent; null for the top level. */
  parent: string | null;
  /** Why the address cannot be changed; null if it can. */
  fixed: string | null;
  /** What the old path will show after the address is changed; null if the page is not published. */
  oldAddress: string | null;
  /** When the page will be published (ISO 8601), or why it cannot be scheduled. Null if it is already published. */
  publishing: { at: string | null } | { reason: string } | null;
  seoTitle: string;
  seoDescription: string;
  parents: readonly PageChoice[];
  menus: MenuChoices;
  /** The menus that have an entry for the page. */
  inMenus: readonly number[];
}

/** POST /api/admin/pages/settings */
export const pageSettingsRequest = z.object({
  at: z.string().min(1).max(500),
  base: z.string(),
  title: pageTitle,
  slug: pageSlug,
  parent: z.string().min(1).max(500).nullable(),
  /** When the page is to be published; null makes a scheduled page a draft. Without it, nothing changes. */
  publishAt: z.iso.datetime().nullable().optional(),
  seoTitle: z.string().trim().max(300),
  seoDescription: z.string().trim().max(1000),
  /** Null leaves the menus unchanged. */
  inMenus: z.array(z.number().int().positive()).max(100).nullable(),
});
export type PageSettingsRequest = z.infer<typeof pageSettingsRequest>;

/** The response to a change of settings. */
export interface SavedSettings {
  /** Identifies the page after the change. */
  at: string;
  /** What failed after the settings were stored; null if nothing did. */
  note: string | null;
}
