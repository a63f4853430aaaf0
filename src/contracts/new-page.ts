import { z } from 'zod';
import type { SaveTarget } from './page-builder.ts';

/* The API for new pages and their addresses, shared by the server and the operators' screens. */

/** A page that can be a parent or a template. */
export interface PageChoice {
  at: string;
  path: string;
  title: string;
}

/** A menu of WordPress that the site shows. */
export interface MenuChoice {
  id: number;
  name: string;
}

/** The menus that can be changed, or the reason why none can. */
export type MenuChoices = { menus: readonly MenuChoice[] } | { reason: string };

/** GET /api/admin/pages/new */
export interface NewPageChoices {
  target: SaveTarget;
  templates: readonly { id: string; title: string; description: string }[];
  parents: readonly PageChoice[];
  /** Pages that can be copied. */
  pages: readonly PageChoice[];
  menus: MenuChoices;
}

/** GET /api/admin/pages/address?slug=&parent=&at= */
export interface PageAddress {
  path: string;
  /** The reason why no page can have this path; null if it is free. */
  fault: string | null;
}

const at = z.string().min(1).max(500);
export const pageTitle = z.string().trim().min(1, 'Enter a title.').max(200);
export const pageSlug = z.string().trim().max(200);

/** POST /api/admin/pages/new */
export const newPageRequest = z.object({
  title: pageTitle,
  slug: pageSlug,
  /** The `at` of the parent; null for the top level. */
  parent: at.nullable(),
  start: z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('template'), id: z.string().max(100) }),
    z.object({ kind: z.literal('copy'), at }),
  ]),
  /** The id of the menu that gets an entry for the page; null for none. */
  menu: z.number().int().positive().nullable(),
});
export type NewPageRequest = z.infer<typeof newPageRequest>;

/** The response to a request for a new page. */
export interface CreatedPage {
  at: string;
  /** What failed after the page was created; null if nothing did. */
  note: string | null;
}
